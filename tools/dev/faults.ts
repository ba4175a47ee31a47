import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain } from './src/plain-error.ts';
import { countTests } from './src/tests/results.ts';
import { runJest } from './src/tests/run-jest.ts';

const seedMax = 2 ** 31;

// `npm run faults -- [--long] [--seed N] [NAME…]`: the tests of tests/faults, one after the other.
await runMain(async () => {
  const options = { long: { type: 'boolean' }, seed: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const seed = values.seed ?? String(randomInt(seedMax));
  process.stdout.write(`${values.long === true ? 'long' : 'short'} form, seed ${seed}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'outreach-faults-run-'));
  try {
    const files = await runJest({
      args: [
        positionals.length === 0 ? 'tests/faults/' : `tests/faults/(${positionals.join('|')})`,
        '--runInBand',
      ],
      env: { ...process.env, FAULTS_SEED: seed, FAULTS_LONG: String(values.long === true) },
      folder,
    });
    const { passed, failed } = countTests(files);
    process.stdout.write(`${passed} passed, ${failed} failed; seed ${seed}\n`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
