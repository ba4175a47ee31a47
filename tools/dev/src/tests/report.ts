import { programs } from '@outreach/jest/programs';
import type { FileResult, TestResult } from './results.ts';

/** A step of `npm test`. Steps may overlap. */
export interface Step {
  readonly name: string;
  readonly seconds: number;
}

const SLOWEST_FILES = 10;

/** The lines after the last test: the time of each step, the slowest files, and how to run skipped tests. */
export function reportLines(steps: readonly Step[], { files }: TestResult): readonly string[] {
  return [
    'Time by step; checks and tests run side by side:',
    ...steps.map(({ name, seconds }) => `${number(seconds, 8)} s  ${name}`),
    `The ${SLOWEST_FILES} slowest test files, with processor time and service starts:`,
    ...slowest(files).map(fileLine),
    ...missingLines(files),
  ];
}

function slowest(files: readonly FileResult[]): readonly FileResult[] {
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES);
}

function fileLine({ path, seconds, cpuSeconds = 0, serviceStarts = 0 }: FileResult): string {
  return `${number(seconds, 8)} s ${number(cpuSeconds, 7)} s ${String(serviceStarts).padStart(3)}  ${path}`;
}

const number = (value: number, width: number): string => value.toFixed(1).padStart(width);

/** One sentence that names the command which installs the missing programs. */
function missingLines(files: readonly FileResult[]): readonly string[] {
  const missing = [...new Set(files.flatMap((file) => file.missing ?? []))].toSorted();
  if (missing.length === 0) return [];
  const packages = missing.map((name) => programs[name]?.package ?? name);
  return [
    `Tests were skipped because this machine lacks ${missing.join(', ')}; on Debian and Ubuntu install with: apt-get install ${packages.join(' ')}`,
  ];
}
