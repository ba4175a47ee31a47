import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4_096;

const pool = Buffer.alloc(POOL_BYTES);
let usedBytes = POOL_BYTES;

/** Random bytes from a pool, because a system call per id is slow. The result is valid until the next call. */
export function randomFromPool(byteCount: number): Buffer {
  if (usedBytes + byteCount > POOL_BYTES) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += byteCount;
  return pool.subarray(usedBytes - byteCount, usedBytes);
}
