import { randomInt } from 'node:crypto';

const SEED_MAX = 2 ** 31;
const STEP = 0x6d2b79f5;

/** Whether the long form was asked for: `npm run faults -- --long`. */
export const isLong = process.env['FAULTS_LONG'] === 'true';

/** Says its seed, by which `npm run faults -- --seed N` repeats what was random. */
export function seededRandom(test: string): () => number {
  const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(SEED_MAX));
  process.stderr.write(`${test}: seed ${String(seed)}\n`);
  return mulberry32(seed);
}

/** Numbers in [0, 1) by T. Ettinger's mulberry32: enough to choose moments, and the same from every seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
