/** @needs go */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildGoProgram } from '@outreach/dev';
import { describe, expect, it, jest } from '@jest/globals';
import { read, root, treeFiles } from './tree.ts';

jest.setTimeout(600_000);

const actionlint = buildGoProgram('github.com/rhysd/actionlint/cmd/actionlint');
const workflows = treeFiles().filter((path) => /^\.github\/workflows\/.+\.yml$/.test(path));

function lint(paths: readonly string[]): readonly [status: number | null, output: string] {
  const { status, stdout } = spawnSync(actionlint, paths, { cwd: root, encoding: 'utf8' });
  return [status, stdout];
}

describe('actionlint', () => {
  it('reports nothing about the workflows', () => {
    expect(workflows.length).toBeGreaterThan(0);
    expect(lint(workflows)).toEqual([0, '']);
  });

  it('reports an output of a step that does not exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outreach-workflow-'));
    const path = join(folder, 'broken.yml');
    const run = 'run: echo ${{ steps.other.outputs.name }}';
    writeFileSync(path, `on: push\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - ${run}\n`);
    expect(lint([path])).toEqual([1, expect.stringContaining('property "other" is not defined')]);
    rmSync(folder, { recursive: true });
  });
});

describe('a workflow', () => {
  it('uses actions of exact versions', () => {
    const uses = workflows.flatMap((path) =>
      [...read(path).matchAll(/uses: (\S+)/g)].map(([, use = '']) => use),
    );
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((use) => !/^\.\/|@v\d+\.\d+\.\d+$/.test(use))).toEqual([]);
  });
});
