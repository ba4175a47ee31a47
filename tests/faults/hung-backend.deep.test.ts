/** @alone It measures time. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BackendName } from '@outreach/dev/names';
import { eventually } from '@outreach/testing';
import { request, type Call } from './src/client.ts';
import { startFaultStack, type FaultStack } from './src/fault-stack.ts';
import { quantile, startLoad, type Load, type Sample } from './src/load.ts';
import { isLong } from './src/random.ts';

jest.setTimeout(120_000);

const PER_SECOND = 25;
/** More requests than can hang until their deadline. */
const IN_FLIGHT_MAX = 500;
const QUIET_MS = 2_000;
/** A request's deadline is 5 s; soon after it half of twenty calls have failed and the breaker is open. */
const OPEN_WITHIN_MS = 6_200;
const HUNG_MS = isLong ? 20_000 : 8_000;
const DEADLINE_MS = 5_000;
const DEADLINE_MARGIN_MS = 750;
const HEALED_WITHIN_MS = 5_000;
/** A call that waits for a hung backend takes seconds. */
const OTHERS_P99_FACTOR = 5;
const OTHERS_P99_FLOOR_MS = 250;
const FAST_SECONDS = 0.005;
const FAST_SHARE = 0.9;

interface HungBackend {
  readonly app: BackendName;
  readonly hungRoute: string;
  /** Of a POST. */
  readonly body?: unknown;
  readonly healthyStatus?: number;
  readonly operation: string;
  readonly otherRoute: string;
}

const HUNG_BACKENDS: readonly HungBackend[] = [
  {
    app: 'contacts',
    hungRoute: '/api/v1/contacts/',
    operation: 'listContacts',
    otherRoute: '/api/v1/webhooks/',
  },
  {
    app: 'webhooks',
    hungRoute: '/api/v1/webhooks/',
    operation: 'listWebhooks',
    otherRoute: '/api/v1/contacts/',
  },
  // Later than five seconds after the last check of a credential, only routes without a credential need no other call of
  // auth. The public keys come from the cache of the gateway.
  {
    app: 'auth',
    hungRoute: '/api/v1/auth/token/revoke/',
    body: { refresh: 'otr_unknown' },
    healthyStatus: 204,
    operation: 'revokeToken',
    otherRoute: '/.well-known/jwks.json',
  },
];

let faults: FaultStack;

beforeAll(async () => {
  faults = await startFaultStack({ workspaceCount: 2 * HUNG_BACKENDS.length });
});

afterAll(async () => faults.stop());

function toCall(route: string, key: string, body?: unknown): Call {
  return body === undefined ? { route, key } : { route, key, method: 'POST', body };
}

function load(call: Call): Load {
  return startLoad({
    perSecond: PER_SECOND,
    inFlightMax: IN_FLIGHT_MAX,
    next: () => ({ baseUrl: faults.stack.baseUrl, call }),
  });
}

const timesOf = (samples: readonly Sample[]): number[] => samples.map(({ tookMs }) => tookMs);

/** Number of 503s of an operation in the metrics of the gateway, in total and within 5 ms. */
async function refusalsOf(operation: string): Promise<{ all: number; fast: number }> {
  const { metrics } = faults.stack.ports;
  const text = await (await fetch(`http://127.0.0.1:${String(metrics.gateway)}/metrics`)).text();
  const read = (suffix: string): number => {
    const lines = text.split('\n').filter((line) => line.startsWith('http_request_seconds_bucket'));
    const own = lines.find((line) =>
      [`operation="${operation}"`, 'status="503"', suffix].every((label) => line.includes(label)),
    );
    return Number(own?.split(' ').at(-1) ?? 0);
  };
  return { all: read('le="+Inf"'), fast: read(`le="${String(FAST_SECONDS)}"`) };
}

describe.each(HUNG_BACKENDS)(
  'while $app hangs',
  ({ app, hungRoute, body, healthyStatus = 200, operation, otherRoute }) => {
    let before: readonly Sample[];
    let others: readonly Sample[];
    let hung: readonly Sample[];
    let opened: { all: number; fast: number };
    let closing: { all: number; fast: number };
    let healedAfterMs: number;

    beforeAll(async () => {
      const index = HUNG_BACKENDS.findIndex((one) => one.app === app);
      const [key = '', otherKey = ''] = faults.keys.slice(2 * index);
      const call = toCall(hungRoute, key, body);
      const otherCall = toCall(otherRoute, otherKey);
      const quiet = load(otherCall);
      expect((await request(faults.stack.baseUrl, call)).status).toBe(healthyStatus);
      await delay(QUIET_MS);
      before = await quiet.stop();
      faults.stack.kill(app, 'SIGSTOP');
      const loads = [load(call), load(otherCall)] as const;
      await delay(OPEN_WITHIN_MS);
      opened = await refusalsOf(operation);
      await delay(HUNG_MS - OPEN_WITHIN_MS);
      closing = await refusalsOf(operation);
      [hung, others] = (await Promise.all(loads.map(async (one) => one.stop()))) as [Sample[], Sample[]];
      faults.stack.kill(app, 'SIGCONT');
      const continuedAtMs = performance.now();
      await eventually(
        async () => expect((await request(faults.stack.baseUrl, call)).status).toBe(healthyStatus),
        { timeoutMs: 2 * HEALED_WITHIN_MS, pollMs: 50 },
      );
      healedAfterMs = performance.now() - continuedAtMs;
    });

    it('routes of other backends answer every request as fast as before', () => {
      expect(others.filter(({ status }) => status !== 200)).toEqual([]);
      const quietMs = quantile(timesOf(before), 0.99);
      expect(quantile(timesOf(others), 0.99)).toBeLessThan(
        Math.max(OTHERS_P99_FLOOR_MS, OTHERS_P99_FACTOR * quietMs),
      );
    });

    it('its routes answer 503 or 504 with Retry-After by their deadline', () => {
      expect(hung.length).toBeGreaterThan(0);
      expect(hung.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
      expect(hung.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
      expect(Math.max(...timesOf(hung))).toBeLessThan(DEADLINE_MS + DEADLINE_MARGIN_MS);
    });

    it('its breaker opens, and refusals take less than 5 ms', () => {
      const all = closing.all - opened.all;
      expect(opened.all).toBeGreaterThan(0);
      expect(all).toBeGreaterThan(PER_SECOND);
      expect((closing.fast - opened.fast) / all).toBeGreaterThanOrEqual(FAST_SHARE);
    });

    it('its routes work again within 5 s after it continues', () => {
      expect(healedAfterMs).toBeLessThan(HEALED_WITHIN_MS);
    });
  },
);
