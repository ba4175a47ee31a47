import { describe, expect, it } from '@jest/globals';
import { createClient, refreshToken, userLogin } from '../src/index.ts';
import { json, refusal, reset, startTestApi, type Answer, type Received } from './test-api.ts';

const USER = { username: 'maria', password: 'correct horse' };
const pair = (id: number) => ({ access: `access-${String(id)}`, refresh: `refresh-${String(id)}` });

/** An API that issues token pairs and accepts only the newest access token. */
function tokenServer({ isRefreshRefused = false } = {}): { answer: Answer; revoke(): void } {
  let issued = 0;
  let isRevoked = false;
  const reply = (request: Received): Answer => {
    const isLogIn = request.url === '/api/v1/auth/token/';
    const isRefresh = request.url === '/api/v1/auth/token/refresh/';
    if (isRefresh && isRefreshRefused) return json(401, { detail: 'The token is not valid.' });
    if (isLogIn || isRefresh) {
      issued += 1;
      isRevoked = false;
      return json(200, pair(issued));
    }
    const isValid = !isRevoked && request.headers.authorization === `Bearer ${pair(issued).access}`;
    return isValid ? json(200, { id: 'ws_1' }) : refusal(401, 'authentication_required');
  };
  return {
    answer: (res, request) => reply(request)(res, request),
    revoke: () => {
      isRevoked = true;
    },
  };
}

const calls = (received: readonly { method: string; url: string }[]) =>
  received.map(({ url }) => url.replace('/api/v1/', ''));

describe('a user', () => {
  it('logs in once for concurrent first calls', async () => {
    await using api = await startTestApi(tokenServer().answer);
    const client = createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER) });
    await Promise.all([1, 2, 3].map(async () => client.get('/api/v1/workspace/')));
    expect(calls(api.received)).toEqual(['auth/token/', 'workspace/', 'workspace/', 'workspace/']);
    expect(JSON.parse(api.received[0]?.body ?? '')).toEqual(USER);
    expect(api.received[0]?.headers).not.toHaveProperty('authorization');
    expect(api.received[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('refreshes once for concurrent calls with an expired token, and repeats each call once', async () => {
    const server = tokenServer();
    await using api = await startTestApi(server.answer);
    const client = createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER) });
    await client.get('/api/v1/workspace/');
    server.revoke();
    api.received.length = 0;
    await Promise.all(Array.from({ length: 5 }, async () => client.get('/api/v1/workspace/')));
    expect(calls(api.received).filter((url) => url === 'auth/token/refresh/')).toHaveLength(1);
    expect(calls(api.received).filter((url) => url === 'auth/token/')).toHaveLength(0);
    expect(api.received.find(({ url }) => url.includes('refresh'))?.body).toBe('{"refresh":"refresh-1"}');
  });

  it('logs in again when the refresh is refused', async () => {
    const server = tokenServer({ isRefreshRefused: true });
    await using api = await startTestApi(server.answer);
    const client = createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER) });
    await client.get('/api/v1/workspace/');
    server.revoke();
    api.received.length = 0;
    await client.get('/api/v1/workspace/');
    expect(calls(api.received)).toEqual(['workspace/', 'auth/token/refresh/', 'auth/token/', 'workspace/']);
  });

  it('receives the error of a wrong password', async () => {
    await using api = await startTestApi(json(401, { detail: 'Wrong username or password.' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER) });
    const error = { status: 401, code: 'authentication_required', message: 'Wrong username or password.' };
    await expect(client.get('/api/v1/workspace/')).rejects.toMatchObject(error);
    expect(api.received).toHaveLength(1);
  });

  describe('with a second factor', () => {
    const missing = json(401, { detail: 'A code is required.', second_factor: 'totp' });
    const workspace = json(200, { id: 'ws_1' });

    it('is asked for a code once, after the password', async () => {
      await using api = await startTestApi(missing, json(200, pair(1)), workspace);
      let asked = 0;
      const code = async (): Promise<string> => `75023${String((asked += 1))}`;
      const client = createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER, { code }) });
      await Promise.all([1, 2].map(async () => client.get('/api/v1/workspace/')));
      expect(api.received.slice(0, 2).map(({ body }) => JSON.parse(body))).toEqual([
        USER,
        { ...USER, code: '750231' },
      ]);
    });

    it('receives the error of a wrong code, and of a missing one if there is no code to ask for', async () => {
      await using api = await startTestApi(missing);
      const attempt = async (options = {}) =>
        createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER, options) }).get(
          '/api/v1/workspace/',
        );
      const refused = { status: 401, secondFactor: 'totp', message: 'A code is required.' };
      await expect(attempt({ code: () => '000000' })).rejects.toMatchObject(refused);
      expect(api.received).toHaveLength(2);
      await expect(attempt()).rejects.toMatchObject(refused);
      expect(api.received).toHaveLength(3);
    });

    it('is not asked for a code when the password is wrong', async () => {
      await using api = await startTestApi(json(401, { detail: 'Wrong username or password.' }));
      const credentials = userLogin(USER, { code: () => '750232' });
      const client = createClient({ baseUrl: api.baseUrl, credentials });
      await expect(client.get('/api/v1/workspace/')).rejects.toMatchObject({ secondFactor: undefined });
      expect(api.received).toHaveLength(1);
    });
  });

  it('does not repeat a log-in whose connection is lost', async () => {
    await using api = await startTestApi(reset);
    const client = createClient({ baseUrl: api.baseUrl, credentials: userLogin(USER) });
    await expect(client.get('/api/v1/workspace/')).rejects.toMatchObject({ name: 'NetworkError' });
    expect(calls(api.received)).toEqual(['auth/token/']);
  });
});

describe('a refresh token', () => {
  it('is replaced with each use, and the caller receives the next one before it is used', async () => {
    const server = tokenServer();
    await using api = await startTestApi(server.answer);
    const stored: string[] = [];
    const credentials = refreshToken('refresh-0', (next) => void stored.push(next));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    await client.get('/api/v1/workspace/');
    server.revoke();
    await client.get('/api/v1/workspace/');
    const used = api.received
      .filter(({ url }) => url.includes('refresh'))
      .map(({ body }) => JSON.parse(body).refresh);
    expect(used).toEqual(['refresh-0', 'refresh-1']);
    expect(stored).toEqual(['refresh-1', 'refresh-2']);
  });

  it('that the caller could not store is received again, and no used one is sent', async () => {
    const server = tokenServer();
    await using api = await startTestApi(server.answer);
    const stored: string[] = [];
    let failures = 1;
    const credentials = refreshToken('refresh-0', (next) => {
      failures -= 1;
      if (failures >= 0) throw new Error('The disk is full.');
      stored.push(next);
    });
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    await expect(client.get('/api/v1/workspace/')).rejects.toThrow('The disk is full.');
    await client.get('/api/v1/workspace/');
    expect(api.received.filter(({ url }) => url.includes('refresh'))).toHaveLength(1);
    expect(stored).toEqual(['refresh-1']);
  });
});

describe('credentials of the caller', () => {
  it('are asked for a new token once, and a second refusal is the error', async () => {
    await using api = await startTestApi(refusal(401, 'authentication_required'));
    let refreshes = 0;
    const credentials = {
      accessToken: async () => 'old',
      refresh: async () => {
        refreshes += 1;
        return 'new';
      },
    };
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    await expect(client.get('/api/v1/workspace/')).rejects.toMatchObject({ status: 401 });
    expect(api.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(refreshes).toBe(1);
  });
});
