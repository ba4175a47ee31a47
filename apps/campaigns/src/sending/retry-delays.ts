const MINUTE_MS = 60_000;

/** Pauses in ms after the first and the following attempts with a temporary error. */
const RETRY_DELAYS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  60 * MINUTE_MS,
  240 * MINUTE_MS,
];

/** The time of the next attempt; undefined after the last one. @param attempts attempts so far, at least 1. */
export function retryTime(attempts: number, at: Date): Date | undefined {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? undefined : new Date(at.getTime() + delayMs);
}
