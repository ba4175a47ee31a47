import { describe, expect, it } from '@jest/globals';
import { authErrors } from '@outreach/contracts-auth';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { START_MS, startGateway } from './gateway-harness.ts';

const time = { ms: START_MS };
const clocks = { now: () => time.ms, monotonic: () => time.ms };
const gateway = await sharedByTests(async () =>
  startGateway({
    time,
    options: { limiter: createMemoryRateLimiter({ clocks, failureRingCountMax: 1_000 }) },
    handlers: {
      auth: {
        acceptInvitation: async () => Promise.reject(authErrors.badInvitation.make()),
        resetPassword: async () => Promise.reject(authErrors.badResetToken.make()),
      },
    },
  }),
);

const post = async (path: string, body: object) =>
  gateway.call(`/api/v1/auth/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the links of letters', () => {
  it.each([
    ['/invite?token=a-b_C9', '/console/invite#token=a-b_C9'],
    ['/reset/?token=a-b_C9', '/console/reset#token=a-b_C9'],
    ['/reset?token=%22%0d%0aX:%20y', '/console/reset#token=%22%0D%0AX%3A+y'],
    ['/invite', '/console/invite#token='],
  ])('redirect %s to %s without a referrer', async (path, location) => {
    const response = await gateway.call(path, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('exist for GET and HEAD only', async () => {
    const response = await gateway.call('/invite?token=a', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await gateway.call('/invite', { method: 'OPTIONS' })).status).toBe(204);
  });
});

describe('wrong tokens', () => {
  it.each([
    ['invitations/accept', { token: 'x', username: 'ada', password: 'correct horse battery' }],
    ['password/reset', { token: 'x', password: 'correct horse battery' }],
  ])('of %s are a 401 with detail, then a 429 within the limit of log-ins', async (path, body) => {
    time.ms += 120_000;
    const first = await post(path, body);
    expect([first.status, await first.json()]).toEqual([401, { detail: expect.any(String) }]);
    for (let count = 1; count < 60; count += 1) await post(path, body);
    const late = await post(path, body);
    expect([late.status, await late.json()]).toMatchObject([
      429,
      { error: { code: 'rate_limited', limit_name: 'login_address' } },
    ]);
  });
});

describe('requests for a new password', () => {
  it('have an empty answer, and are limited by address', async () => {
    time.ms += 120_000;
    const request = async () => post('password/forgot', { username: 'nobody' });
    const first = await request();
    expect([first.status, await first.json()]).toEqual([200, {}]);
    for (let count = 1; count < 60; count += 1) await request();
    expect((await request()).status).toBe(429);
    expect((await post('password/forgot', { username: 'not well-formed' })).status).toBe(400);
  });
});
