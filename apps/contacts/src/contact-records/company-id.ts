import { createHash } from 'node:crypto';
import type { CompanyIdOf } from './apply-change.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_CHARACTERS = 26;
const LETTERS = ALPHABET.length;

/** `co_` and 26 Crockford letters, each from one byte of a SHA-256 over workspace and domain. */
export const companyIdOf: CompanyIdOf = (workspaceId, domain) => {
  const digest = createHash('sha256').update(`${workspaceId} ${domain}`).digest();
  const letters = [...digest.subarray(0, ID_CHARACTERS)].map((byte) => ALPHABET[byte % LETTERS] ?? '');
  return `co_${letters.join('')}`;
};
