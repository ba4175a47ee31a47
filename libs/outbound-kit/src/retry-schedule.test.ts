import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRetrySchedule } from './retry-schedule.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const schedule = createRetrySchedule([5_000, 30_000, 86_400_000]);
const next = (attempt: number, askedMs?: number, random = 0.5) => {
  const retryAtMs = askedMs === undefined ? undefined : NOW + askedMs;
  const at = schedule.nextAttemptAtMs({ attempt, endedAtMs: NOW, retryAtMs, random });
  return at === undefined ? undefined : at - NOW;
};

describe('a retry schedule', () => {
  it('allows one attempt more than it has pauses', () => {
    expect(schedule.attemptsMax).toBe(4);
    expect([1, 2, 3, 4].map((attempt) => next(attempt))).toEqual([5_000, 30_000, 86_400_000, undefined]);
  });

  it('varies every pause by at most 20 %', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (attempt, random) => {
          const [middle, spread] = [next(attempt) ?? 0, next(attempt, undefined, random) ?? 0];
          expect(spread).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
          expect(spread).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
        },
      ),
    );
    expect([next(1, undefined, 0), next(1, undefined, 0.999_9)]).toEqual([4_000, 6_000]);
  });

  it.each([
    ['longer than the schedule', 60_000, 60_000],
    ['shorter than the schedule', 1_000, 5_000],
    ['over already', -90_000, 5_000],
  ])('waits for a Retry-After that is %s', (_name, askedMs, pauseMs) =>
    expect(next(1, askedMs)).toBe(pauseMs),
  );

  it('gives up after the last attempt, also when the server sends Retry-After', () =>
    expect(next(4, 60_000)).toBeUndefined());
});
