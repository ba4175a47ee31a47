import { programs } from '@outreach/jest/programs';
import type { FileResult } from './results.ts';

/** A step of `npm test`. Steps may overlap. */
export interface Step {
  readonly name: string;
  readonly seconds: number;
}

const SLOWEST_FILES = 10;

/** The result of a run: all files, and what passed only in its second run. */
export interface Report {
  readonly steps: readonly Step[];
  readonly files: readonly FileResult[];
  readonly unstable: readonly FileResult[];
}

/** The lines after the last test: times, slowest files, how to run skipped tests, and the failures. */
export function reportLines({ steps, files, unstable }: Report): readonly string[] {
  return [
    'Time by step; checks and tests run side by side:',
    ...steps.map(({ name, seconds }) => `${number(seconds, 8)} s  ${name}`),
    `The ${SLOWEST_FILES} slowest test files, with processor time and service starts:`,
    ...slowest(files).map(fileLine),
    ...missingLines(files),
    ...failureLines('Unstable tests: they failed, and passed when their file ran again alone', unstable),
    ...failureLines('Failed tests:', files),
  ];
}

function failureLines(title: string, files: readonly FileResult[]): readonly string[] {
  const lines = files.flatMap(({ path, failures }) =>
    failures.map(({ title: test, message }) => `  ${path}: ${test}\n${indent(message)}`),
  );
  return lines.length === 0 ? [] : [title, ...lines];
}

const indent = (text: string): string => text.replaceAll(/^/gm, '      ');

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
