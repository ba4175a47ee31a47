import { randomInt } from 'node:crypto';
import { numbersFrom } from '@outreach/testing';

const SEED_MAX = 2 ** 31;

/** True for the long form: `npm run faults -- --long`. */
export const isLong = process.env['FAULTS_LONG'] === 'true';

/** Prints its seed; `npm run faults -- --seed N` repeats the same random numbers. */
export function seededRandom(test: string): () => number {
  const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(SEED_MAX));
  process.stderr.write(`${test}: seed ${String(seed)}\n`);
  return numbersFrom(seed);
}
