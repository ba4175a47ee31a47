import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packCli } from './pack-cli.ts';
import { packClient } from './pack-client.ts';
import { repositoryRoot } from './repository-root.ts';

/** The packages of the registry that the command depends on. */
const DEPENDENCIES = [
  '@modelcontextprotocol/sdk',
  '@napi-rs/keyring',
  'cli-progress',
  'commander',
  'csv-stringify',
  'openapi-fetch',
  'standardwebhooks',
  'zod',
];

describe('the package of the command', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outreach-cli-'));
    await Promise.all([packCli(join(folder, 'cli')), packClient(join(folder, 'client'))]);
    const modules = join(folder, 'node_modules');
    await mkdir(join(modules, '@outreach'), { recursive: true });
    for (const name of ['cli', 'client'])
      await cp(join(folder, name, 'package'), join(modules, '@outreach', name), { recursive: true });
    for (const name of DEPENDENCIES) {
      await mkdir(dirname(join(modules, name)), { recursive: true });
      await symlink(join(repositoryRoot, 'node_modules', name), join(modules, name));
    }
  }, 60_000);

  afterAll(async () => rm(folder, { recursive: true, force: true }));

  const outreach = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(folder, 'node_modules/@outreach/cli/dist/main.js'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        OUTREACH_URL: 'http://127.0.0.1:1',
        OUTREACH_API_KEY: 'otk_test',
      },
    });

  it('starts without the sources and without the packages of the repository', () => {
    expect(outreach('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
    expect(outreach('contacts', 'search', '--help').stdout).toContain('Usage: outreach contacts search');
  });

  it('calls the API with the packed client', () => {
    expect(outreach('campaigns', 'list')).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('The request failed'),
    });
  });
});
