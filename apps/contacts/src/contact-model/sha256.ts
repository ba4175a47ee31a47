import { hash } from 'node:crypto';

/** Returns the SHA-256 digest of a text in hexadecimal. */
export type Sha256 = (text: string) => string;

export const sha256: Sha256 = (text) => hash('sha256', text, 'hex');
