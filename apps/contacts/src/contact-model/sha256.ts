import { hash } from 'node:crypto';

/** The SHA-256 digest of a text in hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
