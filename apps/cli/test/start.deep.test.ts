/** @alone It measures time. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const COUNT_MODULES = join(import.meta.dirname, 'count-modules.mjs');
/**
 * The command starts in under 150 ms where Node starts in 50 ms. Other work on the machine delays starts, so the fastest of
 * several are compared, with room: the number of modules is the sharper test.
 */
const STARTS_OF_NODE_MAX = 8;
const RUNS = 5;
/** Modules of the command itself and of commander. */
const MODULES_MAX = 40;

const COMMANDS = [['--version'], ['campaigns', 'list', '--help'], ['complete', '--', 'contacts', '']];

/** Milliseconds of one run of Node. */
function timeOf(args: readonly string[]): number {
  const startedAt = performance.now();
  expect(spawnSync(process.execPath, args).status).toBe(0);
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
    const command = [MAIN, ...args];
    timeOf(command);
    const pairs = Array.from({ length: RUNS }, () => [timeOf(['-e', '0']), timeOf(command)] as const);
    const ofNode = Math.min(...pairs.map(([time]) => time));
    expect(Math.min(...pairs.map(([, time]) => time)) / ofNode).toBeLessThan(STARTS_OF_NODE_MAX);
  });

  it.each(COMMANDS)('loads only what it shows: %s', (...args) => {
    const modules = modulesOf(args);
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.length).toBeLessThan(MODULES_MAX);
    expect(modules.filter((url) => /zod|openapi|modelcontextprotocol|libs\/client/.test(url))).toEqual([]);
  });
});
