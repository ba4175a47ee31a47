import { describe, expect, it } from '@jest/globals';
import { allowedOn, warmupDays } from './warmup-plan.ts';

const warmup = { enabled: true, day: 2, start: 5, increment: 5, ceiling: 20 };

describe('warmupDays', () => {
  it.each([
    [{ daily_limit: 30, warmup }, [5, 10, 15, 20]],
    [{ daily_limit: 12, warmup }, [5, 10, 12]],
    [{ daily_limit: 30, warmup: { ...warmup, day: 6 } }, [5, 10, 15, 20, 20, 20]],
    [{ daily_limit: 30, warmup: { ...warmup, increment: 0 } }, [5, 5]],
    [{ daily_limit: 30, warmup: { ...warmup, start: 40 } }, [20, 20]],
  ])('returns for %j the emails %j', (account, allowed) => {
    expect(warmupDays(account).map((day) => day.allowed)).toEqual(allowed);
  });

  it('shows at most 60 days', () => {
    const slow = { ...warmup, increment: 1, ceiling: 1_000 };
    expect(warmupDays({ daily_limit: 1_000, warmup: slow })).toHaveLength(60);
  });
});

describe('allowedOn', () => {
  it('is the daily limit without a warm-up', () => {
    expect(allowedOn({ daily_limit: 30, warmup: { ...warmup, enabled: false, day: 0 } }, 0)).toBe(30);
  });
});
