import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Time in ms since the epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Makes `<prefix>_<ULID>`; ids of one process sort in the order they were made. */
export type NewId = (prefix: string) => string;

const RANDOM_POOL_BYTES = 4_096;
const BYTE_VALUES = 256;

const pool = new Uint8Array(RANDOM_POOL_BYTES);
let poolAt = RANDOM_POOL_BYTES;

/** A fraction from one random byte: asking the system for each of the sixteen letters costs more than the id. */
function randomFraction(): number {
  if (poolAt === RANDOM_POOL_BYTES) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const byte = pool[poolAt] ?? 0;
  poolAt += 1;
  return byte / BYTE_VALUES;
}

const nextUlid = monotonicFactory(randomFraction);

export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** Matches the well-formed ids of a prefix. */
export function idPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_${ULID}$`);
}
