import { describe, expect, it } from '@jest/globals';
import { FairPool, type FairPoolLimits, type Turn } from './fair-pool.ts';

const LIMITS: FairPoolLimits = {
  callCountMax: 4,
  callCountPerOwnerMax: 2,
  waitingCountMax: 6,
  waitingCountPerOwnerMax: 4,
};
const WAIT_MS = 20_000;

/** A pool whose calls say when they began and end when told to. */
function openPool() {
  const pool = new FairPool('test', LIMITS);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const call = async (owner: string, waitMs = WAIT_MS): Promise<string> => {
    const turn: Turn = { owner, deadlineAtMs: Date.now() + waitMs };
    return pool.run(turn, async () => {
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
  let leftCount = calls.length;
  while (leftCount > 0) {
    await endFirst();
    leftCount -= 1;
  }
  expect(started).toHaveLength(calls.length);
  await Promise.all(calls);
}

describe('a fair pool', () => {
  it('lets an owner run as many calls as its share while another goes at once', async () => {
    const pool = openPool();
    const calls = ['a', 'a', 'a', 'b'].map(async (owner) => pool.call(owner));
    expect(pool.started).toEqual(['a', 'a', 'b']);
    await pool.endFirst();
    expect(pool.started).toEqual(['a', 'a', 'b', 'a']);
    await endAll(pool, calls);
  });

  it('gives what becomes free to the owners in turn, not to who asked most', async () => {
    const pool = openPool();
    const calls = ['a', 'a', 'b', 'b', 'a', 'a', 'c', 'd'].map(async (owner) => pool.call(owner));
    expect(pool.started).toEqual(['a', 'a', 'b', 'b']);
    await pool.endFirst();
    await pool.endFirst();
    await pool.endFirst();
    expect(pool.started.slice(4)).toEqual(['a', 'c', 'd']);
    await endAll(pool, calls);
  });

  it('answers a call that found no room by its deadline, and forgets it', async () => {
    const pool = openPool();
    const calls = ['a', 'a'].map(async (owner) => pool.call(owner));
    await expect(pool.call('a', 30)).rejects.toMatchObject({ kind: 'deadline' });
    await pool.endFirst();
    expect(pool.started).toEqual(['a', 'a']);
    await endAll(pool, calls);
  });

  it('refuses at once when too many wait, of one owner or in all', async () => {
    const pool = openPool();
    const waiters = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b'].map(async (owner) => pool.call(owner));
    await expect(pool.call('a')).rejects.toMatchObject({ kind: 'unavailable' });
    waiters.push(pool.call('c'), pool.call('d'));
    await expect(pool.call('e')).rejects.toMatchObject({ kind: 'unavailable' });
    await endAll(pool, waiters);
  });

  it('keeps its room after calls that fail', async () => {
    const pool = new FairPool('failing', LIMITS);
    const turn = { owner: 'a', deadlineAtMs: Date.now() + WAIT_MS };
    const failing = Array.from({ length: 3 * LIMITS.callCountMax }, async () => pool.run(turn, refuse));
    for (const call of failing.slice(0, LIMITS.callCountMax)) await expect(call).rejects.toThrow('no');
    await Promise.allSettled(failing);
    expect(await pool.run(turn, async () => Promise.resolve('room'))).toBe('room');
  });
});

async function refuse(): Promise<never> {
  return Promise.reject(new Error('no'));
}
