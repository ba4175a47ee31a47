import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ATTEMPTS_MAX, nextAttemptAtMs } from './retry-schedule.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const next = (attempt: number, askedMs?: number, random = 0.5) => {
  const retryAtMs = askedMs === undefined ? undefined : NOW + askedMs;
  const at = nextAttemptAtMs({ attempt, endedAtMs: NOW, retryAtMs, random });
  return at === undefined ? undefined : at - NOW;
};

describe('retry schedule', () => {
  it('has eleven attempts over about seventy hours', () => {
    const pauses = Array.from({ length: ATTEMPTS_MAX }, (_, index) => next(index + 1));
    expect(ATTEMPTS_MAX).toBe(11);
    expect(pauses.map((pause) => (pause === undefined ? undefined : pause / 1000))).toEqual([
      5,
      30,
      120,
      600,
      3_600,
      10_800,
      21_600,
      43_200,
      86_400,
      86_400,
      undefined,
    ]);
  });

  it('spreads every pause by at most 20 % either way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (attempt, random) => {
          const [middle, spread] = [next(attempt) ?? 0, next(attempt, undefined, random) ?? 0];
          expect(spread).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
          expect(spread).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
        },
      ),
    );
  });

  it.each([
    ['longer than the schedule', 60_000, 60_000],
    ['shorter than the schedule', 1_000, 5_000],
    ['over already', -90_000, 5_000],
  ])('waits for a Retry-After that is %s', (_name, askedMs, pauseMs) =>
    expect(next(1, askedMs)).toBe(pauseMs),
  );

  it('gives up after the last attempt whatever the receiver asks', () =>
    expect(next(11, 60_000)).toBeUndefined());
});
