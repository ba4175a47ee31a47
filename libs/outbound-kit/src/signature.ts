import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1';
/** A message whose timestamp differs more from the clock of the receiver is refused: it may be a replay. */
const TOLERANCE_SECONDS = 5 * 60;
const SIGNATURES_MAX = 10;
const ID = /^[\x21-\x7e]{1,256}$/;
const TIMESTAMP = /^\d{1,12}$/;
const SECOND_MS = 1_000;

/** A key of HMAC-SHA-256. Signing with raw bytes takes five times as long, so a key is parsed once. */
export type SignatureKey = KeyObject;

/** The key of a secret: `whsec_` and the key in base64, or any other text, whose bytes are the key. */
export function toSignatureKey(secret: string): SignatureKey {
  return createSecretKey(
    secret.startsWith(SECRET_PREFIX)
      ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
      : Buffer.from(secret, 'utf8'),
  );
}

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export interface SignedMessage {
  readonly id: string;
  readonly body: string;
  readonly atMs: number;
}

/** Signs a message: HMAC-SHA-256 of `id.timestamp.body`. */
export function signMessage(key: SignatureKey, { id, body, atMs }: SignedMessage): SignatureHeaders {
  const headers = messageHeaders({ id, atMs });
  const timestamp = headers['webhook-timestamp'];
  const digest = digestOf(key, { id, timestamp, body: Buffer.from(body, 'utf8') });
  return { ...headers, 'webhook-signature': `${VERSION},${digest.toString('base64')}` };
}

/** The signed headers of a message. */
export function messageHeaders({
  id,
  atMs,
}: Pick<SignedMessage, 'id' | 'atMs'>): Omit<SignatureHeaders, 'webhook-signature'> {
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(atMs / SECOND_MS)) };
}

export interface ReceivedMessage {
  readonly headers: SignatureHeaders;
  /** The body as it was received. */
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** True if one of the signatures is right and the timestamp is at most five minutes from now. */
export function hasValidSignature(key: SignatureKey, { headers, body, nowMs }: ReceivedMessage): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!ID.test(id) || !TIMESTAMP.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) - nowMs / SECOND_MS) > TOLERANCE_SECONDS) return false;
  const expected = digestOf(key, { id, timestamp, body });
  return signatures.split(' ', SIGNATURES_MAX).some((signature) => isDigest(signature, expected));
}

function isDigest(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith(`${VERSION},`)) return false;
  const digest = Buffer.from(signature.slice(VERSION.length + 1), 'base64');
  return digest.length === expected.length && timingSafeEqual(digest, expected);
}

interface DigestInput {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

function digestOf(key: SignatureKey, { id, timestamp, body }: DigestInput): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
