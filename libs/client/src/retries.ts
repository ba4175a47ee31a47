import { retryAfterSeconds } from './errors.ts';

/** Attempts of a call in all. */
export const ATTEMPTS_DEFAULT = 3;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 8_000;
/** The rate limits have a window of 60 s. A longer `Retry-After` ends the call with the error. */
const RETRY_AFTER_MAX_MS = 90_000;

/** The waits between attempts; tests replace it. */
export interface Clock {
  /** Rejects with the reason of the signal when it is aborted. */
  sleep(ms: number, signals: readonly AbortSignal[]): Promise<void>;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

export const systemClock: Clock = { sleep, random: Math.random };

/**
 * The wait before the next attempt; undefined if the call must not be repeated. 429 waits `Retry-After`. A 5xx and a failed
 * connection wait `Retry-After`, if there is one, and a random time (full jitter) up to 500 ms, doubled for each attempt. A
 * 409 with `Retry-After` reports that an earlier attempt with the same Idempotency-Key still runs.
 * @param response undefined if none was received.
 * @param attempt 1 for the first.
 */
export function retryDelayMs(
  response: Response | undefined,
  attempt: number,
  random: () => number,
): number | undefined {
  const seconds = response === undefined ? undefined : retryAfterSeconds(response.headers);
  const status = response?.status ?? 0;
  const isRepeatable =
    status === 0 || status === 429 || status >= 500 || (status === 409 && seconds !== undefined);
  if (!isRepeatable) return undefined;
  const waitMs = (seconds ?? 0) * 1000;
  if (waitMs > RETRY_AFTER_MAX_MS) return undefined;
  if (status === 429 && seconds !== undefined) return waitMs;
  return waitMs + random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (attempt - 1));
}

async function sleep(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  for (const signal of signals) signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
  for (const signal of signals) signal.throwIfAborted();
}
