import { createSecretKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWakeUp } from '@outreach/job-kit/wake-ups';
import { createLogger } from '@outreach/service-kit';
import { createFakeClock, eventually } from '@outreach/testing';
import type { AttemptOutcome, DeliveryJob } from '../delivery-model/index.ts';
import type { DeliveryWork } from '../deliveries/index.ts';
import { createDeliverySender, type DeliverySender } from './send-deliveries.job.ts';
import { createResultWriter, type ResultWriter } from './write-results.job.ts';

const UNWRITTEN_MAX = 4_096;
const SLOTS = 8;
const DELIVERIES = 6_000;
const DELIVERIES_PER_ENDPOINT = 10;
const LEASE_MS = 60_000;
const IDLE_MS = 200;

const clock = createFakeClock();
const logger = createLogger({ name: 'test', level: 'silent' });
const wakeUp = createWakeUp();
let database = Promise.withResolvers<readonly AttemptOutcome[]>();
let sentCount = 0;
let worker: DeliverySender;
let results: ResultWriter;

const refused = async (): Promise<never> => Promise.reject(new Error('not expected'));

const work: Pick<DeliveryWork, 'newLease' | 'release' | 'drop' | 'remove' | 'complete'> = {
  newLease: () => ({ token: 'lease_1', untilMs: clock.now() + LEASE_MS }),
  release: async () => Promise.resolve(),
  drop: refused,
  remove: refused,
  complete: async () => database.promise,
};

function newJob(n: number): DeliveryJob {
  const endpoint = Math.floor(n / DELIVERIES_PER_ENDPOINT);
  return {
    id: `dlv_${String(n)}`,
    workspace_id: `ws_${String(endpoint)}`,
    endpoint_id: `whk_${String(endpoint)}`,
    event_id: 'evt_1',
    sequence: null,
    is_replay: false,
    replay_id: null,
    run: 'live',
    attempt_count: 0,
    status: 'pending',
    created_at: new Date(clock.now()),
    body: '{}',
    lease_token: 'lease_1',
    lease_until_ms: clock.now() + LEASE_MS,
  };
}

beforeEach(() => {
  database = Promise.withResolvers<readonly AttemptOutcome[]>();
  sentCount = 0;
  const counted = async (): Promise<void> => Promise.resolve();
  results = createResultWriter({
    work,
    recordResults: counted,
    disableGone: counted,
    onRoom: () => worker.resume(),
    logger,
  });
  worker = createDeliverySender({
    work,
    holds: { hold: refused },
    replays: { isCanceled: refused },
    results,
    targets: {
      get: async () =>
        Promise.resolve({
          version: 1,
          url: 'https://example.com',
          key: createSecretKey('secret', 'utf8'),
          customHeaders: {},
        }),
    },
    send: async () => {
      sentCount += 1;
      return Promise.resolve({
        status_code: 200,
        response_body: null,
        latency_ms: 1,
        error: null,
        retry_at_ms: undefined,
        started_at_ms: clock.now(),
        ended_at_ms: clock.now(),
      });
    },
    clock,
    random: () => 0,
    logger,
    slots: SLOTS,
    slotsPerEndpoint: SLOTS,
    exchangeMsMax: 1_000,
    wakeUp,
  });
});

afterEach(async () => {
  database.resolve([]);
  await worker.stop?.();
  await results.stop?.();
});

function pushAll(): void {
  const jobs = Array.from({ length: DELIVERIES }, (_, n) => newJob(n));
  worker.push(jobs.filter((job) => worker.reserve(job) !== undefined));
}

describe('delivery worker with a database that stores no results', () => {
  it('starts no attempt and takes no delivery while more than 4,096 results are unwritten', async () => {
    pushAll();
    await eventually(() => expect(sentCount).toBeGreaterThan(UNWRITTEN_MAX));
    await sleep(IDLE_MS);
    expect(sentCount).toBeLessThanOrEqual(UNWRITTEN_MAX + SLOTS);
    expect(worker.requestRoom()).toEqual({ max: 0, fullEndpointIds: [], fullWorkspaceIds: [] });
    expect(worker.reserve(newJob(0))).toBeUndefined();
  });

  it('continues and takes deliveries again when the database stores the results', async () => {
    pushAll();
    await eventually(() => expect(sentCount).toBeGreaterThan(UNWRITTEN_MAX));
    await eventually(() => expect(worker.requestRoom().max).toBe(0));
    await wakeUp.wait(0, new AbortController().signal);
    database.resolve([]);
    expect(await wakeUp.wait(10_000, new AbortController().signal)).toBe(true);
    await eventually(() => expect(sentCount).toBe(DELIVERIES));
    await eventually(() => expect(worker.requestRoom().max).toBeGreaterThan(0));
  });
});
