import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_CHARACTERS = 6;

/** Maximum time for which a rotated key stays valid beside its successor. */
export const KEY_OVERLAP_SECONDS_MAX = 86_400;

/** Random characters of a key, each one of 62: 196 bits. */
export const KEY_RANDOM_CHARACTERS = 33;

export const KEY_PREFIX = 'otk_';

const SHAPE = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${KEY_RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** Completes prefix and random characters with the base-62 CRC-32 of both. */
export function completeApiKey(body: string): string {
  return body + checksum(body);
}

/** True if prefix, length and checksum are right; other texts cause no query. */
export function isWellFormedApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_CHARACTERS)));
}

/** `byte` of a uniform source as a character of the alphabet; undefined if it would favour some characters. */
export function keyCharacter(byte: number): string | undefined {
  const fair = Math.floor(256 / ALPHABET.length) * ALPHABET.length;
  return byte < fair ? ALPHABET[byte % ALPHABET.length] : undefined;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
