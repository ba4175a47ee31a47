import { describe, expect, it } from '@jest/globals';
import { authErrors } from '@outreach/contracts-auth';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { START_MS, startGateway } from './gateway-harness.ts';

const LOG_INS = 10;
const time = { ms: START_MS };
const clocks = { now: () => time.ms, monotonic: () => time.ms };
const details = { second_factor: 'totp' };
const gateway = await sharedByTests(async () =>
  startGateway({
    time,
    options: { limiter: createMemoryRateLimiter({ clocks, failureRingCountMax: 1_000 }) },
    handlers: {
      auth: {
        createToken: async (_ctx, { code }) =>
          Promise.reject(
            code === undefined
              ? authErrors.codeRequired.make({ details })
              : authErrors.badCode.make({ details }),
          ),
        confirmTotp: async () => Promise.reject(authErrors.badCode.make()),
        deleteTotp: async () => Promise.reject(authErrors.badCode.make()),
      },
    },
  }),
);

interface Sent {
  readonly method: string;
  readonly body: object;
  readonly credential?: string;
}

const send = async (path: string, { method, body, credential }: Sent) =>
  gateway.call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(credential === undefined ? {} : { credential }),
  });
const logIn = async (username: string, code?: string) =>
  send('/api/v1/auth/token/', {
    method: 'POST',
    body: { username, password: 'correct horse battery', code },
  });

describe('a log-in with a second factor', () => {
  it.each([undefined, ''])(
    'without a code is a 401 that says so, and no failed attempt: %p',
    async (code) => {
      for (let count = 0; count <= LOG_INS; count += 1) {
        const response = await logIn('maria', code);
        expect([response.status, await response.json()]).toEqual([
          401,
          { detail: authErrors.codeRequired.message, second_factor: 'totp' },
        ]);
      }
    },
  );

  it('with a wrong code is a failed attempt', async () => {
    for (let count = 0; count < LOG_INS; count += 1) {
      const response = await logIn('ada', '000000');
      expect([response.status, await response.json()]).toEqual([
        401,
        { detail: authErrors.badCode.message, second_factor: 'totp' },
      ]);
    }
    expect((await logIn('ada', '000000')).status).toBe(429);
    expect((await logIn('maria')).status).toBe(401);
  });
});

describe('a wrong code of a user who is logged in', () => {
  it.each([
    ['POST', '/api/v1/users/me/totp/confirm/'],
    ['DELETE', '/api/v1/users/me/totp/'],
  ])('is a 400 on `code`, and a failed attempt: %s %s', async (method, path) => {
    time.ms += 120_000;
    const credential = await gateway.token();
    const attempt = async () => send(path, { method, body: { code: '000000' }, credential });
    for (let count = 0; count < LOG_INS; count += 1) {
      const response = await attempt();
      expect([response.status, await response.json()]).toMatchObject([400, { error: { field: 'code' } }]);
    }
    const late = await attempt();
    expect([late.status, await late.json()]).toMatchObject([429, { error: { limit_name: 'login' } }]);
    expect(late.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});

describe('an API key', () => {
  it.each([
    ['POST', '/api/v1/users/me/totp/'],
    ['POST', '/api/v1/users/me/totp/confirm/'],
    ['DELETE', '/api/v1/users/me/totp/'],
  ])('is refused before its body is read: %s %s', async (method, path) => {
    const { status } = await send(path, { method, body: { code: 1 }, credential: gateway.key('factor') });
    expect(status).toBe(403);
  });
});
