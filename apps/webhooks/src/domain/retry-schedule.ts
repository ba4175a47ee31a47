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
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const ATTEMPTS_MAX = PAUSES_MS.length + 1;
const JITTER = 0.2;
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

export interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  readonly endedAtMs: number;
  /** The answer's Retry-After header. */
  readonly retryAfter: string | undefined;
  /** At least 0, less than 1. */
  readonly random: number;
}

/** When to try again, in ms since the epoch; undefined once the attempts are used up. */
export function nextAttemptAtMs({
  attempt,
  endedAtMs,
  retryAfter,
  random,
}: FailedAttempt): number | undefined {
  const pauseMs = PAUSES_MS[attempt - 1];
  if (pauseMs === undefined) return undefined;
  const scheduledMs = endedAtMs + Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random));
  return Math.max(scheduledMs, retryAfterMs(retryAfter, endedAtMs) ?? 0);
}

/** RFC 9110 §10.2.3: seconds, or a date; at most 24 hours ahead. */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const atMs = /^\d{1,10}$/.test(text) ? nowMs + Number(text) * SECOND_MS : Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.min(atMs, nowMs + RETRY_AFTER_MS_MAX);
}
