import type { Clock } from '@outreach/service-kit';

/** The clock of the system, moved forward by a test. */
export interface MovingClock extends Clock {
  /** From now on the clock is ahead of the system by `ms`. Calls with a deadline of less than `ms` fail. */
  setAhead(ms: number): void;
}

export function createMovingClock(): MovingClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}
