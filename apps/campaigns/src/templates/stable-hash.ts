import { createHash } from 'node:crypto';

const HASH_BYTES = 6;

/** A number from 0 to below 1 that depends on the texts alone: every process computes the same. */
export function hashFraction(...texts: readonly string[]): number {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest();
  return digest.readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES);
}
