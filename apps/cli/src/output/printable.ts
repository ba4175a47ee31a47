import { stripVTControlCharacters } from 'node:util';

/** Control characters, line separators, and the characters that reverse the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Those of them that `JSON.stringify` leaves as they are. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text without characters that could change the terminal, for example colours or a moved cursor. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNPRINTABLE, '');
}

/** JSON on one line, or indented, whose text cannot change the terminal: such characters are escaped. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
