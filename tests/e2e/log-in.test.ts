import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack, type Answer } from './stack-harness.ts';

jest.setTimeout(180_000);

const TOKEN = '/api/v1/auth/token/';
const WRONG = 'not the password of any user';

const running = await sharedByTests(useSharedStack);
let addressCount = 0;

/** Posts from a client address of its own, unless `address` is given. */
async function post(path: string, body: object, address?: string): Promise<Answer> {
  addressCount += 1;
  const own = `10.3.${addressCount >> 8}.${addressCount & 255}`;
  return running.call('POST', path, { key: '', body, headers: { 'x-forwarded-for': address ?? own } });
}

const logIn = async (username: string, password: string, address?: string): Promise<Answer> =>
  post(TOKEN, { username, password }, address);
const refresh = async (token: string): Promise<Answer> => post(`${TOKEN}refresh/`, { refresh: token });

describe('a guesser', () => {
  it('gets a 429 after ten parallel guesses for one user, also for the right password', async () => {
    const { username, password } = running;
    const guesses = Array.from({ length: 15 }, async (_, index) =>
      logIn(username, `${WRONG} ${index}`, '10.4.0.1'),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    for (const { body, headers } of refused) {
      expect(body.error).toMatchObject({ code: 'rate_limited', limit: 10, limit_name: 'login' });
      expect(headers.get('retry-after')).toBe(String(body.error.retry_after_seconds));
    }
    expect((await logIn(username, password, '10.4.0.1')).status).toBe(429);
    expect((await logIn(username.toUpperCase(), password, '10.4.0.1')).status).toBe(429);
    expect((await logIn(username, password, '10.4.0.2')).status).toBe(200);
  });
});

describe('a refused log-in', () => {
  it('answers the same bytes for an unknown user, a wrong password and a deactivated user', async () => {
    const created = await running.call('POST', '/api/v1/users/', {
      body: { username: 'deactivated', password: 'right password of the user', role: 'viewer' },
    });
    expect(created.status).toBe(201);
    const off = await running.call('PATCH', `/api/v1/users/${created.body.id}/`, {
      body: { is_active: false },
    });
    expect(off.body.is_active).toBe(false);
    const answers = [
      await logIn(running.username, WRONG),
      await logIn('unknown@example.com', WRONG),
      await logIn('deactivated', 'right password of the user'),
      await logIn('deactivated', WRONG),
      await post(TOKEN, { username: running.username, password: running.password, workspace_id: 'ws_other' }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
  });
});

describe('a refresh token', () => {
  it('ends its whole family when it is used again two generations later', async () => {
    const { body: first } = await logIn(running.username, running.password);
    const { body: second } = await refresh(first.refresh);
    const { body: third } = await refresh(second.refresh);
    expect(third.refresh).toMatch(/^otr_/);
    const stolen = await refresh(first.refresh);
    expect(stolen).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    expect((await refresh(third.refresh)).status).toBe(401);
    expect((await refresh(second.refresh)).status).toBe(401);
  });

  it('ends its family and no other when it is revoked', async () => {
    const [one, other] = [
      await logIn(running.username, running.password),
      await logIn(running.username, running.password),
    ];
    expect((await post(`${TOKEN}revoke/`, { refresh: one.body.refresh })).status).toBe(204);
    expect((await refresh(one.body.refresh)).status).toBe(401);
    expect((await refresh(other.body.refresh)).status).toBe(200);
  });

  it('is refused as an access token, and an access token is refused as a refresh token', async () => {
    const { body } = await logIn(running.username, running.password);
    expect((await running.call('GET', '/api/v1/contacts/', { key: body.refresh })).status).toBe(401);
    expect([400, 401]).toContain((await refresh(body.access)).status);
  });

  it('is refused like any wrong one if it is too long', async () => {
    for (const token of ['otr_wrong', 'x'.repeat(100_000)]) {
      const { status, body } = await refresh(token);
      expect([status, typeof body.detail]).toEqual([401, 'string']);
    }
  });
});
