import { hash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_CHARACTERS = 26;
const LETTERS = ALPHABET.length;

/** The same pair always has the same id: `co_` and 26 Crockford letters, each from one byte of a SHA-256 over workspace and domain. */
export function companyIdOf(workspaceId: string, domain: string): string {
  const digest = hash('sha256', `${workspaceId} ${domain}`, 'buffer');
  let id = 'co_';
  for (const byte of digest.subarray(0, ID_CHARACTERS)) id += ALPHABET.charAt(byte % LETTERS);
  return id;
}
