import type { Encoding } from '../domain/imports/import-job.ts';
import { createEncodingFinder, createTextDecoder, encodingOfMark } from './decode-text.ts';
import { findSeparator } from './find-separator.ts';
import { createRecordSplitter, type RecordSplitter } from './split-records.ts';

/** The first line must be whole within this much text, or the file is none that has lines. */
const FIRST_LINE_CHARACTERS_MAX = 1_048_576;
const MARK_BYTES = 3;

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
  #decode: ((bytes: Uint8Array | undefined) => string) | undefined;
  #isWide = false;
  #pending = '';
  #splitter: RecordSplitter | undefined;
  #separator = ',';
  #head = '';
  #recordCount = 0;

  /** Records so far. */
  get recordCount(): number {
    return this.#recordCount;
  }

  push(bytes: Uint8Array): void {
    this.#finder.push(bytes);
    if (this.#decode !== undefined) {
      this.#text(this.#decode(bytes));
      return;
    }
    this.#start = Buffer.concat([this.#start, bytes]);
    if (this.#start.length >= MARK_BYTES) this.#begin();
  }

  end(): Survey {
    const decode = this.#decode ?? this.#begin();
    this.#text(decode(undefined));
    if (this.#splitter === undefined) this.#open();
    this.#take(this.#splitter?.end() ?? []);
    const encoding = this.#finder.found();
    const head = this.#recode(this.#head, encoding);
    return {
      encoding,
      separator: this.#separator,
      recordCount: this.#recordCount,
      firstBy: (by) => firstOf(head, by),
    };
  }

  /** Separators, quotes and line ends are ASCII, so for counting every encoding but UTF-16 may be read as Latin-1. */
  #begin(): (bytes: Uint8Array | undefined) => string {
    const marked = encodingOfMark([...this.#start.subarray(0, MARK_BYTES)]);
    this.#isWide = marked === 'utf-16le' || marked === 'utf-16be';
    const decode = this.#isWide && marked !== undefined ? createTextDecoder(marked) : bytesAsText;
    this.#decode = decode;
    this.#text(decode(this.#start));
    return decode;
  }

  #text(text: string): void {
    if (this.#splitter !== undefined) {
      this.#take(this.#splitter.push(text));
      return;
    }
    this.#pending += text;
    const hasLine = /[\r\n][^\r\n]/.test(this.#pending);
    if (hasLine || this.#pending.length > FIRST_LINE_CHARACTERS_MAX) this.#open();
  }

  #open(): void {
    const text = this.#pending;
    this.#pending = '';
    this.#head = text;
    this.#separator = findSeparator(/^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? '');
    this.#splitter = createRecordSplitter(this.#separator);
    this.#take(this.#splitter.push(text));
  }

  #take(records: readonly unknown[]): void {
    this.#recordCount += records.length;
  }

  #recode(text: string, encoding: Encoding): string {
    if (this.#isWide) return text.replace(/^\uFEFF/, '');
    return createTextDecoder(encoding)(Buffer.from(text, 'latin1'));
  }
}

function bytesAsText(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function firstOf(text: string, separator: string): readonly string[] {
  const splitter = createRecordSplitter(separator);
  const [first] = [...splitter.push(text), ...splitter.end()];
  return first?.cells ?? [];
}
