import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFallbackRateLimiter } from './fallback-rate-limiter.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { LimitUse, RateLimiter } from './rate-limiter.ts';

const uses: LimitUse[] = [{ partition: 'ws_1', name: 'credential', key: 'key_1', limit: 7 }];
const REPLICAS = 3;
const SHARE = 3;

let time: { ms: number };
let state: { isAway: boolean; callCount: number };
let changes: boolean[];
let shared: RateLimiter;
let limiter: RateLimiter;

beforeEach(() => {
  time = { ms: 0 };
  state = { isAway: false, callCount: 0 };
  changes = [];
  const monotonic = () => time.ms;
  const clocks = { now: () => time.ms, monotonic };
  const inMemory = () => createMemoryRateLimiter({ clocks, failureRingCountMax: 10 });
  const store = inMemory();
  const unlessAway = <T>(call: () => T): T => {
    state.callCount += 1;
    if (state.isAway) throw new Error('away');
    return call();
  };
  shared = {
    admit: async (asked) => unlessAway(() => store.admit(asked)),
    peek: async (asked) => unlessAway(() => store.peek(asked)),
    release: async (asked, decision) => unlessAway(() => store.release(asked, decision)),
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

describe('a limiter whose shared store may go away', () => {
  it('uses the whole limit while the store answers', async () => {
    expect(await admitMany(20)).toBe(7);
    expect(changes).toEqual([]);
  });

  it('admits its share, rounded up, while the store is away', async () => {
    state.isAway = true;
    expect(await admitMany(20)).toBe(SHARE);
    expect((await limiter.peek(uses)).binding).toMatchObject({ limit: SHARE, used: SHARE, remaining: 0 });
  });

  it('takes what it admitted through the store off its share', async () => {
    await admitMany(2);
    state.isAway = true;
    expect(await admitMany(20)).toBe(SHARE - 2);
  });

  it('asks no more after five failures, and tries once two seconds later', async () => {
    state.isAway = true;
    await admitMany(20);
    expect([state.callCount, changes]).toEqual([5, [true]]);
    time.ms = 1_999;
    await admitMany(1);
    expect(state.callCount).toBe(5);
    time.ms = 2_000;
    await Promise.all([limiter.peek(uses), limiter.peek(uses), limiter.peek(uses)]);
    expect([state.callCount, changes]).toEqual([6, [true]]);
    time.ms = 4_000;
    state.isAway = false;
    expect((await limiter.peek(uses)).binding.limit).toBe(7);
    expect(changes).toEqual([true, false]);
  });

  it('does not give up a store that fails now and then', async () => {
    for (let round = 0; round < 20; round += 1) {
      state.isAway = round % 5 !== 0;
      await limiter.peek(uses);
    }
    expect([state.callCount, changes]).toEqual([20, []]);
  });

  it('releases in the store and in its own rings', async () => {
    const decision = await limiter.admit(uses);
    time.ms = 5;
    await limiter.release(uses, decision);
    expect((await limiter.peek(uses)).binding.used).toBe(0);
    state.isAway = true;
    expect((await limiter.peek(uses)).binding.used).toBe(0);
    const own = await limiter.admit(uses);
    await limiter.release(uses, own);
    expect((await limiter.peek(uses)).binding.used).toBe(0);
  });
});
