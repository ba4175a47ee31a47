import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../json-file.ts';
import { repositoryRoot } from '../repository-root.ts';

/** Result files of the test runs. Nx restores the file of an unchanged target from its cache. */
export const RESULTS_FOLDER = join(repositoryRoot, 'node_modules', '.cache', 'outreach', 'tests');

const fileResultSchema = z.object({
  path: z.string(),
  /** From the start to the end of the file. */
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.object({ title: z.string(), message: z.string() })),
  /** Processor time of the worker; processes that the file starts have their own. */
  cpuSeconds: z.number().optional(),
  /** Services and stacks that the file started. */
  serviceStarts: z.number().optional(),
  /** Programs that the file needs and that this machine lacks. */
  missing: z.array(z.string()).optional(),
});

/** What tools/jest/result-reporter.mjs writes. */
export const testResultSchema = z.object({ files: z.array(fileResultSchema) });

export type FileResult = z.output<typeof fileResultSchema>;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function clearResults(): void {
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
}

/** The files of all runs since `clearResults`. */
export function readResults(): readonly FileResult[] {
  return readdirSync(RESULTS_FOLDER).flatMap(
    (name) => readJsonFile(join(RESULTS_FOLDER, name), testResultSchema)?.files ?? [],
  );
}

/** The result of a step that has no test files, for example a check. */
export function stepResult(path: string, failure: string | null): FileResult {
  const failures = failure === null ? [] : [{ title: failure, message: '' }];
  return { path, seconds: 0, passed: 1 - failures.length, failed: failures.length, skipped: 0, failures };
}

export function countTests(files: readonly FileResult[]): Counts {
  const sum = (field: keyof Counts): number => files.reduce((total, file) => total + file[field], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
