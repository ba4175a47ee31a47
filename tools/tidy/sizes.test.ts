import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { read, root, sources } from './tree.ts';

const fileLinesMax = 300;
const mainLinesMax = 15;
const exportedNamesMax = 20;
const kebabName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(tsx?|mjs)$/;

/** The names that an index.ts exports, as declarations or in braces. */
function exportedNames(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').filter((name) => name.trim() !== ''),
  );
  return [...lists, ...(text.match(/^export (?!(?:type )?\{)/gm) ?? [])];
}

const lineCount = (path: string): number => read(path).trimEnd().split('\n').length;

describe('a source file', () => {
  it(`has at most ${fileLinesMax} lines`, () => {
    expect(sources().filter((path) => lineCount(path) > fileLinesMax)).toEqual([]);
  });

  it('has a kebab-case name', () => {
    const names = sources().filter((path) => !kebabName.test(path.slice(path.lastIndexOf('/') + 1)));
    expect(names).toEqual([]);
  });

  const mains = readdirSync(join(root, 'apps')).map(
    (app) => `apps/${app}/src/main.${app === 'console' ? 'tsx' : 'ts'}`,
  );
  it.each(mains)(`named %s has at most ${mainLinesMax} lines; wiring belongs to app.ts`, (path) => {
    expect(existsSync(join(root, path))).toBe(true);
    expect(lineCount(path)).toBeLessThanOrEqual(mainLinesMax);
  });
});

describe('an index.ts', () => {
  const indexes = sources().filter((path) => path.endsWith('/index.ts'));

  it(`exports at most ${exportedNamesMax} names; a larger one is two`, () => {
    const tooMany = indexes.filter((path) => exportedNames(read(path)).length > exportedNamesMax);
    expect(tooMany).toEqual([]);
  });

  it('names what it exports', () => {
    expect(indexes.filter((path) => /^export \*/m.test(read(path)))).toEqual([]);
  });

  it('counts declarations and each name in braces', () => {
    const text =
      "export { a, type B } from './a.ts';\nexport type { C } from './c.ts';\nexport function d() {}\n";
    expect(exportedNames(text)).toHaveLength(4);
  });
});
