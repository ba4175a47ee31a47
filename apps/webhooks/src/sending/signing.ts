import { createSecretKey, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const PREVIEW_CHARACTERS = 4;
export const SECRET_BYTES = 32;

/** The secret that a receiver configures: `whsec_` and the key in base64. */
export function formatSecret(key: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(key).toString('base64');
}

export function previewOf(secret: string): string {
  return secret.slice(0, SECRET_PREFIX.length + PREVIEW_CHARACTERS);
}

export function keyOf(secret: string): SigningKey {
  return toSigningKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

/** A parsed key. Signing with raw bytes takes five times as long, so a key is parsed once per endpoint. */
export type SigningKey = KeyObject;

export function toSigningKey(key: Uint8Array): SigningKey {
  return createSecretKey(key);
}
