import { describe, expect, it } from '@jest/globals';
import { refreshInterval } from './refresh-interval.ts';

const MINUTE_MS = 60_000;

describe('refreshInterval', () => {
  it.each([0, 1, 4, 50])('gives a list of %d pages three requests a minute', (pageCount) => {
    const pauseMs = refreshInterval(20_000, pageCount);
    expect((MINUTE_MS / Number(pauseMs)) * Math.max(1, pageCount)).toBeCloseTo(3);
  });

  it('does not refresh a list without an interval', () => {
    expect(refreshInterval(undefined, 3)).toBe(false);
  });
});
