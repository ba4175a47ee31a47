import { describe, expect, it } from '@jest/globals';
import { FairPool, type FairPoolLimits, type PoolRequest } from './fair-pool.ts';

const LIMITS: FairPoolLimits = {
  callCountMax: 4,
  callCountPerOwnerMax: 2,
  waitingCountMax: 6,
  waitingCountPerOwnerMax: 4,
};
const WAIT_MS = 20_000;

/** A pool whose calls record their start and end on demand. */
function openPool() {
  const pool = new FairPool('test', LIMITS);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const call = async (owner: string, waitMs = WAIT_MS): Promise<string> => {
    const request: PoolRequest = { owner, deadlineAtMs: Date.now() + waitMs };
    return pool.run(request, async () => {
      started.push(owner);
      return new Promise((resolve) => ends.push(() => resolve(owner)));
    });
  };
  const endFirst = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { call, started, endFirst };
}

async function endAll({ endFirst, started }: ReturnType<typeof openPool>, calls: Promise<string>[]) {
  let remainingCount = calls.length;
  while (remainingCount > 0) {
    await endFirst();
    remainingCount -= 1;
  }
  expect(started).toHaveLength(calls.length);
  await Promise.all(calls);
}

describe('a fair pool', () => {
  it('runs as many calls of an owner as its share, and a call of another owner beside them', async () => {
    const pool = openPool();
    const calls = ['a', 'a', 'a', 'b'].map(async (owner) => pool.call(owner));
    expect(pool.started).toEqual(['a', 'a', 'b']);
    await pool.endFirst();
    expect(pool.started).toEqual(['a', 'a', 'b', 'a']);
    await endAll(pool, calls);
  });

  it('gives free slots to the owners in turn, whatever the number of their calls', async () => {
    const pool = openPool();
    const calls = ['a', 'a', 'b', 'b', 'a', 'a', 'c', 'd'].map(async (owner) => pool.call(owner));
    expect(pool.started).toEqual(['a', 'a', 'b', 'b']);
    await pool.endFirst();
    await pool.endFirst();
    await pool.endFirst();
    expect(pool.started.slice(4)).toEqual(['a', 'c', 'd']);
    await endAll(pool, calls);
  });

  it('refuses a call at its deadline and does not run it later', async () => {
    const pool = openPool();
    const calls = ['a', 'a'].map(async (owner) => pool.call(owner));
    await expect(pool.call('a', 30)).rejects.toMatchObject({ kind: 'deadline' });
    await pool.endFirst();
    expect(pool.started).toEqual(['a', 'a']);
    await endAll(pool, calls);
  });

  it('refuses at once when too many calls of one owner, or in total, wait', async () => {
    const pool = openPool();
    const waiters = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b'].map(async (owner) => pool.call(owner));
    await expect(pool.call('a')).rejects.toMatchObject({ kind: 'unavailable' });
    waiters.push(pool.call('c'), pool.call('d'));
    await expect(pool.call('e')).rejects.toMatchObject({ kind: 'unavailable' });
    await endAll(pool, waiters);
  });

  it('frees the slots of calls that fail', async () => {
    const pool = new FairPool('failing', LIMITS);
    const request = { owner: 'a', deadlineAtMs: Date.now() + WAIT_MS };
    const failing = Array.from({ length: 3 * LIMITS.callCountMax }, async () => pool.run(request, refuse));
    for (const call of failing.slice(0, LIMITS.callCountMax)) await expect(call).rejects.toThrow('no');
    await Promise.allSettled(failing);
    expect(await pool.run(request, async () => Promise.resolve('room'))).toBe('room');
  });
});

async function refuse(): Promise<never> {
  return Promise.reject(new Error('no'));
}
