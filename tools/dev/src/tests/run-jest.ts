import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../app-environment.ts';
import { readJsonFile } from '../json-file.ts';
import { runNode } from '../run-node.ts';
import { stepResult, testResultSchema, type FileResult } from './results.ts';

export interface JestRun {
  /** Patterns of test paths, and options of jest. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** Folder for the result file. */
  readonly folder: string;
}

/** Runs jest, which prints its own report. A run without a result counts as one failed test. */
export async function runJest({ args, env, folder }: JestRun): Promise<readonly FileResult[]> {
  const resultFile = join(folder, 'test-result.json');
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  await runNode([jest, ...args], {
    env: { ...env, TEST_RESULT_FILE: resultFile, NODE_OPTIONS: '--no-warnings' },
    stdout: 'inherit',
  });
  const result = readJsonFile(resultFile, testResultSchema);
  rmSync(resultFile, { force: true });
  return result && result.files.length > 0 ? result.files : [stepResult('jest', 'no test file ran')];
}
