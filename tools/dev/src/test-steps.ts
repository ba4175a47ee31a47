import { join } from 'node:path';
import { repositoryRoot } from './repository-root.ts';
import { runCaptured } from './run-captured.ts';

const module = (path: string): string => join('node_modules', path);

interface Check {
  name: string;
  args: readonly string[];
}

/** Each is one process, counted as one test. */
export const checks: readonly Check[] = [
  {
    name: 'format (prettier)',
    args: [module('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  },
  { name: 'lint (eslint through nx)', args: [module('nx/dist/bin/nx.js'), 'run', 'outreach:lint'] },
  { name: 'types (tsc)', args: [module('typescript/bin/tsc'), '-p', 'tsconfig.json'] },
  { name: 'generated files are current', args: ['tools/gen/gen.ts', '--check'] },
  { name: 'proto lint (buf)', args: [module('@bufbuild/buf/bin/buf'), 'lint'] },
  {
    name: 'proto compatibility with the last release (buf)',
    args: [module('@bufbuild/buf/bin/buf'), 'breaking', '--against', 'proto/released.binpb'],
  },
];

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs every check, even after a failure: one run shows all that is wrong. */
export async function runChecks(say: (line: string) => void): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, args } of checks) {
    const startedAt = performance.now();
    const { code, output } = await runCaptured(args, { cwd: repositoryRoot });
    const isGood = code === 0;
    counts[isGood ? 'passed' : 'failed'] += 1;
    if (!isGood) say(output.trimEnd());
    say(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(startedAt)})`);
  }
  return counts;
}

export const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
