import type { Clock } from '@outreach/service-kit';

/** A clock that moves only on demand. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(ms: number): void;
}

export function createFakeClock(startMs: number = Date.UTC(2026, 0, 31, 9, 30)): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (ms) => {
      nowMs = ms;
    },
  };
}
