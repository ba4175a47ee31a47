import type { Encoding } from '../domain/imports/import-job.ts';
import { createTextDecoder } from './decode-text.ts';
import { createRecordSplitter, type CsvRecord } from './split-records.ts';

/** A record, and the bytes of the file in which it lies, its line end not among them. */
export interface LocatedRecord {
  readonly cells: readonly string[];
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface LocatedFile {
  readonly encoding: Encoding;
  readonly separator: string;
}

const LINE_END = /[\r\n]/g;
const WIDE: ReadonlySet<Encoding> = new Set(['utf-16le', 'utf-16be']);

/**
 * The records of a file and where they are. Separators, quotes and line ends are ASCII, so that every encoding but
 * UTF-16 may be split as Latin-1, in which a character is a byte; in UTF-16 it is two.
 */
export async function* locateRecords(
  content: AsyncIterable<Uint8Array>,
  { encoding, separator }: LocatedFile,
): AsyncGenerator<LocatedRecord, void, undefined> {
  const isWide = WIDE.has(encoding);
  const read = isWide ? wideReader(encoding === 'utf-16be') : narrowText;
  const recode = isWide ? withoutMark : (cell: string) => decodeCell(cell, encoding);
  const walk = new Walk(separator, isWide ? 2 : 1);
  const show = (found: RawRecord): LocatedRecord => ({ ...found, cells: found.cells.map(recode) });
  for await (const bytes of content) for (const found of walk.push(read(bytes))) yield show(found);
  for (const found of walk.end()) yield show(found);
}

type RawRecord = LocatedRecord;

/** Splits line by line, as a record ends where a line does. */
class Walk {
  readonly #splitter;
  readonly #unitBytes: number;
  /** A line whose end has not come yet. */
  #line = '';
  #lineStart = 0;
  #recordStart = 0;

  constructor(separator: string, unitBytes: number) {
    this.#splitter = createRecordSplitter(separator);
    this.#unitBytes = unitBytes;
  }

  *push(text: string): Generator<RawRecord, void, undefined> {
    let from = 0;
    for (const { index } of text.matchAll(LINE_END)) {
      const line = this.#line + text.slice(from, index + 1);
      this.#line = '';
      from = index + 1;
      const end = this.#lineStart + line.length * this.#unitBytes;
      const records = this.#splitter.push(line);
      this.#lineStart = end;
      yield* this.#locate(records, end - this.#unitBytes, end);
    }
    this.#line += text.slice(from);
  }

  *end(): Generator<RawRecord, void, undefined> {
    const end = this.#lineStart + this.#line.length * this.#unitBytes;
    const records = [...this.#splitter.push(this.#line), ...this.#splitter.end()];
    yield* this.#locate(records, end, end);
  }

  *#locate(records: readonly CsvRecord[], end: number, next: number): Generator<RawRecord, void, undefined> {
    if (records.length === 0) return;
    const start = this.#recordStart;
    this.#recordStart = next;
    for (const { cells } of records) yield { cells, start, end };
  }
}

function narrowText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A character may come in two parts. */
function wideReader(isBigEndian: boolean): (bytes: Uint8Array) => string {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % 2);
    rest = all.subarray(whole);
    const units = Buffer.from(all.subarray(0, whole));
    return (isBigEndian ? units.swap16() : units).toString('utf16le');
  };
}

function decodeCell(cell: string, encoding: Encoding): string {
  return createTextDecoder(encoding)(Buffer.from(cell, 'latin1'));
}

function withoutMark(cell: string): string {
  return cell.replace(/^\uFEFF/, '');
}
