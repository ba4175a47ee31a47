import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Environment } from './app-environment.ts';
import { readJsonFile } from './json-file.ts';
import { repositoryRoot } from './repository-root.ts';
import type { TargetResult } from './results.ts';
import { runNode } from './run-node.ts';

const jestResultSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/**
 * MiB of the young generation of jest and its workers. Every test file loads its modules again, and a larger young
 * generation collects this garbage less often.
 */
const SEMI_SPACE_MIB = 64;
const HEAP = [
  `--min-semi-space-size=${String(SEMI_SPACE_MIB)}`,
  `--max-semi-space-size=${String(SEMI_SPACE_MIB)}`,
];

export interface JestRun {
  /** Patterns of test paths, and options of jest. */
  args: readonly string[];
  env: Environment;
  /** Folder for the JSON result of jest. */
  folder: string;
}

/** Runs jest, which prints its own report. A test file that cannot run counts as one failed test. */
export async function runJest({ args, env, folder }: JestRun): Promise<TargetResult> {
  const outputFile = join(folder, 'jest-result.json');
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const own = ['--json', '--outputFile', outputFile, ...(env['CI'] ? ['--ci'] : [])];
  await runNode([...HEAP, jest, ...own, ...args], {
    env: { ...env, NODE_OPTIONS: withVmModules(env['NODE_OPTIONS']) },
    // With --outputFile jest writes the JSON to the file and its report to stderr.
    stdout: 'ignore',
  });
  return toResult(readJsonFile(outputFile, jestResultSchema));
}

const withVmModules = (options = ''): string => `${options} --experimental-vm-modules --no-warnings`.trim();

function toResult(result: z.output<typeof jestResultSchema> | undefined): TargetResult {
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0, files: [] };
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return {
    passed: result.numPassedTests,
    // jest can also fail as a whole, for example when no file matches.
    failed: failed === 0 && !result.success ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
    files: result.testResults.map(({ name, startTime, endTime }) => ({
      path: relative(repositoryRoot, name),
      seconds: (endTime - startTime) / 1_000,
    })),
  };
}
