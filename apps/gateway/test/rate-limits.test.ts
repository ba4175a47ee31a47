import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';

const CONTACTS = '/api/v1/contacts/';
const TOKEN = '/api/v1/auth/token/';
const PASSWORD = 'correct horse battery';
const json = { 'content-type': 'application/json' };

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(async () => gateway.stop());

const list = async (credential: string) => gateway.call(CONTACTS, { credential });
const create = async (credential: string) =>
  gateway.call(CONTACTS, { credential, method: 'POST', headers: json, body: '{"email":"a@b.example"}' });
const logIn = async (password: string, username = 'maria') =>
  gateway.call(TOKEN, { method: 'POST', headers: json, body: JSON.stringify({ username, password }) });

describe('the limit of a credential', () => {
  it('admits exactly its number of concurrent requests, and refuses the rest with Retry-After', async () => {
    const key = gateway.key('small', ['contacts:read'], 25);
    const responses = await Promise.all(Array.from({ length: 60 }, async () => list(key)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(25);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(35);
    for (const response of refused) {
      const body = (await response.json()) as { error: Record<string, unknown> };
      expect(body.error).toMatchObject({ code: 'rate_limited', limit: 25, limit_name: 'credential' });
      expect(response.headers.get('retry-after')).toBe(String(body.error['retry_after_seconds']));
      expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    }
  });

  it('counts requests that fail later: unknown paths, 403 and 400', async () => {
    const key = gateway.key('fails', [], 3);
    expect((await gateway.call('/nowhere', { credential: key })).status).toBe(404);
    expect((await list(key)).status).toBe(403);
    expect((await gateway.call('/api/v1/contacts', { credential: key })).status).toBe(404);
    expect((await list(key)).status).toBe(429);
  });

  it('is checked before the path and before the scope', async () => {
    const key = gateway.key('first', [], 1);
    await list(key);
    expect((await gateway.call('/nowhere', { credential: key })).status).toBe(429);
  });

  it('is shown by the status endpoint, which lists all eight limits and counts in none', async () => {
    const key = gateway.key('status', ['contacts:read'], 5);
    await list(key);
    for (let count = 0; count < 10; count += 1) {
      const response = await gateway.call('/api/v1/auth/rate-limit-status/', { credential: key });
      const body = (await response.json()) as { remaining: number; limits: { name: string; used: number }[] };
      expect([body.remaining, response.headers.get('x-ratelimit-remaining')]).toEqual([4, '4']);
      expect(body.limits.map(({ name, used }) => `${name} ${used}`)).toEqual([
        'credential 1',
        'write 0',
        'bulk 0',
        'analytics 0',
        'workspace 1',
        'workspace_write 0',
        'campaign_create 0',
        'campaign_launch 0',
      ]);
    }
  });

  it('admits 60 writes of a user, and still admits reads', async () => {
    const token = await gateway.token();
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await create(token)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const refused = await create(token);
    expect(((await refused.json()) as { error: { limit_name: string } }).error.limit_name).toBe('write');
    expect((await list(token)).status).toBe(200);
  });
});

describe('failed log-ins', () => {
  it('are limited to ten a minute per user and address; then the right password is refused with 429 too', async () => {
    for (let count = 0; count < 10; count += 1) {
      const response = await logIn('wrong');
      expect([response.status, await response.json()]).toEqual([401, { detail: 'No such user.' }]);
    }
    const refused = await logIn(PASSWORD, 'MARIA');
    expect(refused.status).toBe(429);
    expect(((await refused.json()) as { error: unknown }).error).toMatchObject({
      limit: 10,
      limit_name: 'login',
    });
    expect((await logIn(PASSWORD, 'other')).status).toBe(200);
  });

  it('are limited to the same number when they are concurrent', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await logIn('wrong')).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  it('exclude successes, which count in the limit of the user', async () => {
    for (let count = 0; count < 15; count += 1) expect((await logIn(PASSWORD)).status).toBe(200);
    const response = await gateway.call('/api/v1/auth/rate-limit-status/', {
      credential: await gateway.token(),
    });
    expect(await response.json()).toMatchObject({ limit: 120, remaining: 105 });
  });

  it('are limited to sixty a minute per address, over all users', async () => {
    const attempts = Array.from({ length: 70 }, async (_, index) => logIn('wrong', `user${index}`));
    const responses = await Promise.all(attempts);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(((await refused[0]?.json()) as { error: unknown }).error).toMatchObject({
      limit_name: 'login_address',
    });
  });

  it('count in no limit if their body is malformed', async () => {
    for (let count = 0; count < 20; count += 1) expect((await logIn('')).status).toBe(400);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });
});

describe('refreshes', () => {
  const refresh = async (token: string) =>
    gateway.call(`${TOKEN}refresh/`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ refresh: token }),
    });

  it('count in the limit of their user, and are refused before the token rotates', async () => {
    await logIn(PASSWORD);
    const statuses: number[] = [];
    for (let count = 0; count < 122; count += 1)
      statuses.push((await refresh(count === 0 ? 'otr_1' : 'otr_2')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(119);
    expect(gateway.world.calls.filter((call) => call === 'auth.refreshToken')).toHaveLength(119);
  });

  it('count in login_address only if they fail', async () => {
    const responses = await Promise.all(Array.from({ length: 61 }, async () => refresh('nonsense')));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(60);
  });
});

describe('the limit of an address', () => {
  it('refuses the 601st invalid credential with 429, and never refuses a valid credential', async () => {
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 100 }, async () => gateway.call(CONTACTS)));
    }
    const response = await gateway.call(CONTACTS);
    expect(response.status).toBe(429);
    expect(((await response.json()) as { error: unknown }).error).toMatchObject({
      limit: 600,
      limit_name: 'address',
    });
    expect((await list(gateway.key('valid'))).status).toBe(200);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });
});

describe('one check of four limits', () => {
  it('takes little time and constant memory', () => {
    const limiter = createMemoryRateLimiter({
      clocks: { now: () => Date.now(), monotonic: () => performance.now() },
      failureRingCountMax: 10,
    });
    const uses = ['credential', 'write', 'workspace', 'workspace_write'].map((name) => ({
      partition: 'ws_1',
      name,
      key: 'k',
      limit: 5_000,
    }));
    for (let count = 0; count < 50_000; count += 1) limiter.admit(uses);
    expect(limiter.ringCount).toBe(4);
  });
});
