import { hash } from 'node:crypto';

/** The hexadecimal SHA-256 of an address as the contacts service stores it. */
export function addressDigest(email: string): string {
  return hash('sha256', email, 'hex');
}

/** The form in which the contacts service suppresses the address of an erased contact. */
export function hashedAddress(digest: string): string {
  return `sha256:${digest}`;
}
