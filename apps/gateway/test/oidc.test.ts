import { beforeEach, describe, expect, it } from '@jest/globals';
import { authErrors } from '@outreach/contracts-auth';
import type { CompleteOidcLogInRequest, StartOidcLogInRequest } from '@outreach/contracts-auth/gen/auth.ts';
import type { AppError } from '@outreach/errors';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { START_MS, startGateway } from './gateway-harness.ts';

const PROVIDER = 'https://login.example.com/auth?client_id=outreach';
const SECRET = 'b'.repeat(43);
const CALLBACK = '/api/v1/auth/oidc/callback/';
const START = '/api/v1/auth/oidc/start/';
const time = { ms: START_MS };
const clocks = { now: () => time.ms, monotonic: () => time.ms };
const started: StartOidcLogInRequest[] = [];
const completed: CompleteOidcLogInRequest[] = [];
const faults: { start: AppError | undefined; complete: AppError | undefined } = {
  start: undefined,
  complete: undefined,
};

const gateway = await sharedByTests(async () => {
  const running = await startGateway({
    time,
    env: { PUBLIC_BASE_URL: 'https://mail.example.com' },
    options: { limiter: createMemoryRateLimiter({ clocks, failureRingCountMax: 1_000 }) },
    handlers: {
      auth: {
        startOidcLogIn: async (_ctx, request) => {
          if (faults.start !== undefined) throw faults.start;
          started.push(request);
          return Promise.resolve({ authorization_url: PROVIDER, browser: SECRET });
        },
        completeOidcLogIn: async (_ctx, request) => {
          completed.push(request);
          if (faults.complete !== undefined) throw faults.complete;
          return Promise.resolve({ tokens: { access: running.world.accessToken, refresh: 'otr_first' } });
        },
      },
    },
  });
  return running;
});

beforeEach(() => {
  time.ms += 120_000;
  started.splice(0);
  completed.splice(0);
  faults.start = undefined;
  faults.complete = undefined;
});

const get = async (path: string, cookie = '') =>
  gateway.call(path, { redirect: 'manual', headers: { cookie } });
const cookiesOf = (response: Response): readonly string[] => response.headers.getSetCookie();

describe('the start of a log-in by the identity provider', () => {
  it('redirects to the provider with a cookie of the browser that only the callback receives', async () => {
    const response = await get(START);
    expect([response.status, response.headers.get('location')]).toEqual([302, PROVIDER]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(cookiesOf(response)).toEqual([
      `outreach_oidc=${SECRET}; Path=/api/v1/auth/oidc/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
    ]);
    await get(`${START}?console=true`, `theme=dark; outreach_oidc=${SECRET}`);
    expect(started).toEqual([
      { browser: undefined, is_for_console: false },
      { browser: SECRET, is_for_console: true },
    ]);
  });

  it('counts like a failed log-in of its address', async () => {
    for (let count = 0; count < 60; count += 1) expect((await get(START)).status).toBe(302);
    expect((await get(START)).status).toBe(429);
  });

  it('answers 422 without a provider, and leads back to the log-in page of the console', async () => {
    faults.start = authErrors.oidcNotConfigured.make();
    const response = await get(START);
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { error: { code: 'oidc_not_configured' } },
    ]);
    faults.start = authErrors.oidcUnavailable.make();
    const console = await get(`${START}?console=true`);
    expect(console.headers.get('location')).toBe('/console/?log_in_error=oidc_unavailable');
  });
});

describe('the callback of the identity provider', () => {
  it('answers with tokens', async () => {
    const query = 'code=a%2Fb&state=s-1&session_state=x';
    const response = await get(`${CALLBACK}?${query}`, `outreach_oidc=${SECRET}`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { access: gateway.world.accessToken, refresh: 'otr_first' },
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(completed).toEqual([{ state: 's-1', browser: SECRET, query }]);
  });

  it('sets the session of the console and redirects to it', async () => {
    const response = await get(`${CALLBACK}?code=a&state=console-s1`, `outreach_oidc=${SECRET}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console/']);
    expect(cookiesOf(response)).toEqual([
      'outreach_refresh=otr_first; Path=/console/session/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure',
    ]);
    expect(await response.text()).toBe('');
  });

  it('answers a refusal with 401 and detail, or with the page of the console that names the reason', async () => {
    faults.complete = authErrors.oidcNoUser.make();
    const response = await get(`${CALLBACK}?code=a&state=s1`);
    expect([response.status, await response.json()]).toEqual([
      401,
      { detail: authErrors.oidcNoUser.message },
    ]);
    const console = await get(`${CALLBACK}?code=a&state=console-s1`);
    expect([console.status, console.headers.get('location')]).toEqual([
      302,
      '/console/?log_in_error=oidc_no_user',
    ]);
    faults.complete = authErrors.duplicateUsername.make();
    expect((await get(`${CALLBACK}?code=a&state=s1`)).status).toBe(409);
    faults.complete = authErrors.oidcUnavailable.make();
    expect((await get(`${CALLBACK}?code=a&state=s1`)).status).toBe(503);
    expect((await get(`${CALLBACK}?state=console-s1`)).headers.get('location')).toBe(
      '/console/?log_in_error=oidc_unavailable',
    );
  });

  it('refuses a query that is too long before auth is called', async () => {
    const response = await get(`${CALLBACK}?state=s1&code=${'x'.repeat(9_000)}`);
    expect([response.status, completed]).toEqual([401, []]);
  });

  it('answers 429 after 60 refusals of an address, to a log-in that would succeed too', async () => {
    faults.complete = authErrors.oidcState.make();
    for (let count = 0; count < 60; count += 1) await get(`${CALLBACK}?code=a&state=s1`);
    faults.complete = undefined;
    expect((await get(`${CALLBACK}?code=a&state=s1`)).status).toBe(429);
    const console = await get(`${CALLBACK}?code=a&state=console-s1`);
    expect(console.headers.get('location')).toBe('/console/?log_in_error=resource_exhausted');
  });
});
