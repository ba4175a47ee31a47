/** Share by which a pause varies, so that requests that failed together are not retried together. */
const JITTER = 0.2;

export interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  readonly endedAtMs: number;
  /** Timestamp of the Retry-After header, in ms since the epoch. */
  readonly retryAtMs: number | undefined;
  /** At least 0, less than 1. */
  readonly random: number;
}

export interface RetrySchedule {
  readonly attemptsMax: number;
  /** Timestamp of the next attempt in ms since the epoch; undefined after the last attempt. */
  readonly nextAttemptAtMs: (failed: FailedAttempt) => number | undefined;
}

/** @param pausesMs pauses after the first, second, … failed attempt. A longer Retry-After is used without jitter. */
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
