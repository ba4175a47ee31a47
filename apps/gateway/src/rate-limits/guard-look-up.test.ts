import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { FairPool } from '@outreach/service-kit/bulkhead';
import { createLookUpGuard, LATE_LOOK_UP_LIMITS } from './guard-look-up.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Decision } from './rate-limiter.ts';

const FAILURES = 600;
const clock = { now: () => Date.now() };
const refused = async (): Promise<string> =>
  Promise.reject(new AppError('unauthenticated', 'The credential is not valid.'));
const accepted = async (): Promise<string> => Promise.resolve('accepted');

function setUp() {
  const clocks = { now: clock.now, monotonic: () => performance.now() };
  const limiter = createMemoryRateLimiter({ clocks, failureRingCountMax: 100 });
  const guard = createLookUpGuard({ limiter, late: new FairPool('test', LATE_LOOK_UP_LIMITS), clock });
  const decisions: Decision[] = [];
  const lookUp = async (run: () => Promise<string>, addressKey = 'a'): Promise<string> =>
    guard({ addressKey, run, onDecision: (decision) => decisions.push(decision) });
  return { lookUp, decisions };
}

describe('the guard of look-ups', () => {
  it('counts a refused credential, and no accepted one', async () => {
    const { lookUp, decisions } = setUp();
    await lookUp(accepted);
    await expect(lookUp(refused)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(decisions.map(({ binding }) => binding.used)).toEqual([1]);
  });

  it('refuses invalid credentials over the limit with 429, and accepts valid ones', async () => {
    const { lookUp } = setUp();
    for (let count = 0; count < FAILURES; count += 1) await lookUp(refused).catch(() => undefined);
    await expect(lookUp(refused)).rejects.toMatchObject({ kind: 'resource_exhausted' });
    expect(await lookUp(accepted)).toBe('accepted');
    await expect(lookUp(refused, 'b')).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('looks up one credential at a time for an address over its limit', async () => {
    const { lookUp } = setUp();
    for (let count = 0; count < FAILURES; count += 1) await lookUp(refused).catch(() => undefined);
    let runningCount = 0;
    let highest = 0;
    const slow = async (): Promise<string> => {
      runningCount += 1;
      highest = Math.max(highest, runningCount);
      await new Promise((resolve) => setImmediate(resolve));
      runningCount -= 1;
      return refused();
    };
    const ends = await Promise.allSettled(Array.from({ length: 10 }, async () => lookUp(slow)));
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(highest).toBe(1);
  });
});
