import { normaliseEmail } from '@outreach/values';
import { sha256 } from '../contact-model/index.ts';

/**
 * Replaces the characters of a blanked row. The control character SUB occurs in no text and is neither separator, quote
 * nor line end: a blanked row is a record with one cell, and all other rows keep their numbers.
 */
export const FILLER = '\u001a';

export interface RawRow {
  readonly raw: readonly string[];
  readonly email: string | null;
}

/** The normalised address of a cell, under which a contact is erased; the text itself for an invalid address. */
export function addressKeyOf(email: string): string {
  const text = email.trim();
  return normaliseEmail(text) ?? text.toLowerCase();
}

/** True for a row of an erased contact, whether the row is blanked in the file or not. */
export function isErased({ raw, email }: RawRow, digests: ReadonlySet<string>): boolean {
  const [first = ''] = raw;
  if (raw.length === 1 && first !== '' && first.replaceAll(FILLER, '') === '') return true;
  return email !== null && digests.has(sha256(addressKeyOf(email)));
}
