import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFallbackRateLimiter } from './fallback-rate-limiter.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { LimitUse, RateLimiter } from './rate-limiter.ts';

const uses: LimitUse[] = [{ partition: 'ws_1', name: 'credential', key: 'key_1', limit: 7 }];
const REPLICAS = 3;
const SHARE = 3;

let time: { ms: number };
let state: { isUnavailable: boolean; callCount: number };
let changes: boolean[];
let shared: RateLimiter;
let limiter: RateLimiter;

beforeEach(() => {
  time = { ms: 0 };
  state = { isUnavailable: false, callCount: 0 };
  changes = [];
  const monotonic = () => time.ms;
  const clocks = { now: () => time.ms, monotonic };
  const inMemory = () => createMemoryRateLimiter({ clocks, failureRingCountMax: 10 });
  const store = inMemory();
  const unlessUnavailable = <T>(call: () => T): T => {
    state.callCount += 1;
    if (state.isUnavailable) throw new Error('unavailable');
    return call();
  };
  shared = {
    admit: async (given) => unlessUnavailable(() => store.admit(given)),
    peek: async (given) => unlessUnavailable(() => store.peek(given)),
    release: async (given, decision) => unlessUnavailable(() => store.release(given, decision)),
  };
  limiter = createFallbackRateLimiter({
    shared,
    local: inMemory(),
    replicaCount: REPLICAS,
    monotonic,
    onDegraded: (isDegraded) => changes.push(isDegraded),
  });
});

const admitMany = async (count: number): Promise<number> => {
  let admitted = 0;
  for (let attempt = 0; attempt < count; attempt += 1) if ((await limiter.admit(uses)).ok) admitted += 1;
  return admitted;
};

describe('the fallback rate limiter', () => {
  it('uses the whole limit while the store answers', async () => {
    expect(await admitMany(20)).toBe(7);
    expect(changes).toEqual([]);
  });

  it('admits its share, rounded up, while the store is unavailable', async () => {
    state.isUnavailable = true;
    expect(await admitMany(20)).toBe(SHARE);
    expect((await limiter.peek(uses)).binding).toMatchObject({ limit: SHARE, used: SHARE, remaining: 0 });
  });

  it('subtracts its recent admissions through the store from its share', async () => {
    await admitMany(2);
    state.isUnavailable = true;
    expect(await admitMany(20)).toBe(SHARE - 2);
  });

  it('stops calling the store after five failures, and tries again two seconds later', async () => {
    state.isUnavailable = true;
    await admitMany(20);
    expect([state.callCount, changes]).toEqual([5, [true]]);
    time.ms = 1_999;
    await admitMany(1);
    expect(state.callCount).toBe(5);
    time.ms = 2_000;
    await Promise.all([limiter.peek(uses), limiter.peek(uses), limiter.peek(uses)]);
    expect([state.callCount, changes]).toEqual([6, [true]]);
    time.ms = 4_000;
    state.isUnavailable = false;
    expect((await limiter.peek(uses)).binding.limit).toBe(7);
    expect(changes).toEqual([true, false]);
  });

  it('keeps using a store that fails occasionally', async () => {
    for (let round = 0; round < 20; round += 1) {
      state.isUnavailable = round % 5 !== 0;
      await limiter.peek(uses);
    }
    expect([state.callCount, changes]).toEqual([20, []]);
  });

  it('releases in the store and in the local rings', async () => {
    const decision = await limiter.admit(uses);
    time.ms = 5;
    await limiter.release(uses, decision);
    expect((await limiter.peek(uses)).binding.used).toBe(0);
    state.isUnavailable = true;
    expect((await limiter.peek(uses)).binding.used).toBe(0);
    const own = await limiter.admit(uses);
    await limiter.release(uses, own);
    expect((await limiter.peek(uses)).binding.used).toBe(0);
  });
});
