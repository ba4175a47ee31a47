import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { openAdmin } from '@outreach/app-kit';
import { testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { authService } from '../src/app.ts';

const ADMIN = path.resolve(import.meta.dirname, '../src/admin.ts');
const PASSWORD = 'correct horse battery';
const { env } = await testEnvironment('admin');
const { run } = await sharedByTests(async () => openAdmin(authService, env));

/** Runs a command in this process, and returns the printed object. */
async function admin(...args: string[]) {
  return JSON.parse(JSON.stringify(await run(args)));
}

/** Runs a command as operators do. */
async function spawnAdmin(...args: string[]) {
  const child = spawn(process.execPath, [ADMIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, code };
}

const workspace = (owner: string) => [
  'workspace',
  'create',
  '--name',
  'Acme',
  '--owner',
  owner,
  '--password',
  PASSWORD,
];

describe('operator commands', () => {
  it('creates a workspace with its owner and an agency with a new name', async () => {
    const first = await admin(
      ...workspace('one@acme.example'),
      '--tier',
      'enterprise',
      '--key-limit',
      '3000',
      '--agency',
      'North',
    );
    expect(first).toEqual({
      workspace: {
        id: expect.stringMatching(/^ws_/),
        name: 'Acme',
        tier: 'enterprise',
        agency_id: expect.stringMatching(/^agn_/),
      },
      user: { id: expect.stringMatching(/^usr_/), username: 'one@acme.example', role: 'owner' },
    });
    const second = await admin(...workspace('two@acme.example'), '--agency', 'North');
    expect(second.workspace.agency_id).toBe(first.workspace.agency_id);
    const { workspaces } = await admin('workspace', 'list');
    expect(workspaces.map(({ id }: { id: string }) => id)).toEqual([first.workspace.id, second.workspace.id]);
  });

  it('creates users with additional scopes', async () => {
    const created = await admin(...workspace('owner@acme.example'));
    const user = ['user', 'create', '--workspace', created.workspace.id, '--username', 'viewer@acme.example'];
    const viewer = await admin(
      ...user,
      '--password',
      PASSWORD,
      '--role',
      'viewer',
      '--scope',
      'webhooks:read',
    );
    expect(viewer.user).toMatchObject({
      role: 'viewer',
      scopes: ['contacts:read', 'campaigns:read', 'webhooks:read'],
    });
  });

  it('changes tier and limits and restores the default limits with the default tier', async () => {
    const created = await admin(...workspace('limits@acme.example'));
    const update = ['workspace', 'update', '--id', created.workspace.id];
    const limits = ['--key-limit', '3000', '--limit', '1000000', '--write-limit', '2000'];
    const raised = await admin(...update, '--tier', 'enterprise', ...limits);
    expect(raised.workspace).toMatchObject({
      tier: 'enterprise',
      limits: { credential: 3_000, workspace: 1_000_000, workspace_write: 2_000 },
    });
    const kept = await admin(...update, '--write-limit', '9000');
    expect(kept.workspace.limits).toEqual({
      credential: 3_000,
      workspace: 1_000_000,
      workspace_write: 9_000,
    });
    const lowered = await admin(...update, '--tier', 'default');
    expect(lowered.workspace).toMatchObject({
      tier: 'default',
      limits: { credential: 600, workspace: 5_000, workspace_write: 2_000 },
    });
    await expect(admin(...update, '--limit', '6000')).rejects.toMatchObject({ field: 'limit' });
  });

  it('lists no dead letters and refuses to revoke an unknown key', async () => {
    expect(await admin('dead-letters', 'list')).toEqual({ dead_letters: [] });
    await expect(admin('key', 'revoke', '--id', 'key_0')).rejects.toThrow('does not exist');
  });

  const taken = workspace('TAKEN@acme.example');
  const ofUnknown = ['user', 'create', '--workspace', 'ws_0', '--username', 'z', '--password', PASSWORD];
  const short = ['workspace', 'create', '--name', 'A', '--owner', 'x', '--password', 'short'];
  const TAKEN = 'The username is taken; choose another one.';

  it.each([
    ['a taken username', taken, { field: 'username', message: TAKEN }],
    ['a short password', short, { field: 'password' }],
    [
      'a key limit on the default tier',
      [...workspace('y@acme.example'), '--key-limit', '900'],
      { field: 'key-limit' },
    ],
    [
      'an unknown workspace',
      [...ofUnknown, '--role', 'viewer'],
      { message: expect.stringContaining('does not exist') },
    ],
    [
      'a missing flag',
      ['workspace', 'create', '--name', 'A'],
      { message: expect.stringContaining('workspace create requires --owner.') },
    ],
    [
      'an unknown command',
      ['workspace', 'explode'],
      { message: expect.stringContaining('Unknown command: workspace explode.') },
    ],
    ['no command', [], { message: expect.stringContaining('A command is missing.') }],
  ])('refuses %s', async (_name, args, problem) => {
    await admin(...workspace('taken@acme.example')).catch(() => undefined);
    await expect(admin(...args)).rejects.toMatchObject(problem);
  });
});

describe('the program of operators', () => {
  it('prints one JSON object, or one sentence with exit code 1', async () => {
    const owner = workspace('program@acme.example');
    const created = await spawnAdmin(...owner);
    expect([created.code, created.stderr]).toEqual([0, '']);
    expect(JSON.parse(created.stdout)).toMatchObject({ user: { username: 'program@acme.example' } });
    const refusals = await Promise.all([spawnAdmin(...owner), spawnAdmin('workspace', 'explode')]);
    const sentences = ['username: The username is taken; choose another one.', 'Unknown command: workspace'];
    for (const [index, { code, stdout, stderr }] of refusals.entries()) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(sentences[index]);
      expect(stderr).not.toContain('    at ');
    }
  });
});
