import type { Environment } from '../app-environment.ts';
import type { Report } from './report.ts';
import type { FileResult } from './results.ts';
import { runJest } from './run-jest.ts';

/** More failed files than this are not chance. A server of the tests that dies takes the files with it that use it then. */
const MAX_FILES = 4;

export interface FirstRun {
  readonly files: readonly FileResult[];
  readonly env: Environment;
  readonly folder: string;
}

/**
 * In CI, runs each failed test file once more, alone: a shared machine can be slow enough to break a time limit. What
 * passes then counts as passed, and the report names it as unstable.
 */
export async function runAgain({ files, env, folder }: FirstRun): Promise<Omit<Report, 'steps'>> {
  const failed = files.filter(({ path, failed: count }) => count > 0 && path.endsWith('.test.ts'));
  if (!env['CI'] || failed.length === 0 || failed.length > MAX_FILES) return { files, unstable: [] };
  const second = await runJest({ args: ['--runInBand', ...failed.map(({ path }) => path)], env, folder });
  const passed = new Map(second.filter((file) => file.failed === 0).map((file) => [file.path, file]));
  return {
    files: files.map((file) => passed.get(file.path) ?? file),
    unstable: failed.filter(({ path }) => passed.has(path)),
  };
}
