import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { repositoryRoot } from './repository-root.ts';

/** Result files of Nx targets. Nx restores them from its cache together with the output of a target. */
const RESULTS_FOLDER = join(repositoryRoot, 'node_modules', '.cache', 'outreach', 'results');

const targetResultSchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Duration of each test file in seconds. */
  files: z.array(z.object({ path: z.string(), seconds: z.number() })),
  /** Lines that Nx prints for the target, for targets that run together with others in one process. */
  output: z.string().optional(),
});

/** The result of one target of one project. */
export type TargetResult = z.output<typeof targetResultSchema>;

/** Stores the result of a target under `<project>.<target>.json`. */
export function writeResult(project: string, target: string, result: TargetResult): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeJsonFile(join(RESULTS_FOLDER, `${project}.${target}.json`), result);
}

export function clearResults(): void {
  rmSync(RESULTS_FOLDER, { recursive: true, force: true });
}

/** The results of all targets that ran, or were restored from the cache, since `clearResults`. */
export function readResults(): TargetResult[] {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  return readdirSync(RESULTS_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJsonFile(join(RESULTS_FOLDER, name), targetResultSchema) ?? []);
}

/** Adds up results. */
export function sumResults(results: readonly TargetResult[]): TargetResult {
  const sum = (field: 'passed' | 'failed' | 'skipped'): number =>
    results.reduce((total, result) => total + result[field], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    files: results.flatMap(({ files }) => files),
  };
}
