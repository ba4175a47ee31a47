/** Limit for a record with its quotes and separators. The text of a longer record is not kept. */
const RECORD_CHARACTERS_MAX = 1_048_576;
const CELLS_MAX = 1_000;

/** One record of a CSV text (RFC 4180, with any separator). */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** True for too long records and too many cells; `cells` are then the first complete ones. */
  readonly isTooLong: boolean;
  /** Position in the text, without the line end. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

type State = 'start' | 'plain' | 'quoted' | 'quote_in_quoted' | 'skip';

const QUOTE = '"';
const LINE_FEED = 10;
const RETURN = 13;

/**
 * Splits text into records; the result does not depend on the chunks. Blank lines are skipped. A quote within an
 * unquoted cell is an ordinary character. A quote that is never closed costs one record: after the maximum length of a
 * record, reading continues at the next line end, even within quotes.
 */
export class RecordSplitter {
  readonly #separator: number;
  readonly #charactersMax: number;
  #state: State = 'start';
  #cells: string[] = [];
  #cell = '';
  #hasQuote = false;
  #afterReturn = false;
  #done: CsvRecord[] = [];
  /** Number of characters in the previous chunks. */
  #passed = 0;
  #start = 0;

  constructor(separator: string, charactersMax = RECORD_CHARACTERS_MAX) {
    this.#separator = separator.charCodeAt(0);
    this.#charactersMax = charactersMax;
  }

  /** Returns the records that end in this chunk. */
  push(text: string): CsvRecord[] {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
    this.#passed += text.length;
    return this.#takeDone();
  }

  /** Returns the last record if no line end follows it. */
  end(): CsvRecord[] {
    this.#endLine(this.#passed);
    return this.#takeDone();
  }

  #takeDone(): CsvRecord[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** Consumes at least one character. It consumes a run of ordinary characters at once, up to the limit of a record. */
  #step(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (this.#afterReturn) {
      this.#afterReturn = false;
      if (code === LINE_FEED) {
        this.#start += 1;
        return at + 1;
      }
    }
    const limit = this.#start + this.#charactersMax - this.#passed;
    if (at >= limit && (this.#state === 'quoted' || !isLineEnd(code))) this.#skipRest();
    if (this.#state === 'skip') return this.#skip(text, at);
    const end = Math.min(text.length, limit);
    if (this.#state === 'quoted') return this.#quoted(text, at, end);
    if (text[at] === QUOTE && this.#state !== 'plain') return this.#quote(at);
    return this.#plain(text, at, end);
  }

  /** Opens a quoted cell. Two quotes within a quoted cell are one quote of its text. */
  #quote(at: number): number {
    if (this.#state === 'quote_in_quoted') this.#cell += QUOTE;
    this.#state = 'quoted';
    this.#hasQuote = true;
    return at + 1;
  }

  #plain(text: string, at: number, end: number): number {
    const code = text.charCodeAt(at);
    if (code === this.#separator) {
      this.#endCell();
      return at + 1;
    }
    if (isLineEnd(code)) return this.#passLineEnd(code, at);
    let next = at + 1;
    while (next < end && !this.#isSpecial(text.charCodeAt(next))) next += 1;
    this.#state = 'plain';
    this.#cell += text.slice(at, next);
    return next;
  }

  #quoted(text: string, at: number, end: number): number {
    const quote = text.indexOf(QUOTE, at);
    const isClosed = quote !== -1 && quote < end;
    const next = isClosed ? quote : end;
    this.#cell += text.slice(at, next);
    if (!isClosed) return next;
    this.#state = 'quote_in_quoted';
    return quote + 1;
  }

  #skip(text: string, at: number): number {
    let next = at;
    while (next < text.length && !isLineEnd(text.charCodeAt(next))) next += 1;
    return next < text.length ? this.#passLineEnd(text.charCodeAt(next), next) : next;
  }

  #isSpecial(code: number): boolean {
    return code === LINE_FEED || code === RETURN || code === this.#separator;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
    if (this.#cells.length > CELLS_MAX) this.#skipRest();
  }

  /** Skips the rest of the record. */
  #skipRest(): void {
    this.#cell = '';
    this.#state = 'skip';
  }

  #passLineEnd(code: number, at: number): number {
    this.#afterReturn = code === RETURN;
    this.#endLine(this.#passed + at);
    this.#start = this.#passed + at + 1;
    return at + 1;
  }

  #endLine(end: number): void {
    const isTooLong = this.#state === 'skip';
    const isBlank = this.#cells.length === 0 && this.#cell === '' && !this.#hasQuote && !isTooLong;
    if (!isTooLong) this.#cells.push(this.#cell);
    if (!isBlank) this.#done.push({ cells: this.#cells, isTooLong, start: this.#start, end });
    this.#state = 'start';
    this.#cells = [];
    this.#cell = '';
    this.#hasQuote = false;
  }
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}
