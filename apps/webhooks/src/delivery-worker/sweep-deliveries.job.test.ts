import { createSecretKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWakeUp } from '@outreach/job-kit/wake-ups';
import { createLogger } from '@outreach/service-kit';
import { createFakeClock, eventually } from '@outreach/testing';
import type { DueDeliveries } from '../deliveries/index.ts';
import type { TargetState } from '../endpoints/index.ts';
import { sweeperJob, type SweeperOptions } from './sweep-deliveries.job.ts';

const CLOCK_CHECKS_MS = 600;
const IDLE: DueDeliveries = { due: [], nextDueAt: undefined };
const DUE = { id: 'dlv_1', workspace_id: 'ws_1', endpoint_id: 'whk_1' };

const clock = createFakeClock();
const wakeUp = createWakeUp();
const searches: unknown[] = [];
const actions: unknown[][] = [];
let room = { max: 1, fullEndpointIds: ['whk_full'], fullWorkspaceIds: ['ws_full'] };
let found = IDLE;
let target: TargetState = 'paused';
let openUntilMs: number | undefined;
let stop = async (): Promise<void> => Promise.resolve();

const refused = async (): Promise<never> => Promise.reject(new Error('not expected'));
const noted = (name: string) => async (ids: unknown) => {
  actions.push([name, ids]);
  return Promise.resolve();
};

const options: SweeperOptions = {
  clock,
  wakeUp,
  logger: createLogger({ name: 'test', level: 'silent' }),
  targets: { get: async () => Promise.resolve(target) },
  worker: {
    requestRoom: () => room,
    openUntil: () => openUntilMs,
    reserve: () => undefined,
    cancel: () => undefined,
    push: () => undefined,
  },
  work: {
    findDue: async (search) => {
      searches.push(search);
      const next = found;
      found = IDLE;
      return Promise.resolve(next);
    },
    claim: refused,
    postponeDue: noted('postpone'),
    dropDue: noted('drop'),
    fail: refused,
  },
  holds: { holdDue: async (_endpointId, ids) => noted('hold')(ids) },
};

beforeEach(() => {
  searches.splice(0);
  actions.splice(0);
  room = { max: 1, fullEndpointIds: ['whk_full'], fullWorkspaceIds: ['ws_full'] };
  found = IDLE;
  openUntilMs = undefined;
});

afterEach(async () => stop());

function start(): void {
  const stopping = new AbortController();
  const running = sweeperJob(options).run(stopping.signal);
  stop = async () => {
    stopping.abort();
    await running;
  };
}

async function searchesReach(count: number): Promise<void> {
  await eventually(() => expect(searches).toHaveLength(count));
}

describe('sweeperJob', () => {
  it('asks the database once in five seconds while nothing is due', async () => {
    start();
    await searchesReach(1);
    clock.advance(4_999);
    await sleep(CLOCK_CHECKS_MS);
    expect(searches).toEqual([
      { max: 1, aheadMs: 5_000, exceptEndpointIds: ['whk_full'], exceptWorkspaceIds: ['ws_full'] },
    ]);
    clock.advance(1);
    await searchesReach(2);
  });

  it.each([
    { dueInMs: 4_000, pauseMs: 1_000 },
    { dueInMs: 700, pauseMs: 700 },
  ])('asks again after $pauseMs ms when a delivery is due in $dueInMs ms', async ({ dueInMs, pauseMs }) => {
    found = { due: [], nextDueAt: new Date(clock.now() + dueInMs) };
    start();
    await searchesReach(1);
    clock.advance(pauseMs - 1);
    await sleep(1);
    expect(searches).toHaveLength(1);
    clock.advance(1);
    await searchesReach(2);
  });

  it('asks at once when the worker has room again', async () => {
    room = { max: 0, fullEndpointIds: [], fullWorkspaceIds: [] };
    start();
    await sleep(1);
    expect(searches).toEqual([]);
    room = { max: 5, fullEndpointIds: [], fullWorkspaceIds: [] };
    wakeUp.raise();
    await searchesReach(1);
  });

  it('asks at once when it found as many deliveries as there was room', async () => {
    found = { due: [DUE], nextDueAt: undefined };
    start();
    await searchesReach(2);
  });

  it.each([
    { state: 'paused' as const, action: 'hold' },
    { state: 'deleted' as const, action: 'drop' },
  ])('ends due deliveries of a $state endpoint', async ({ state, action }) => {
    target = state;
    found = { due: [DUE], nextDueAt: undefined };
    start();
    await searchesReach(2);
    expect(actions.filter(([, ids]) => Array.isArray(ids) && ids.length > 0)).toEqual([[action, ['dlv_1']]]);
  });

  it('moves due deliveries of an endpoint that hangs to its next probe', async () => {
    target = {
      version: 1,
      url: 'https://example.com',
      key: createSecretKey('secret', 'utf8'),
      customHeaders: {},
    };
    openUntilMs = clock.now() + 10_000;
    found = { due: [DUE], nextDueAt: undefined };
    start();
    await searchesReach(2);
    expect(actions.filter(([, ids]) => Array.isArray(ids) && ids.length > 0)).toEqual([
      ['postpone', ['dlv_1']],
    ]);
  });
});
