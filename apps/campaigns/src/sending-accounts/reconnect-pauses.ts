const MINUTE_MS = 60_000;
/** The last pause repeats. */
const PAUSES_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);

/** The pause after a failed connection of an account in error. @param attempt 1 for the first connection. */
export function reconnectPauseMs(attempt: number): number {
  return PAUSES_MS[Math.min(attempt, PAUSES_MS.length) - 1] ?? MINUTE_MS;
}
