import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLeaderLease, type LeaderLease } from './leader-lease.ts';

let acquireCount: number;
let isFree: boolean;
let isDown: boolean;
let lease: LeaderLease;

beforeEach(() => {
  acquireCount = 0;
  isFree = true;
  isDown = false;
  const leases = {
    acquire: async () => {
      acquireCount += 1;
      if (isDown) throw new Error('the database does not answer');
      return Promise.resolve(isFree);
    },
    release: async () => Promise.resolve(),
  };
  lease = createLeaderLease({ leases, name: 'jobs' });
});

describe('a leader lease that several jobs share', () => {
  it('is taken by one command for concurrent callers, and counts for later ones', async () => {
    const answers = await Promise.all([lease.isLeader(), lease.isLeader()]);
    expect([...answers, await lease.isLeader()]).toEqual([true, true, true]);
    expect(acquireCount).toBe(1);
  });

  it('fails for all callers of a failed command, and is taken by the next one', async () => {
    isDown = true;
    const failed = await Promise.allSettled([lease.isLeader(), lease.isLeader()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await lease.isLeader()).toBe(true);
    expect(acquireCount).toBe(2);
  });

  it('does not count after its release', async () => {
    expect(await lease.isLeader()).toBe(true);
    await lease.release();
    isFree = false;
    expect(await lease.isLeader()).toBe(false);
  });
});
