import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from './app-environment.ts';
import { readJsonFile } from './json-file.ts';
import { repositoryRoot } from './repository-root.ts';
import type { Counts } from './test-steps.ts';

const resultSchema = z.object({
  success: z.boolean(),
  numTotalTestSuites: z.number(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
});

export interface JestRun {
  /** Parts of paths to narrow to, and any option of jest. */
  args: readonly string[];
  env: Environment;
  /** Where jest leaves its result. */
  folder: string;
}

/** Runs jest, which prints its own report; a suite that could not run counts as one failed test. */
export async function runJest({ args, env, folder }: JestRun): Promise<Counts> {
  const outputFile = join(folder, 'jest-result.json');
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const own = ['--json', '--outputFile', outputFile, ...(env['CI'] ? ['--ci'] : [])];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [jest, ...own, ...args], {
      cwd: repositoryRoot,
      env: { ...env, NODE_OPTIONS: withVmModules(env['NODE_OPTIONS']) },
      // With --outputFile the JSON is in the file, and the report goes to stderr.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', () => {
      resolve();
    });
  });
  return toCounts(readJsonFile(outputFile, resultSchema));
}

const withVmModules = (options = ''): string => `${options} --experimental-vm-modules --no-warnings`.trim();

function toCounts(result: z.output<typeof resultSchema> | undefined): Counts {
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return {
    passed: result.numPassedTests,
    // jest can also fail as a whole, for example when no file matches.
    failed: failed === 0 && !result.success ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}
