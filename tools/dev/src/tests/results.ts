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
  /** Processor time of the worker; processes that the file starts have their own. */
  cpuSeconds: z.number().optional(),
  /** Services and stacks that the file started. */
  serviceStarts: z.number().optional(),
  /** Programs that the file needs and that this machine lacks. */
  missing: z.array(z.string()).optional(),
});

/** What tools/jest/result-reporter.mjs writes. */
export const testResultSchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  files: z.array(fileResultSchema),
});

export type FileResult = z.output<typeof fileResultSchema>;
export type TestResult = z.output<typeof testResultSchema>;

export function clearResults(): void {
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
}

/** The sum of all results since `clearResults`. */
export function readResults(): TestResult {
  const results = readdirSync(RESULTS_FOLDER).flatMap(
    (name) => readJsonFile(join(RESULTS_FOLDER, name), testResultSchema) ?? [],
  );
  return sumResults(results);
}

/** Adds up results. */
export function sumResults(results: readonly TestResult[]): TestResult {
  const sum = (field: 'passed' | 'failed' | 'skipped'): number =>
    results.reduce((total, result) => total + result[field], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    files: results.flatMap(({ files }) => files),
  };
}
