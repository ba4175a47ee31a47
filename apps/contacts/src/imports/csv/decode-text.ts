import type { Encoding } from '../import-job.ts';

/** Replaces invalid bytes in decoded text. */
export const REPLACEMENT = '\uFFFD';

/**
 * Detects the encoding by the byte order mark. Without one it is UTF-8 if any multi-byte sequence is valid, and Latin-1
 * otherwise; an ASCII file counts as UTF-8.
 */
export class EncodingFinder {
  readonly #head: number[] = [];
  #hasBytesBeyondAscii = false;
  /** True after a well-formed sequence of two or more bytes (RFC 3629 §4: a lead byte and its continuations). */
  #hasSequence = false;
  /** Continuations that the last lead byte still requires. */
  #wanted = 0;

  push(bytes: Uint8Array): void {
    for (const byte of bytes.subarray(0, 3 - this.#head.length)) this.#head.push(byte);
    for (let at = 0; at < bytes.length && !this.#hasSequence; at += 1) this.#take(bytes[at] ?? 0);
  }

  /** The encoding; valid after the last byte. */
  found(): Encoding {
    const isLatin = this.#hasBytesBeyondAscii && !this.#hasSequence;
    return encodingOfMark(this.#head) ?? (isLatin ? 'latin1' : 'utf-8');
  }

  #take(byte: number): void {
    if (byte >= 0x80) this.#hasBytesBeyondAscii = true;
    if (byte < 0x80 || byte >= 0xc0) {
      this.#wanted = continuationsOf(byte);
      return;
    }
    if (this.#wanted === 1) this.#hasSequence = true;
    this.#wanted = Math.max(this.#wanted - 1, 0);
  }
}

/** The encoding of a byte order mark; undefined without one. */
export function encodingOfMark([first, second, third]: readonly number[]): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * Decodes a cell from units of its encoding (read-units.ts); invalid bytes become U+FFFD and never an error. Decoding
 * single cells gives the same text as decoding the whole file, because the characters between cells are ASCII. The one
 * exception is a quote between the bytes of a character: splitting removes it.
 */
export function createCellDecoder(encoding: Encoding): (cell: string) => string {
  if (isWide(encoding)) return (cell) => cell.toWellFormed();
  const latin1 = new TextDecoder('windows-1252');
  const decode = (bytes: Buffer): string =>
    encoding === 'latin1' ? latin1.decode(bytes) : bytes.toString('utf8');
  return (cell) => (BEYOND_ASCII.test(cell) ? decode(Buffer.from(cell, 'latin1')) : cell);
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** True for an encoding with units of two bytes. */
export function isWide(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

function continuationsOf(lead: number): number {
  if (lead >= 0xc2 && lead < 0xe0) return 1;
  if (lead >= 0xe0 && lead < 0xf0) return 2;
  return lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
}
