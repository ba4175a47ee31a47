import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { read, root, sources } from './tree.ts';

const fileLinesMax = 300;
const mainLinesMax = 15;
const kebabName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|mjs)$/;

const lineCount = (path: string): number => read(path).trimEnd().split('\n').length;

describe('a source file', () => {
  it(`has at most ${fileLinesMax} lines`, () => {
    expect(sources().filter((path) => lineCount(path) > fileLinesMax)).toEqual([]);
  });

  it('has a kebab-case name', () => {
    const names = sources().filter((path) => !kebabName.test(path.slice(path.lastIndexOf('/') + 1)));
    expect(names).toEqual([]);
  });

  const mains = readdirSync(join(root, 'apps')).map((app) => `apps/${app}/src/main.ts`);
  it.each(mains)(`named %s has at most ${mainLinesMax} lines; wiring belongs to app.ts`, (path) => {
    expect(existsSync(join(root, path))).toBe(true);
    expect(lineCount(path)).toBeLessThanOrEqual(mainLinesMax);
  });
});
