import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const COUNT_MODULES = join(import.meta.dirname, 'count-modules.mjs');
/** The command starts in under 150 ms. A machine that runs other tests too needs more. */
const START_MS_MAX = 600;
const RUNS = 5;
/** Modules of the command itself and of commander. */
const MODULES_MAX = 40;

const COMMANDS = [['--version'], ['campaigns', 'list', '--help'], ['complete', '--', 'contacts', '']];

/** Milliseconds of one run. */
function timeOf(args: readonly string[]): number {
  const startedAt = performance.now();
  expect(spawnSync(process.execPath, [MAIN, ...args]).status).toBe(0);
  return performance.now() - startedAt;
}

/** The files that one run loads. */
function modulesOf(args: readonly string[]): string[] {
  const { stderr } = spawnSync(process.execPath, ['--import', COUNT_MODULES, MAIN, ...args], {
    encoding: 'utf8',
  });
  return stderr.split('\n').filter((line) => line.startsWith('file:'));
}

describe('outreach', () => {
  it.each(COMMANDS)('starts fast: %s', (...args) => {
    timeOf(args);
    const times = Array.from({ length: RUNS }, () => timeOf(args)).toSorted((a, b) => a - b);
    expect(times[Math.floor(RUNS / 2)]).toBeLessThan(START_MS_MAX);
  });

  it.each(COMMANDS)('loads only what it shows: %s', (...args) => {
    const modules = modulesOf(args);
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.length).toBeLessThan(MODULES_MAX);
    expect(modules.filter((url) => /zod|openapi|modelcontextprotocol|libs\/client/.test(url))).toEqual([]);
  });
});
