import type { Clock } from '@outreach/service-kit';

const DAY_MS = 86_400_000;

/** The clock of the system, moved by a test. */
export interface MovingClock extends Clock {
  /** From now on the clock is ahead of its start by `ms`. Calls with a deadline of less than `ms` fail. */
  setAhead(ms: number): void;
}

export function createMovingClock(): MovingClock {
  return movedBy(0);
}

/** Starts at the last noon in UTC: no test is near the end of a day, whatever time it is. */
export function createNoonClock(): MovingClock {
  return movedBy(-((Date.now() + DAY_MS / 2) % DAY_MS));
}

function movedBy(startMs: number): MovingClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + startMs + aheadMs,
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}
