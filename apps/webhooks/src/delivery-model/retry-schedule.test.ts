import { describe, expect, it } from '@jest/globals';
import { deliveryRetries } from './retry-schedule.ts';

const SECOND_MS = 1_000;

describe('deliveryRetries', () => {
  it('schedules eleven attempts over about seventy hours', () => {
    const { attemptsMax, nextAttemptAtMs } = deliveryRetries;
    const after = { endedAtMs: 0, retryAtMs: undefined, random: 0.5 };
    const pausesMs = Array.from({ length: attemptsMax }, (_, index) =>
      nextAttemptAtMs({ ...after, attempt: index + 1 }),
    );
    expect(attemptsMax).toBe(11);
    expect(pausesMs.map((pauseMs) => (pauseMs === undefined ? undefined : pauseMs / SECOND_MS))).toEqual([
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
});
