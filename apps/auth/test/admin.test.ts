import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@outreach/testing';

const ADMIN = path.resolve(import.meta.dirname, '../src/admin.ts');
const PASSWORD = 'correct horse battery';
let env: Record<string, string>;

beforeAll(async () => {
  ({ env } = await testEnvironment('admin'));
});

async function admin(...args: string[]) {
  const child = spawn(process.execPath, [ADMIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, code, json: stdout === '' ? undefined : JSON.parse(stdout) };
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
    expect(first.code).toBe(0);
    expect(first.json).toEqual({
      workspace: {
        id: expect.stringMatching(/^ws_/),
        name: 'Acme',
        tier: 'enterprise',
        agency_id: expect.stringMatching(/^agn_/),
      },
      user: { id: expect.stringMatching(/^usr_/), username: 'one@acme.example', role: 'owner' },
    });
    const second = await admin(...workspace('two@acme.example'), '--agency', 'North');
    expect(second.json.workspace.agency_id).toBe(first.json.workspace.agency_id);
    const { json } = await admin('workspace', 'list');
    expect(json.workspaces.map(({ id }: { id: string }) => id)).toEqual([
      first.json.workspace.id,
      second.json.workspace.id,
    ]);
  });

  it('creates users with additional scopes', async () => {
    const { json } = await admin(...workspace('owner@acme.example'));
    const user = ['user', 'create', '--workspace', json.workspace.id, '--username', 'viewer@acme.example'];
    const created = await admin(
      ...user,
      '--password',
      PASSWORD,
      '--role',
      'viewer',
      '--scope',
      'webhooks:read',
    );
    expect(created.json.user).toMatchObject({
      role: 'viewer',
      scopes: ['contacts:read', 'campaigns:read', 'webhooks:read'],
    });
  });

  it('changes tier and limits and restores the default limits with the default tier', async () => {
    const { json: created } = await admin(...workspace('limits@acme.example'));
    const update = ['workspace', 'update', '--id', created.workspace.id];
    const limits = ['--key-limit', '3000', '--limit', '1000000', '--write-limit', '2000'];
    const raised = await admin(...update, '--tier', 'enterprise', ...limits);
    expect(raised.json.workspace).toMatchObject({
      tier: 'enterprise',
      limits: { credential: 3_000, workspace: 1_000_000, workspace_write: 2_000 },
    });
    const kept = await admin(...update, '--write-limit', '9000');
    expect(kept.json.workspace.limits).toEqual({
      credential: 3_000,
      workspace: 1_000_000,
      workspace_write: 9_000,
    });
    const lowered = await admin(...update, '--tier', 'default');
    expect(lowered.json.workspace).toMatchObject({
      tier: 'default',
      limits: { credential: 600, workspace: 5_000, workspace_write: 2_000 },
    });
    const refused = await admin(...update, '--limit', '6000');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('limit: ') });
  });

  it('rotates the signing key', async () => {
    const { code, json } = await admin('signing-key', 'rotate');
    expect(code).toBe(0);
    const { current, next, previous } = json.signing_keys;
    expect(new Set([current, next, ...previous]).size).toBe(3);
  });

  it('lists no dead letters and refuses to revoke an unknown key', async () => {
    expect((await admin('dead-letters', 'list')).json).toEqual({ dead_letters: [] });
    const { code, stderr } = await admin('key', 'revoke', '--id', 'key_0');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('does not exist') });
  });

  it.each([
    [
      'a taken username',
      [...workspace('TAKEN@acme.example')],
      'username: The username is taken; choose another one.',
    ],
    [
      'a short password',
      ['workspace', 'create', '--name', 'A', '--owner', 'x', '--password', 'short'],
      'password: ',
    ],
    [
      'a key limit on the default tier',
      [...workspace('y@acme.example'), '--key-limit', '900'],
      'key-limit: ',
    ],
    [
      'an unknown workspace',
      [
        'user',
        'create',
        '--workspace',
        'ws_0',
        '--username',
        'z',
        '--password',
        PASSWORD,
        '--role',
        'viewer',
      ],
      'does not exist',
    ],
    ['a missing flag', ['workspace', 'create', '--name', 'A'], 'workspace create requires --owner.'],
    ['an unknown command', ['workspace', 'explode'], 'Unknown command: workspace explode.'],
    ['no command', [], 'A command is missing.'],
  ])('refuses %s with one sentence and exit code 1', async (_name, args, sentence) => {
    await admin(...workspace('taken@acme.example'));
    const { code, stdout, stderr } = await admin(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });
});
