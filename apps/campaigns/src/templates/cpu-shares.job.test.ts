import { describe, expect, it } from '@jest/globals';
import { createCpuShares } from './cpu-shares.job.ts';

/** A clock that moves while work runs and while an owner waits. */
function newWorld() {
  let nowMs = 1_000_000;
  const waits: number[] = [];
  const shares = createCpuShares({
    now: () => nowMs,
    sleep: async (ms) => {
      waits.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
  });
  const work = (ms: number) => (): void => {
    nowMs += ms;
  };
  return { shares, work, waits };
}

describe('createCpuShares', () => {
  it('lets short work pass at once', async () => {
    const { shares, work, waits } = newWorld();
    for (let count = 0; count < 199; count += 1) await shares.run('ws_1', work(1));
    expect(waits).toEqual([]);
  });

  it('gives an owner a fifth of a processor in the long run', async () => {
    const { shares, work, waits } = newWorld();
    for (let count = 0; count < 11; count += 1) await shares.run('ws_1', work(500));
    const waitedMs = waits.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs / 10).toBeCloseTo(2_000 - 100, 0);
  });

  it('holds no other owner back', async () => {
    const { shares, work, waits } = newWorld();
    shares.measure('ws_1', work(5_000));
    expect([shares.isFree('ws_1'), shares.isFree('ws_2')]).toEqual([false, true]);
    await shares.run('ws_2', work(1));
    expect(waits).toEqual([]);
  });

  it('counts the time of work that fails', () => {
    const { shares, work } = newWorld();
    const failing = (): void => {
      work(5_000)();
      throw new Error('failed');
    };
    expect(() => shares.measure('ws_1', failing)).toThrow('failed');
    expect(shares.isFree('ws_1')).toBe(false);
  });
});
