import type { Encoding } from '../domain/imports/import-job.ts';

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

/** Decodes a file in parts, without its byte order mark; a bad byte becomes U+FFFD and never an error. */
export function createTextDecoder(encoding: Encoding): (bytes: Uint8Array | undefined) => string {
  const decoder = new TextDecoder(encoding === 'latin1' ? 'windows-1252' : encoding);
  return (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
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
