import type { Encoding } from '../import-job.ts';
import { createCellDecoder, EncodingFinder, encodingOfMark } from './decode-text.ts';
import { createUnitReader, type UnitReader } from './read-units.ts';
import { RecordSplitter } from './split-records.ts';

/** The first record and the first line must end within this much text; otherwise the file has no usable lines. */
const HEAD_CHARACTERS_MAX = 1_048_576;
/** Length of the steps in which the first record is searched. */
const STEP_CHARACTERS = 4_096;
const MARK_BYTES = 3;
const SEPARATORS = [',', ';', '\t', '|'] as const;
const FIRST_LINE = /^[\r\n]*([^\r\n]*)/;

/** The facts about a file after it was read completely. */
export interface FileSurvey {
  readonly encoding: Encoding;
  readonly separator: string;
  /** Cells of the first record, split by the given separator; empty for an empty file. */
  firstBy(separator: string): readonly string[];
  /** The first record included. */
  readonly recordCount: number;
}

/** Counts the records of a file during its upload, and detects encoding, separator and first record. */
export class Surveyor {
  readonly #finder = new EncodingFinder();
  /** The first bytes, until they are enough to detect a byte order mark. */
  #start: Uint8Array = new Uint8Array();
  #units: UnitReader | undefined;
  #splitter: RecordSplitter | undefined;
  #separator = ',';
  /** Text received before the separator is known. */
  #pending = '';
  #head = '';
  readonly #firstLine = new FirstLine();
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

  end(): FileSurvey {
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

  /**
   * A file without byte order mark is split as Latin-1, which gives the same records as its encoding (read-units.ts).
   */
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
    if (this.#firstLine.endsIn(text) || text.length >= room) this.#open();
  }

  #open(): RecordSplitter {
    this.#separator = findSeparator(FIRST_LINE.exec(this.#head)?.[1] ?? '');
    const splitter = new RecordSplitter(this.#separator);
    this.#splitter = splitter;
    this.#take(splitter.push(this.#pending));
    this.#pending = '';
    return splitter;
  }

  #take(records: readonly unknown[]): void {
    this.#recordCount += records.length;
  }
}

/** Finds the end of the first line that is not empty. Each character is read once, in chunks of any size. */
class FirstLine {
  #hasBegun = false;

  /** True when the line ends in this chunk. */
  endsIn(text: string): boolean {
    if (!this.#hasBegun) {
      const start = text.search(LINE_TEXT);
      if (start === -1) return false;
      this.#hasBegun = true;
      return LINE_END.test(text.slice(start));
    }
    return LINE_END.test(text);
  }
}

const LINE_TEXT = /[^\r\n]/;
const LINE_END = /[\r\n]/;

function firstOf(text: string, separator: string): readonly string[] {
  const splitter = new RecordSplitter(separator);
  for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
    const [first] = splitter.push(text.slice(at, at + STEP_CHARACTERS));
    if (first !== undefined) return first.cells;
  }
  return splitter.end()[0]?.cells ?? [];
}

/** The most frequent separator outside quotes in the first line; a comma if there is none. */
function findSeparator(line: string): string {
  const unquoted = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  const most = Math.max(...counts);
  return SEPARATORS[counts.indexOf(most)] ?? ',';
}
