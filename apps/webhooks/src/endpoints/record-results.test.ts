import { describe, expect, it } from '@jest/globals';
import type { AttemptOutcome, DeliveryJob } from '../delivery-model/index.ts';
import type { EndpointHealth, HealthStore } from './ports.ts';
import { recordResults } from './record-results.ts';

const START_MS = Date.UTC(2026, 0, 31, 9, 30);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const job: DeliveryJob = {
  id: 'dlv_1',
  workspace_id: 'ws_1',
  endpoint_id: 'whk_1',
  event_id: 'evt_1',
  sequence: 1,
  is_replay: false,
  replay_id: null,
  run: 'live',
  attempt_count: 0,
  status: 'pending',
  created_at: new Date(START_MS),
  body: '{}',
  lease_token: 'lease_1',
  lease_until_ms: START_MS,
};

function outcome(status: 'success' | 'failed', afterMs: number): AttemptOutcome {
  const at = new Date(START_MS + afterMs);
  return {
    job,
    attempt: { at, status_code: 500, latency_ms: 1, error: null, endpoint_version: 1 },
    status,
    next_attempt_at: null,
    response_body: null,
    delivered_at: at,
    gone: false,
  };
}

/** Stores one health; `conflicts` saves fail first, because another process stores `meanwhile`. */
function recorder(meanwhile: Partial<EndpointHealth> = {}, conflicts = 0) {
  const state: { health?: EndpointHealth; open: number } = { open: conflicts };
  const failing: string[] = [];
  const save: HealthStore['saveInUnit'] = async (health, expectedVersion) => {
    if (state.open > 0 && state.health !== undefined) {
      state.open -= 1;
      state.health = { ...state.health, ...meanwhile, version: state.health.version + 1 };
    }
    if (state.health?.version !== expectedVersion) return Promise.resolve(false);
    state.health = health;
    return Promise.resolve(true);
  };
  const health: HealthStore = {
    find: async () => Promise.resolve(new Map(state.health === undefined ? [] : [['whk_1', state.health]])),
    insert: async (added) => {
      state.health = added;
      return Promise.resolve(true);
    },
    insertIfAbsent: async () => Promise.resolve(),
    reset: async () => Promise.resolve(),
    saveAll: async (changes) => {
      const refused = new Set<string>();
      for (const { health: changed, expectedVersion } of changes)
        if (!(await save(changed, expectedVersion))) refused.add(changed.endpointId);
      return refused;
    },
    saveInUnit: save,
  };
  const ports = {
    hours: { add: async () => Promise.resolve(), sum: async () => Promise.resolve(new Map()) },
    health,
    saveFailing: async (changed: EndpointHealth, expectedVersion: number) => {
      const isSaved = await save(changed, expectedVersion);
      if (isSaved) failing.push(new Date(changed.failing_since ?? 0).toISOString());
      return isSaved;
    },
  };
  return {
    failing,
    statusOf: () => state.health?.status,
    record: async (...outcomes: readonly AttemptOutcome[]) => recordResults(ports, outcomes),
  };
}

describe('an endpoint that becomes failed', () => {
  it('is published once, with the first failure, and again after it has recovered', async () => {
    const { failing, record, statusOf } = recorder();
    await record(outcome('failed', 0));
    await record(outcome('failed', HOUR_MS));
    expect(failing).toEqual([]);
    await record(outcome('failed', HOUR_MS + 1));
    await record(outcome('failed', HOUR_MS + 2));
    expect([statusOf(), failing]).toEqual(['failed', ['2026-01-31T09:30:00.000Z']]);
    const successes = Array.from({ length: 10 }, (_, index) => outcome('success', 2 * HOUR_MS + index));
    await record(...successes);
    expect(statusOf()).toBe('healthy');
    await record(outcome('failed', 3 * HOUR_MS));
    await record(outcome('failed', 4 * HOUR_MS + 1));
    expect(failing).toEqual(['2026-01-31T09:30:00.000Z', '2026-01-31T12:30:00.000Z']);
  });

  it('is not published by a process that loses to another one', async () => {
    const { failing, record, statusOf } = recorder({ status: 'failed' }, 1);
    await record(outcome('failed', 0));
    await record(outcome('failed', HOUR_MS + 1));
    expect([statusOf(), failing]).toEqual(['failed', []]);
  });

  it('is published after a conflict with a result that changed something else', async () => {
    const { failing, record } = recorder({}, 1);
    await record(outcome('failed', 0));
    await record(outcome('failed', HOUR_MS + 1));
    expect(failing).toHaveLength(1);
  });
});
