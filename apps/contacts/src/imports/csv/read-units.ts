import type { Encoding } from '../import-job.ts';
import { REPLACEMENT, isWide } from './decode-text.ts';

/** Converts bytes to text with one character per unit of the encoding, without the byte order mark. */
export interface UnitReader {
  push(bytes: Uint8Array): string;
  /** The rest of a file that ends within a unit. */
  end(): string;
  /** The byte offset in the file of an offset in the text. */
  byteAt(offset: number): number;
}

/**
 * Separators, quotes and line ends are ASCII, so a file of any encoding except UTF-16 can be split before it is decoded:
 * as Latin-1, with one character per byte. Positions and lengths are the same before and after the encoding is known.
 */
export function createUnitReader(encoding: Encoding): UnitReader {
  const read = isWide(encoding) ? wideReader(encoding === 'utf-16be') : { push: narrowText, end: () => '' };
  const mark = MARKS[encoding];
  const unitBytes = isWide(encoding) ? 2 : 1;
  /** The start of the text, until it is long enough to detect the byte order mark. */
  let head: string | undefined = '';
  let markUnits = 0;
  const begin = (text: string, isLast: boolean): string => {
    const start = (head ?? '') + text;
    if (start.length < mark.length && !isLast) {
      head = start;
      return '';
    }
    head = undefined;
    markUnits = start.startsWith(mark) ? mark.length : 0;
    return start.slice(markUnits);
  };
  return {
    push: (bytes) => (head === undefined ? read.push(bytes) : begin(read.push(bytes), false)),
    end: () => (head === undefined ? read.end() : begin(read.end(), true)),
    byteAt: (offset) => (markUnits + offset) * unitBytes,
  };
}

/** The byte order marks in units. Latin-1 has none: a file that starts with the mark of UTF-8 is UTF-8. */
const MARKS: Readonly<Record<Encoding, string>> = {
  'utf-8': '\u00ef\u00bb\u00bf',
  latin1: '',
  'utf-16le': '\ufeff',
  'utf-16be': '\ufeff',
};

function narrowText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A chunk may end within a unit. */
function wideReader(isBigEndian: boolean): Pick<UnitReader, 'push' | 'end'> {
  let rest = Buffer.alloc(0);
  return {
    push: (bytes) => {
      const all = Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % 2);
      rest = all.subarray(whole);
      const units = Buffer.from(all.subarray(0, whole));
      return (isBigEndian ? units.swap16() : units).toString('utf16le');
    },
    end: () => (rest.length === 0 ? '' : REPLACEMENT),
  };
}
