import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { startGateway, type Gateway } from './gateway-harness.ts';

const SESSION = '/console/session/';
const REFRESH = '/console/session/refresh/';
const BODY = JSON.stringify({ username: 'owner@example.com', password: 'correct horse battery' });
const JSON_TYPE = { 'content-type': 'application/json' };
const CONSOLE = { 'x-outreach-console': '1' };
const COOKIE = { cookie: 'theme=dark; outreach_refresh=otr_stored' };

let gateway: Gateway;
let access: string;
const revoked: string[] = [];
const refreshed: string[] = [];

const wrong = new AppError('unauthenticated', 'The user name or the password is wrong.');

beforeAll(async () => {
  gateway = await startGateway({
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
    handlers: {
      auth: {
        createToken: async (_ctx, { password }) => {
          if (password === 'wrong') throw wrong;
          return { tokens: { access, refresh: 'otr_first' } };
        },
        refreshToken: async (_ctx, { refresh }) => {
          refreshed.push(refresh);
          if (refresh !== 'otr_stored')
            throw new AppError('unauthenticated', 'The refresh token is not valid.');
          return { tokens: { access, refresh: 'otr_next' } };
        },
        revokeToken: async (_ctx, { refresh }) => {
          revoked.push(refresh);
          return {};
        },
      },
    },
  });
  access = gateway.world.accessToken;
});
afterAll(async () => gateway.stop());

const send = async (path: string, method: string, init: RequestInit = {}): Promise<Response> =>
  gateway.call(path, { method, ...init });
const logIn = async (headers: Record<string, string>, body = BODY): Promise<Response> =>
  send(SESSION, 'POST', { headers: { ...JSON_TYPE, ...headers }, body });
const attributesOf = (response: Response): string[] => (response.headers.get('set-cookie') ?? '').split('; ');

describe('POST /console/session/', () => {
  it('returns the access token, and the refresh token only as a cookie that scripts and other sites cannot use', async () => {
    const response = await logIn(CONSOLE);
    expect([response.status, await response.json()]).toEqual([200, { access }]);
    expect(attributesOf(response)).toEqual([
      'outreach_refresh=otr_first',
      'Path=/console/session/',
      'Max-Age=604800',
      'HttpOnly',
      'SameSite=Strict',
    ]);
  });

  it('sets a Secure cookie behind a trusted proxy with https', async () => {
    const response = await logIn({ ...CONSOLE, 'x-forwarded-proto': 'https' });
    expect(attributesOf(response)).toContain('Secure');
  });

  it('sets a Secure cookie when the public address has https', async () => {
    const other = await startGateway({ env: { PUBLIC_BASE_URL: 'https://mail.example.com' } });
    const response = await other.call(SESSION, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...CONSOLE },
      body: BODY,
    });
    expect([response.status, attributesOf(response).at(-1)]).toEqual([200, 'Secure']);
    await other.stop();
  });

  it('returns 401 with detail and sets no cookie for a wrong password', async () => {
    const response = await logIn(CONSOLE, JSON.stringify({ username: 'ada', password: 'wrong' }));
    expect([response.status, await response.json()]).toEqual([401, { detail: wrong.message }]);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('returns 403 without the header of the console', async () => {
    const response = await logIn({});
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('returns 429 after ten wrong passwords for a user and address, also for the right one', async () => {
    const headers = { ...CONSOLE, 'x-forwarded-for': '10.9.0.1' };
    const guess = JSON.stringify({ username: 'guessed', password: 'wrong' });
    for (let count = 0; count < 10; count += 1) expect((await logIn(headers, guess)).status).toBe(401);
    const right = await logIn(headers, JSON.stringify({ username: 'guessed', password: 'right' }));
    expect(right.status).toBe(429);
    expect(await right.json()).toMatchObject({ error: { code: 'rate_limited', limit_name: 'login' } });
  });
});

describe('POST /console/session/refresh/', () => {
  it('exchanges the cookie for an access token and the next cookie', async () => {
    const response = await send(REFRESH, 'POST', { headers: { ...CONSOLE, ...COOKIE } });
    expect([response.status, await response.json()]).toEqual([200, { access }]);
    expect(attributesOf(response)[0]).toBe('outreach_refresh=otr_next');
  });

  it('returns 403 without the header of the console, and exchanges nothing', async () => {
    const countBefore = refreshed.length;
    const response = await send(REFRESH, 'POST', { headers: COOKIE });
    expect([response.status, refreshed.length]).toEqual([403, countBefore]);
  });

  it('returns 401 with detail without a cookie', async () => {
    const response = await send(REFRESH, 'POST', { headers: CONSOLE });
    expect([response.status, await response.json()]).toEqual([
      401,
      { detail: 'There is no session; log in.' },
    ]);
  });

  it('returns 401 and removes the cookie of an ended session', async () => {
    const response = await send(REFRESH, 'POST', {
      headers: { ...CONSOLE, cookie: 'outreach_refresh=otr_ended' },
    });
    expect(response.status).toBe(401);
    expect(attributesOf(response).slice(0, 3)).toEqual([
      'outreach_refresh=',
      'Path=/console/session/',
      'Max-Age=0',
    ]);
  });
});

describe('DELETE /console/session/', () => {
  it('revokes the refresh token and removes the cookie', async () => {
    const response = await send(SESSION, 'DELETE', { headers: { ...CONSOLE, ...COOKIE } });
    expect([response.status, revoked]).toEqual([204, ['otr_stored']]);
    expect(attributesOf(response)).toContain('Max-Age=0');
  });

  it('returns 403 without the header of the console, and revokes nothing', async () => {
    const countBefore = revoked.length;
    const response = await send(SESSION, 'DELETE', { headers: COOKIE });
    expect([response.status, revoked.length]).toEqual([403, countBefore]);
  });
});
