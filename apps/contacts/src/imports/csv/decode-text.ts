import type { Encoding } from '../import-job.ts';

/** Stands in decoded text where bytes were no text. */
export const REPLACEMENT = '\uFFFD';

export interface EncodingFinder {
  push(bytes: Uint8Array): void;
  /** Known once the whole file has passed. */
  found(): Encoding;
}

/**
 * By its byte order mark; without one UTF-8 where any multi-byte sequence is valid, else Latin-1. A file of nothing
 * but ASCII is both.
 */
export function createEncodingFinder(): EncodingFinder {
  const head: number[] = [];
  const scan = new MultiByteScan();
  return {
    push: (bytes) => {
      for (const byte of bytes.subarray(0, 3 - head.length)) head.push(byte);
      scan.push(bytes);
    },
    found: () => encodingOfMark(head) ?? (scan.hasBytesBeyondAscii && !scan.hasValid ? 'latin1' : 'utf-8'),
  };
}

/** What a byte order mark says; undefined without one. */
export function encodingOfMark([first, second, third]: readonly number[]): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * Decodes a cell of text in units of the encoding (read-units.ts); what is bad in it becomes U+FFFD and never an error.
 * Cell by cell this says the same as over the whole file, as what stands between cells is ASCII; only a quote that
 * stood within the bytes of a character is no longer there to part them.
 */
export function createCellDecoder(encoding: Encoding): (cell: string) => string {
  if (isWide(encoding)) return (cell) => cell.toWellFormed();
  const latin1 = new TextDecoder('windows-1252');
  const decode = (bytes: Buffer): string =>
    encoding === 'latin1' ? latin1.decode(bytes) : bytes.toString('utf8');
  return (cell) => (BEYOND_ASCII.test(cell) ? decode(Buffer.from(cell, 'latin1')) : cell);
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** True of an encoding whose units have two bytes. */
export function isWide(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

/** Looks for one well-formed sequence of two bytes or more (RFC 3629 §4, roughly: lead byte and its continuations). */
class MultiByteScan {
  hasValid = false;
  hasBytesBeyondAscii = false;
  #wanted = 0;

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.hasValid; at += 1) this.#take(bytes[at] ?? 0);
  }

  #take(byte: number): void {
    if (byte >= 0x80) this.hasBytesBeyondAscii = true;
    if (byte < 0x80 || byte >= 0xc0) {
      this.#wanted = continuationsOf(byte);
      return;
    }
    if (this.#wanted === 1) this.hasValid = true;
    this.#wanted = Math.max(this.#wanted - 1, 0);
  }
}

function continuationsOf(lead: number): number {
  if (lead >= 0xc2 && lead < 0xe0) return 1;
  if (lead >= 0xe0 && lead < 0xf0) return 2;
  return lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
}
