/** Share of a pause by which it varies either way, so that what failed together does not come again together. */
const JITTER = 0.2;

export interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  readonly endedAtMs: number;
  /** The moment that the answer's Retry-After names. */
  readonly retryAtMs: number | undefined;
  /** At least 0, less than 1. */
  readonly random: number;
}

export interface RetrySchedule {
  readonly attemptsMax: number;
  /** When to try again, in ms since the epoch; undefined once the attempts are used up. */
  readonly nextAttemptAtMs: (failed: FailedAttempt) => number | undefined;
}

/** @param pausesMs after the first, second, … failed attempt; a server that asks for a longer one gets it as it is. */
export function createRetrySchedule(pausesMs: readonly number[]): RetrySchedule {
  return {
    attemptsMax: pausesMs.length + 1,
    nextAttemptAtMs: ({ attempt, endedAtMs, retryAtMs, random }) => {
      const pauseMs = pausesMs[attempt - 1];
      if (pauseMs === undefined) return undefined;
      const scheduledMs = endedAtMs + Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random));
      return Math.max(scheduledMs, retryAtMs ?? 0);
    },
  };
}
