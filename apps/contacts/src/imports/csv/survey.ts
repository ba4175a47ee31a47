import type { Encoding } from '../import-job.ts';
import { createCellDecoder, createEncodingFinder, encodingOfMark } from './decode-text.ts';
import { findSeparator } from './find-separator.ts';
import { createUnitReader, type UnitReader } from './read-units.ts';
import { createRecordSplitter, type RecordSplitter } from './split-records.ts';

/** The first record must be whole within this much text, its first line too, or the file is none that has lines. */
const HEAD_CHARACTERS_MAX = 1_048_576;
/** Steps in which the head is searched for its first record. */
const STEP_CHARACTERS = 4_096;
const MARK_BYTES = 3;
const FIRST_WHOLE_LINE = /^[\r\n]*[^\r\n]+[\r\n]/;
const FIRST_LINE = /^[\r\n]*([^\r\n]*)/;

/** What is known of a file once it has passed. */
export interface Survey {
  readonly encoding: Encoding;
  readonly separator: string;
  /** Cells of the first record, by a separator of choice; none in an empty file. */
  firstBy(separator: string): readonly string[];
  /** The first one included. */
  readonly recordCount: number;
}

/** Reads along with an upload: counts records, and finds encoding, separator and first record. */
export class Surveyor {
  readonly #finder = createEncodingFinder();
  /** The first bytes, until there are enough of them to tell a byte order mark. */
  #start: Uint8Array = new Uint8Array();
  #units: UnitReader | undefined;
  #splitter: RecordSplitter | undefined;
  #separator = ',';
  /** Text before the separator is known. */
  #pending = '';
  #head = '';
  #recordCount = 0;

  /** Records so far. */
  get recordCount(): number {
    return this.#recordCount;
  }

  push(bytes: Uint8Array): void {
    this.#finder.push(bytes);
    if (this.#units !== undefined) {
      this.#text(this.#units.push(bytes));
      return;
    }
    this.#start = Buffer.concat([this.#start, bytes]);
    if (this.#start.length >= MARK_BYTES) this.#begin();
  }

  end(): Survey {
    const units = this.#units ?? this.#begin();
    this.#text(units.end());
    const splitter = this.#splitter ?? this.#open();
    this.#take(splitter.end());
    const encoding = this.#finder.found();
    const decode = createCellDecoder(encoding);
    const head = this.#head;
    return {
      encoding,
      separator: this.#separator,
      recordCount: this.#recordCount,
      firstBy: (by) => firstOf(head, by).map(decode),
    };
  }

  /** What has no mark is counted as Latin-1 until its encoding is known, which counts the same (read-units.ts). */
  #begin(): UnitReader {
    const marked = encodingOfMark([...this.#start.subarray(0, MARK_BYTES)]);
    const units = createUnitReader(marked ?? 'latin1');
    this.#units = units;
    this.#text(units.push(this.#start));
    return units;
  }

  #text(text: string): void {
    const room = HEAD_CHARACTERS_MAX - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    if (this.#splitter !== undefined) {
      this.#take(this.#splitter.push(text));
      return;
    }
    this.#pending += text;
    if (text.length >= room || FIRST_WHOLE_LINE.test(this.#head)) this.#open();
  }

  #open(): RecordSplitter {
    this.#separator = findSeparator(FIRST_LINE.exec(this.#head)?.[1] ?? '');
    const splitter = createRecordSplitter(this.#separator);
    this.#splitter = splitter;
    this.#take(splitter.push(this.#pending));
    this.#pending = '';
    return splitter;
  }

  #take(records: readonly unknown[]): void {
    this.#recordCount += records.length;
  }
}

function firstOf(text: string, separator: string): readonly string[] {
  const splitter = createRecordSplitter(separator);
  for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
    const [first] = splitter.push(text.slice(at, at + STEP_CHARACTERS));
    if (first !== undefined) return first.cells;
  }
  return splitter.end()[0]?.cells ?? [];
}
