import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { z } from 'zod';
import { CREDENTIAL_LIMITS, FAILURE_LIMITS } from '../src/rate-limits/limits.ts';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { ALL_ROUTES } from '../src/routes/index.ts';
import { route } from '../src/routes/route.ts';
import { digestOf, makeKey } from './fake-backends.ts';
import { START_MS, startGateway } from './gateway-harness.ts';

/** The public rate limits: name, the subject that counts, the value for a user and for a key. */
const DECIDED = [
  ['credential', 'principal', 120, 600, 'all'],
  ['write', 'principal', 60, 300, 'writes'],
  ['bulk', 'principal', 30, 30, 'named'],
  ['analytics', 'principal', 120, 120, 'named'],
  ['workspace', 'workspace', 5_000, 5_000, 'all'],
  ['workspace_write', 'workspace', 2_000, 2_000, 'writes'],
  ['campaign_create', 'workspace', 10, 10, 'named'],
  ['campaign_launch', 'workspace', 10, 10, 'named'],
] as const;

/** The routes with a limit of their own, also routes of the future. */
const NAMED: readonly (readonly [string, RegExp])[] = [
  ['bulk', /^post \/api\/v1\/(contacts\/bulk|imports|suppressions\/bulk|webhooks\/\{[a-z_]+\}\/replay)\/$/],
  [
    'analytics',
    /^get \/api\/v1\/(analytics\/.+|campaigns\/\{[a-z_]+\}\/(analytics\/.+|audience|audit|forecast))\/$/,
  ],
  ['campaign_create', /^post \/api\/v1\/campaigns\/(\{[a-z_]+\}\/clone\/)?$/],
  ['campaign_launch', /^post \/api\/v1\/campaigns\/\{[a-z_]+\}\/(launch|resume)\/$/],
  ['address', /^(post \/platforms\/\{platform\}\/results|get \/oauth\/callback)\/$/],
  [
    'login',
    /^(post (\/api\/v1\/auth\/token|\/console\/session|\/api\/v1\/users\/me\/totp\/confirm)|delete \/api\/v1\/users\/me\/totp)\/$/,
  ],
  [
    'login_address',
    /^(post ((\/api\/v1\/auth\/token|\/console\/session)\/(refresh\/)?|\/api\/v1\/auth\/(invitations\/accept|password\/(forgot|reset))\/|\/api\/v1\/users\/me\/totp\/confirm\/)|get \/api\/v1\/auth\/oidc\/(start|callback)\/|delete \/api\/v1\/users\/me\/totp\/)$/,
  ],
];

const WINDOW_MS = 60_000;
const Ok = z.object({ ok: z.boolean() });
const EXAMPLE = { responses: {} };
const limitsNamed = CREDENTIAL_LIMITS.filter(({ appliesTo }) => appliesTo === 'named');
/** A route for each limit that routes name, so that each limit is tested over HTTP. */
const PROBES = limitsNamed.map(({ name }) =>
  route({
    method: 'post',
    path: `/probe/${name}/`,
    operationId: `probe_${name}`,
    summary: 'Meets a limit of its own',
    tags: [],
    scope: 'any-credential',
    limits: [name],
    responses: { 200: Ok },
    example: EXAMPLE,
    handle: async () => ({ status: 200, body: { ok: true } }),
  }),
);

const time = { ms: START_MS };
const gateway = await sharedByTests(async () => {
  const clocks = { now: () => time.ms, monotonic: () => time.ms };
  const limiter = createMemoryRateLimiter({ clocks, failureRingCountMax: 1_000 });
  return startGateway({ time, options: { limiter, routes: [...ALL_ROUTES, ...PROBES] } });
});

beforeEach(() => {
  time.ms += 2 * WINDOW_MS;
});

describe('the table of limits', () => {
  it('has the public names and values', () => {
    const subject = { keyLimit: 600, workspaceRequests: 5_000, workspaceWrites: 2_000 };
    const table = CREDENTIAL_LIMITS.map(({ name, key, value, appliesTo }) => {
      const values = [value({ ...subject, type: 'user' }), value({ ...subject, type: 'api_key' })];
      return [name, key, ...values, appliesTo];
    });
    expect(table).toEqual(DECIDED);
    expect(FAILURE_LIMITS).toEqual({ address: 600, login: 10, login_address: 60 });
  });

  it.each(ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'gives %s its public limits and no further limit',
    (name, route) => {
      const decided = NAMED.filter(([, pattern]) => pattern.test(name)).map(([limit]) => limit);
      expect([...(route.limits ?? [])].sort()).toEqual(decided.sort());
    },
  );

  it('has one route without limits, the status', () => {
    const free = ALL_ROUTES.filter(({ isUnmetered }) => isUnmetered === true).map(({ path }) => path);
    expect(free).toEqual(['/api/v1/auth/rate-limit-status/']);
  });
});

/** Limits over HTTP: a request that counts. Those that differ by the type of the credential have the values of a user. */
const LIMITS_OVER_HTTP = [
  ['credential', 'GET', '/api/v1/workspace/', 120],
  ['write', 'POST', '/probe/write-nowhere/', 60],
  ['bulk', 'POST', '/probe/bulk/', 30],
  ['analytics', 'POST', '/probe/analytics/', 120],
  ['campaign_create', 'POST', '/probe/campaign_create/', 10],
  ['campaign_launch', 'POST', '/probe/campaign_launch/', 10],
] as const;

describe('a limit over HTTP', () => {
  it.each(LIMITS_OVER_HTTP)('admits exactly its number of requests: %s', async (...limitCase) => {
    const [name, method, path, limit] = limitCase;
    const isOfUser = name === 'credential' || name === 'write';
    const credential = isOfUser ? await gateway.token() : gateway.key('limited');
    const responses = await inTurns(limit + 5, async () => gateway.call(path, { method, credential }));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    for (const response of refused) await expectOneDecision(response, { name, limit });
  });

  it.each([
    ['workspace', 'GET', 5],
    ['workspace_write', 'POST', 3],
  ] as const)('is summed over the credentials of the workspace: %s', async (name, method, limit) => {
    const limits = { requests: 5, writes: 3, key_max: 600 };
    const keys = ['one', 'two', 'three'].map((seed) => addKeyOf('ws_small', seed, limits));
    const responses = await inTurns(limit + 3, async (index) =>
      gateway.call('/nowhere', { method, credential: keys[index % keys.length] ?? '' }),
    );
    expect(responses.map(({ status }) => status)).toEqual([
      ...Array.from({ length: limit }, () => 404),
      ...Array.from({ length: 3 }, () => 429),
    ]);
    await expectOneDecision(responses[limit], { name, limit });
    const elsewhere = await gateway.call('/nowhere', { method, credential: gateway.key('elsewhere') });
    expect(elsewhere.status).toBe(404);
  });

  it('has, for an API key, the value of the key, up to 3,000', async () => {
    const credential = gateway.key('enterprise', [], 3_000);
    const response = await gateway.call('/api/v1/workspace/', { credential });
    expect(response.headers.get('ratelimit-policy')).toContain('"credential";q=3000;w=60');
  });

  it('counts no request in another limit after it refuses the request', async () => {
    const credential = gateway.key('refused');
    await inTurns(25, async () => gateway.call('/probe/bulk/', { method: 'POST', credential }));
    const before = await statusOf(credential);
    expect(before).toMatchObject({ credential: 25, write: 25, bulk: 25, workspace: 25, workspace_write: 25 });
    await inTurns(12, async () => gateway.call('/probe/bulk/', { method: 'POST', credential }));
    expect(await statusOf(credential)).toMatchObject({
      credential: 30,
      write: 30,
      bulk: 30,
      workspace: 30,
      workspace_write: 30,
    });
  });
});

describe('the window', () => {
  it('is 60.000 s long: a request leaves it in that millisecond and not earlier', async () => {
    const credential = gateway.key('edge', [], 2);
    const status = async () => (await gateway.call('/api/v1/workspace/', { credential })).status;
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
    time.ms += 59_999;
    expect(await status()).toBe(429);
    time.ms += 1;
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  });

  it('admits a client that waits for Retry-After, at any fraction of a second', async () => {
    const credential = gateway.key('waits', [], 1);
    const call = async () => gateway.call('/api/v1/workspace/', { credential });
    for (const offsetMs of [0, 1, 499, 999]) {
      time.ms += 120_000 + offsetMs;
      expect((await call()).status).toBe(200);
      time.ms += 333;
      const refused = await call();
      const waitSeconds = Number(refused.headers.get('retry-after'));
      expect([refused.status, waitSeconds]).toEqual([429, 60]);
      time.ms += waitSeconds * 1000;
      expect((await call()).status).toBe(200);
    }
  });
});

describe('the one decision', () => {
  it('is shown alike by headers and the status endpoint, for every request', async () => {
    const credential = gateway.key('agree', undefined, 9);
    const startMs = time.ms;
    for (let used = 1; used <= 9; used += 1) {
      time.ms += 1_000;
      const response = await gateway.call('/api/v1/workspace/', { credential });
      const reset = Math.ceil((startMs + 61_000) / 1000);
      expect(headersOf(response)).toEqual(['9', String(9 - used), String(reset)]);
      expect(response.headers.get('ratelimit')).toContain(`"credential";r=${9 - used};t=${61 - used}`);
      const peeked = await gateway.call('/api/v1/auth/rate-limit-status/', { credential });
      expect(headersOf(peeked)).toEqual(headersOf(response));
      expect(await peeked.json()).toMatchObject({ limit: 9, remaining: 9 - used, reset });
    }
  });

  it('resets one window from now when no request is accepted yet', async () => {
    const response = await gateway.call('/api/v1/auth/rate-limit-status/', {
      credential: gateway.key('fresh'),
    });
    expect(response.headers.get('x-ratelimit-reset')).toBe(String(Math.ceil((time.ms + 60_000) / 1000)));
  });
});

async function inTurns(count: number, call: (index: number) => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = [];
  for (let index = 0; index < count; index += 1) responses.push(await call(index));
  return responses;
}

function addKeyOf(
  workspaceId: string,
  seed: string,
  limits: { requests: number; writes: number; key_max: number },
) {
  const key = makeKey(seed);
  gateway.world.keys.set(digestOf(key), {
    key_id: `key_${seed}`,
    workspace_id: workspaceId,
    scopes: [],
    workspace_limits: limits,
    rate_limit_per_minute: 600,
  });
  return key;
}

const headersOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((part) => headers.get(`x-ratelimit-${part}`));

async function statusOf(credential: string): Promise<Record<string, number>> {
  const response = await gateway.call('/api/v1/auth/rate-limit-status/', { credential });
  const { limits } = (await response.json()) as { limits: { name: string; used: number }[] };
  return Object.fromEntries(limits.map(({ name, used }) => [name, used]));
}

/** Checks that headers and body of a refusal are consistent. */
async function expectOneDecision(
  response: Response | undefined,
  { name, limit }: { name: string; limit: number },
): Promise<void> {
  if (response === undefined) throw new Error('There is no response.');
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ code: 'rate_limited', limit, limit_name: name });
  const wait = Number(error['retry_after_seconds']);
  const { headers } = response;
  expect(headers.get('retry-after')).toBe(String(wait));
  expect(headersOf(response).slice(0, 2)).toEqual([String(limit), '0']);
  expect(Number(headers.get('x-ratelimit-reset'))).toBe(Math.ceil(time.ms / 1000) + wait);
  expect(headers.get('ratelimit-policy')).toContain(`"${name}";q=${limit};w=60`);
  expect(headers.get('ratelimit')).toContain(`"${name}";r=0;t=${wait}`);
}
