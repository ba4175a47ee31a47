import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4_096;

const pool = Buffer.alloc(POOL_BYTES);
let usedBytes = POOL_BYTES;

/** Fresh random bytes out of a pool: asking the system for each id costs more than the id. Valid until the next call. */
export function randomFromPool(byteCount: number): Buffer {
  if (usedBytes + byteCount > POOL_BYTES) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += byteCount;
  return pool.subarray(usedBytes - byteCount, usedBytes);
}
