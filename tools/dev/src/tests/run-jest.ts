import { join } from 'node:path';
import type { Environment } from '../app-environment.ts';
import { readJsonFile } from '../json-file.ts';
import { runNode } from '../run-node.ts';
import { testResultSchema, type TestResult } from './results.ts';

export interface JestRun {
  /** Patterns of test paths, and options of jest. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** Folder for the result file. */
  readonly folder: string;
}

/** Runs jest, which prints its own report. A run without a result counts as one failed test. */
export async function runJest({ args, env, folder }: JestRun): Promise<TestResult> {
  const resultFile = join(folder, 'test-result.json');
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  await runNode([jest, ...args], {
    env: { ...env, TEST_RESULT_FILE: resultFile, NODE_OPTIONS: '--no-warnings' },
    stdout: 'inherit',
  });
  return readJsonFile(resultFile, testResultSchema) ?? { passed: 0, failed: 1, skipped: 0, files: [] };
}
