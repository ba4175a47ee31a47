/** A record longer than this costs its row and is not kept. */
const RECORD_CHARACTERS_MAX = 1_048_576;
const CELLS_MAX = 1_000;

/** One record of a CSV text (RFC 4180, with any separator). */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** True when it was too long or had too many cells; the cells are then the first ones. */
  readonly isTooLong: boolean;
}

export interface RecordSplitter {
  /** Records that end in this part of the text. */
  push(text: string): CsvRecord[];
  /** The record that no line end follows, if there is one. */
  end(): CsvRecord[];
}

type State = 'start' | 'plain' | 'quoted' | 'quote_in_quoted' | 'skip';

const QUOTE = '"';

/**
 * Splits text that comes in parts. Blank lines are no records; a quote within a plain cell is a character like any
 * other. An opened quote that swallows too much costs one record: reading goes on at the next line.
 */
export function createRecordSplitter(separator: string): RecordSplitter {
  const splitter = new Splitter(separator);
  return {
    push: (text) => splitter.push(text),
    end: () => splitter.end(),
  };
}

class Splitter {
  readonly #separator: string;
  #state: State = 'start';
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #hasQuote = false;
  #afterReturn = false;
  #done: CsvRecord[] = [];

  constructor(separator: string) {
    this.#separator = separator;
  }

  push(text: string): CsvRecord[] {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
    const done = this.#done;
    this.#done = [];
    return done;
  }

  end(): CsvRecord[] {
    this.#afterReturn = false;
    if (this.#state !== 'skip') this.#endLine();
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** Handles at least one character; runs of ordinary ones are taken at once. */
  #step(text: string, at: number): number {
    const character = text[at] ?? '';
    if (this.#afterReturn) {
      this.#afterReturn = false;
      if (character === '\n') return at + 1;
    }
    if (this.#state === 'skip') return this.#skip(character, at);
    if (this.#state === 'quoted') return this.#quoted(text, at);
    if (this.#state === 'quote_in_quoted') {
      this.#state = 'plain';
      if (character === QUOTE) {
        this.#cell += QUOTE;
        this.#state = 'quoted';
        return at + 1;
      }
    }
    if (character === QUOTE && this.#state === 'start') {
      this.#state = 'quoted';
      this.#hasQuote = true;
      return at + 1;
    }
    return this.#plain(text, at);
  }

  #plain(text: string, at: number): number {
    const character = text[at] ?? '';
    if (character === this.#separator) {
      this.#endCell();
      return at + 1;
    }
    if (character === '\n' || character === '\r') {
      this.#afterReturn = character === '\r';
      this.#endLine();
      return at + 1;
    }
    let end = at + 1;
    while (end < text.length && !this.#isSpecial(text.charCodeAt(end))) end += 1;
    this.#state = 'plain';
    this.#append(text.slice(at, end));
    return end;
  }

  #quoted(text: string, at: number): number {
    const quote = text.indexOf(QUOTE, at);
    const end = quote === -1 ? text.length : quote;
    this.#append(text.slice(at, end));
    if (quote === -1 || this.#state !== 'quoted') return end;
    this.#state = 'quote_in_quoted';
    return quote + 1;
  }

  #skip(character: string, at: number): number {
    if (character !== '\n' && character !== '\r') return at + 1;
    this.#afterReturn = character === '\r';
    this.#reset();
    return at + 1;
  }

  #isSpecial(code: number): boolean {
    return code === 10 || code === 13 || code === this.#separator.charCodeAt(0);
  }

  #append(text: string): void {
    this.#length += text.length;
    if (this.#length <= RECORD_CHARACTERS_MAX) {
      this.#cell += text;
      return;
    }
    this.#done.push({ cells: this.#cells, isTooLong: true });
    this.#reset();
    this.#state = 'skip';
  }

  #endCell(): void {
    this.#length += 1;
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
    if (this.#cells.length <= CELLS_MAX) return;
    this.#done.push({ cells: this.#cells, isTooLong: true });
    this.#reset();
    this.#state = 'skip';
  }

  #endLine(): void {
    const isBlank = this.#cells.length === 0 && this.#cell === '' && !this.#hasQuote;
    if (!isBlank) this.#done.push({ cells: [...this.#cells, this.#cell], isTooLong: false });
    this.#reset();
  }

  #reset(): void {
    this.#state = 'start';
    this.#cells = [];
    this.#cell = '';
    this.#length = 0;
    this.#hasQuote = false;
  }
}
