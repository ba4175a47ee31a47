import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { runAdmin } from '@outreach/dev';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { runStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const PASSWORD = 'correct horse battery';
const SOON = { timeoutMs: 1_000, pollMs: 50 };
const REQUEST_EVERY_MS = 250;
const CONTACTS = '/api/v1/contacts/';

const running = await sharedByTests(runStack);
let counter = 0;

async function admin(...args: string[]) {
  const { code, stdout } = await runAdmin(args, (app) => running.stack.environmentOf(app));
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

async function member() {
  counter += 1;
  const username = `member-${String(counter)}-${running.username}`;
  const body = { username, password: PASSWORD, role: 'member' };
  const made = await running.call('POST', '/api/v1/users/', { body });
  return { path: `/api/v1/users/${made.body.id}/`, username, token: await logIn(username) };
}

async function logIn(username: string, password = PASSWORD): Promise<string> {
  const answer = await running.call('POST', '/api/v1/auth/token/', { key: '', body: { username, password } });
  expect(answer.status).toBe(200);
  return answer.body.access;
}

async function statusOf(key: string, path = CONTACTS): Promise<number> {
  return (await running.call('GET', path, { key })).status;
}

async function answersSoon(status: number, key: string, path = CONTACTS): Promise<void> {
  await eventually(async () => expect(await statusOf(key, path)).toBe(status), SOON);
}

describe('within a second', () => {
  it.each([
    ['a deactivated user', { is_active: false }],
    ['a user with a new password', { password: 'another horse battery' }],
    ['a user with another role', { role: 'viewer' }],
  ])('tokens of %s are refused', async (_name, change) => {
    const { path, token } = await member();
    expect(await statusOf(token)).toBe(200);
    expect((await running.call('PATCH', path, { body: change })).status).toBe(200);
    await answersSoon(401, token);
  });

  it('tokens of a deleted user are refused', async () => {
    const { path, token } = await member();
    expect(await statusOf(token)).toBe(200);
    expect((await running.call('DELETE', path)).status).toBe(204);
    await answersSoon(401, token);
  });

  it('a granted scope opens what it is for, with the same token', async () => {
    const { path, token } = await member();
    expect(await statusOf(token, '/api/v1/webhooks/')).toBe(403);
    await running.call('PATCH', path, { body: { scopes: ['webhooks:read'] } });
    await answersSoon(200, token, '/api/v1/webhooks/');
  });

  it('a changed key has its new scopes and budget', async () => {
    const made = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'Narrow', scopes: ['contacts:read'] },
    });
    const { id, key } = made.body;
    expect(await statusOf(key)).toBe(200);
    const body = { scopes: ['webhooks:read'], rate_limit_per_minute: 7 };
    expect((await running.call('PATCH', `/api/v1/api-keys/${id}/`, { body })).status).toBe(200);
    await answersSoon(403, key);
    const status = await running.call('GET', '/api/v1/auth/rate-limit-status/', { key });
    expect(status.body.limit).toBe(7);
  });

  it('a rotated key is replaced, and one with an overlap goes on beside the new one', async () => {
    const made = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'Turn', scopes: ['contacts:read'] },
    });
    const { id, key } = made.body;
    expect(await statusOf(key)).toBe(200);
    const path = `/api/v1/api-keys/${id}/rotate/`;
    const kept = await running.call('POST', path, { body: { overlap_seconds: 60 } });
    expect([await statusOf(kept.body.key), await statusOf(key)]).toEqual([200, 200]);
    const last = await running.call('POST', path);
    expect(last.body).toMatchObject({ id, name: 'Turn', key: expect.stringMatching(/^otk_/) });
    expect(await statusOf(last.body.key)).toBe(200);
    await answersSoon(401, key);
    await answersSoon(401, kept.body.key);
  });

  it("the operator's new limits are in force, and a key revoked by the operator is refused", async () => {
    const { body: workspace } = await running.call('GET', '/api/v1/workspace/');
    const update = ['workspace', 'update', '--id', workspace.id];
    await admin(...update, '--tier', 'enterprise', '--limit', '9000');
    await eventually(async () => {
      const status = await running.call('GET', '/api/v1/auth/rate-limit-status/');
      const limits = new Map(
        status.body.limits.map((row: { name: string; limit: number }) => [row.name, row.limit]),
      );
      expect(limits.get('workspace')).toBe(9_000);
    }, SOON);
    const made = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'Lost', scopes: ['contacts:read'] },
    });
    expect(await statusOf(made.body.key)).toBe(200);
    const { key } = await admin('key', 'revoke', '--id', made.body.id);
    expect(key).toMatchObject({ id: made.body.id, revoked_at: expect.any(String) });
    await answersSoon(401, made.body.key);
  });
});

describe('the signing key', () => {
  it('rotates again and again while no request with a token is refused', async () => {
    const { token, username } = await member();
    const tokens = [token];
    const statuses: number[] = [];
    const rotating = new AbortController();
    const requests = (async () => {
      // Paced, so that the user's own limit of 120 a minute is never met.
      while (!rotating.signal.aborted) {
        await setTimeout(REQUEST_EVERY_MS);
        statuses.push(await statusOf(tokens[statuses.length % tokens.length] ?? '', '/api/v1/workspace/'));
      }
    })();
    const kids = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const { signing_keys: keys } = await admin('signing-key', 'rotate');
      kids.add(keys.current);
      tokens.push(await logIn(username));
    }
    rotating.abort();
    await requests;
    expect(kids.size).toBe(3);
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { body } = await running.call('GET', '/.well-known/jwks.json', { key: '' });
    expect(body.keys).toHaveLength(5);
  });
});

describe('the audit log', () => {
  it('tells the administrator of log-ins and changes, and the members nothing', async () => {
    const { username, token } = await member();
    const wrong = { key: '', body: { username, password: 'not the password' } };
    expect((await running.call('POST', '/api/v1/auth/token/', wrong)).status).toBe(401);
    const log = await running.call('GET', '/api/v1/audit-log/?page_size=3');
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'login.failed',
      'login.succeeded',
      'user.created',
    ]);
    expect(log.body.data[0]).toMatchObject({
      actor: { type: 'anonymous', id: null },
      ip: '127.0.0.1',
      request_id: expect.any(String),
    });
    expect(log.text).not.toContain(PASSWORD);
    expect(await statusOf(token, '/api/v1/audit-log/')).toBe(403);
  });
});

describe('dead letters', () => {
  it('of all services are listed and retried together', async () => {
    expect(await admin('dead-letters', 'list')).toEqual({ dead_letters: [] });
    expect(await admin('dead-letters', 'retry')).toEqual({ retried: 0, failed: 0 });
  });
});
