import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/** Encrypts data that must be decrypted later: signing secrets, passwords, stored replies. */
export interface Sealer {
  seal(plain: Uint8Array): Buffer;
  /** @throws Error when the bytes were sealed with an unknown key, or were changed. */
  open(sealed: Uint8Array): Buffer;
  /** False when the bytes were sealed with a previous key; they should be sealed again. */
  isCurrent(sealed: Uint8Array): boolean;
}

/** A key for one purpose, derived from the service key by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(serviceKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serviceKey, new Uint8Array(), purpose, KEY_BYTES));
}

/** AES-256-GCM. The sealed bytes are key id, nonce, tag and ciphertext, so keys can be rotated. */
export function createSealer(serviceKey: Uint8Array, previousKeys: readonly Uint8Array[] = []): Sealer {
  // A key object saves 9 µs of each call.
  const keys = [serviceKey, ...previousKeys].map((key) => ({
    id: keyId(key),
    key: createSecretKey(deriveKey(key, 'seal')),
  }));
  const [current] = keys;
  if (current === undefined) throw new Error('A sealer needs a key.');
  return {
    seal: (plain) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, iv);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([current.id, iv, cipher.getAuthTag(), body]);
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed);
      const id = bytes.subarray(0, KEY_ID_BYTES);
      const found = keys.find((entry) => entry.id.equals(id));
      if (found === undefined) throw new Error('The bytes were sealed with a key that is not configured.');
      const iv = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES);
      const tagEnd = KEY_ID_BYTES + IV_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, found.key, iv);
      decipher.setAuthTag(bytes.subarray(KEY_ID_BYTES + IV_BYTES, tagEnd));
      return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
    },
    isCurrent: (sealed) => current.id.equals(sealed.subarray(0, KEY_ID_BYTES)),
  };
}

function keyId(key: Uint8Array): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);
}

/** HMAC-SHA-256 under a derived key. */
export function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
