const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pause after the first, second, … failed attempt. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
] as const;

export const ATTEMPTS_MAX = PAUSES_MS.length + 1;
const JITTER = 0.2;

export interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  readonly nowMs: number;
  /** The moment that the provider asked for. */
  readonly retryAtMs: number | undefined;
  /** At least 0, less than 1. */
  readonly random: number;
}

/** When to try again, in ms since the epoch; undefined once the attempts are used up. */
export function nextAttemptAtMs({ attempt, nowMs, retryAtMs, random }: FailedAttempt): number | undefined {
  const pauseMs = PAUSES_MS[attempt - 1];
  if (pauseMs === undefined) return undefined;
  const scheduledMs = nowMs + Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random));
  return Math.max(scheduledMs, retryAtMs ?? 0);
}
