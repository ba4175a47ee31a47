import type { Encoding } from '../import-job.ts';
import { REPLACEMENT, isWide } from './decode-text.ts';

/** Reads bytes as text in which each character is a unit of the encoding, without the byte order mark. */
export interface UnitReader {
  push(bytes: Uint8Array): string;
  /** What is left when the file ends within a unit. */
  end(): string;
  /** Where in the file a place in the text lies. */
  byteAt(place: number): number;
}

/**
 * Separators, quotes and line ends are ASCII, so that a file of any encoding but UTF-16 may be split before it is
 * decoded: as Latin-1, in which a character is a byte. So places and lengths are the same for a reader that knows the
 * encoding and for one that does not yet.
 */
export function createUnitReader(encoding: Encoding): UnitReader {
  const read = isWide(encoding) ? wideReader(encoding === 'utf-16be') : { push: narrowText, end: () => '' };
  const mark = MARKS[encoding];
  const unitBytes = isWide(encoding) ? 2 : 1;
  /** The beginning of the text, until there is enough of it to tell the mark. */
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
    byteAt: (place) => (markUnits + place) * unitBytes,
  };
}

/** The byte order marks, in units. Latin-1 has none: a file that began with the one of UTF-8 would be UTF-8. */
const MARKS: Readonly<Record<Encoding, string>> = {
  'utf-8': '\u00ef\u00bb\u00bf',
  latin1: '',
  'utf-16le': '\ufeff',
  'utf-16be': '\ufeff',
};

function narrowText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A unit may come in two parts. */
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
