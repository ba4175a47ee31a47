import { randomInt } from 'node:crypto';
import { numbersFrom } from '@outreach/testing';

const SEED_MAX = 2 ** 31;

/** Whether the long form was asked for: `npm run faults -- --long`. */
export const isLong = process.env['FAULTS_LONG'] === 'true';

/** Says its seed, by which `npm run faults -- --seed N` repeats what was random. */
export function seededRandom(test: string): () => number {
  const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(SEED_MAX));
  process.stderr.write(`${test}: seed ${String(seed)}\n`);
  return numbersFrom(seed);
}
