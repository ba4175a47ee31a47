import type { Delivery, Endpoint } from '../../data/webhooks.ts';
import { formatDuration } from '../../parts/format.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the first, second, … failed attempt; each varies by a fifth. */
const PAUSES_MS: readonly number[] = [
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
];
/** A longer pause is one that the receiver asked for; the rest is the time of the clocks. */
const LONGEST_SHARE = 1.25;

export type NextAttemptInput = Pick<
  Delivery,
  'status' | 'attempts' | 'next_retry_at' | 'status_code' | 'is_test'
>;

/** Why the next attempt is when it is, or why there is none. */
export function explainNextAttempt(delivery: NextAttemptInput, { active }: Pick<Endpoint, 'active'>): string {
  const { status, attempts, next_retry_at, status_code, is_test } = delivery;
  if (status === 'success') return 'The receiver has accepted the event, so no attempt follows.';
  if (is_test) return 'A test event is sent once.';
  if (!active)
    return status_code === 410
      ? 'The receiver has answered 410 Gone, which pauses the webhook. Events wait until it is enabled.'
      : 'The webhook is paused. Events wait until it is enabled.';
  if (status === 'pending') return 'The first attempt follows at once.';
  const last = attempts.at(-1);
  if (next_retry_at === null || last === undefined)
    return `No attempt follows by itself after ${attempts.length} failed ones. Retry sends the event again.`;
  const endedAtMs = Date.parse(last.at) + last.latency_ms;
  const pauseMs = Date.parse(next_retry_at) - endedAtMs;
  const plannedMs = PAUSES_MS[attempts.length - 1] ?? 0;
  const next = `Attempt ${attempts.length + 1} follows ${formatDuration(pauseMs)} after attempt ${attempts.length}`;
  return pauseMs > plannedMs * LONGEST_SHARE + MINUTE_MS
    ? `${next}, because the receiver has asked for this pause by Retry-After.`
    : `${next}: each pause is longer than the one before, from 5 seconds to 24 hours, and 11 attempts are made in all.`;
}
