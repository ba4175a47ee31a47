import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { runAuthAdmin } from '@outreach/dev/seed';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const PASSWORD = 'correct horse battery';
const SOON = { timeoutMs: 10_000, pollMs: 50 };
const REQUESTS_PER_ROTATION = 4;
/** A second rotation waits until its key has been published for five seconds. */
const ROTATIONS = 2;
const REQUEST_EVERY_MS = 250;
const SIGNS_WITHIN_MS = 5_000;
const CONTACTS = '/api/v1/contacts/';

const running = await sharedByTests(useSharedStack);
let counter = 0;

/** The id of the key that signed a token. */
function kidOf(token: string): string {
  const [head = ''] = token.split('.');
  return JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read results of many shapes.
async function admin(...args: string[]): Promise<any> {
  // The command prints its result as JSON.
  return JSON.parse(JSON.stringify(await runAuthAdmin(running.stack, args)));
}

async function createMember() {
  counter += 1;
  const username = `member-${String(counter)}-${running.username}`;
  const body = { username, password: PASSWORD, role: 'member' };
  const created = await running.call('POST', '/api/v1/users/', { body });
  return { path: `/api/v1/users/${created.body.id}/`, username, token: await logIn(username) };
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

// credential-events.deep.test.ts measures the time.
describe('a change of a credential', () => {
  it('ends the tokens of a deactivated user, and of users with a new password or role', async () => {
    const changes = [{ is_active: false }, { password: 'another horse battery' }, { role: 'viewer' }];
    const end = async (change: object): Promise<void> => {
      const { path, token } = await createMember();
      expect(await statusOf(token)).toBe(200);
      expect((await running.call('PATCH', path, { body: change })).status).toBe(200);
      await answersSoon(401, token);
    };
    await Promise.all(changes.map(end));
  });

  it('ends the tokens of a deleted user', async () => {
    const { path, token } = await createMember();
    expect(await statusOf(token)).toBe(200);
    expect((await running.call('DELETE', path)).status).toBe(204);
    await answersSoon(401, token);
  });

  it('gives a token that exists already the scope that was granted', async () => {
    const { path, token } = await createMember();
    expect(await statusOf(token, '/api/v1/webhooks/')).toBe(403);
    await running.call('PATCH', path, { body: { scopes: ['webhooks:read'] } });
    await answersSoon(200, token, '/api/v1/webhooks/');
  });

  it('gives a key its new scopes and rate limit', async () => {
    const created = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'Narrow', scopes: ['contacts:read'] },
    });
    const { id, key } = created.body;
    expect(await statusOf(key)).toBe(200);
    const body = { scopes: ['webhooks:read'], rate_limit_per_minute: 7 };
    expect((await running.call('PATCH', `/api/v1/api-keys/${id}/`, { body })).status).toBe(200);
    await answersSoon(403, key);
    const status = await running.call('GET', '/api/v1/auth/rate-limit-status/', { key });
    expect(status.body.limit).toBe(7);
  });

  it('replaces a rotated key, and keeps one with an overlap beside the new one', async () => {
    const created = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'Turn', scopes: ['contacts:read'] },
    });
    const { id, key } = created.body;
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

  it('applies the limits that the operator sets, and refuses a key that the operator revokes', async () => {
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
    const created = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'Lost', scopes: ['contacts:read'] },
    });
    expect(await statusOf(created.body.key)).toBe(200);
    const { key } = await admin('key', 'revoke', '--id', created.body.id);
    expect(key).toMatchObject({ id: created.body.id, revoked_at: expect.any(String) });
    await answersSoon(401, created.body.key);
  });
});

async function publishedKeys(): Promise<unknown[]> {
  return (await running.call('GET', '/.well-known/jwks.json', { key: '' })).body.keys;
}

describe('the signing key', () => {
  it('rotates twice while no request with a token is refused, and signs the tokens of the next log-ins', async () => {
    const { token, username } = await createMember();
    const tokens = [token];
    const before = (await publishedKeys()).length;
    const statuses: number[] = [];
    /** Requests with all tokens in turn, until the rotation has ended. */
    const requestDuring = async (rotation: Promise<unknown>): Promise<void> => {
      const progress = { isDone: false };
      void rotation.finally(() => (progress.isDone = true)).catch(() => undefined);
      for (let sent = 0; !progress.isDone || sent < REQUESTS_PER_ROTATION; sent += 1) {
        const key = tokens[statuses.length % tokens.length] ?? '';
        statuses.push(await statusOf(key, '/api/v1/workspace/'));
        // The user stays below the limit of 120 requests a minute.
        await setTimeout(REQUEST_EVERY_MS);
      }
    };
    const kids: string[] = [];
    for (let count = 0; count < ROTATIONS; count += 1) {
      const rotation = admin('signing-key', 'rotate');
      await requestDuring(rotation);
      kids.push((await rotation).signing_keys.current);
      tokens.push(await logIn(username));
    }
    expect(new Set(kids).size).toBe(ROTATIONS);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await eventually(async () => expect(await publishedKeys()).toHaveLength(before + kids.length), SOON);
    await eventually(async () => expect(kidOf(await logIn(username))).toBe(kids.at(-1)), {
      timeoutMs: SIGNS_WITHIN_MS,
      pollMs: 250,
    });
  });

  it('ends its tokens at once when it is revoked, and another key signs', async () => {
    const { username, token } = await createMember();
    expect(await statusOf(token)).toBe(200);
    const kid = kidOf(token);
    const { revoked, signing_keys: keys } = await admin('signing-key', 'revoke', '--kid', kid);
    expect([revoked, keys.current === kid]).toEqual([kid, false]);
    await answersSoon(401, token);
    await eventually(async () => expect(await statusOf(await logIn(username))).toBe(200), SOON);
    expect(await publishedKeys()).not.toContainEqual(expect.objectContaining({ kid }));
  });
});

describe('the audit log', () => {
  it('shows log-ins and changes to the owner, and answers 403 to a member', async () => {
    const { username, token } = await createMember();
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
