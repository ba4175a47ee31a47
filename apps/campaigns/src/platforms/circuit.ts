const PAUSE_MS_MIN = 5_000;
const PAUSE_MS_MAX = 5 * 60_000;
/** Share by which a pause varies, so that several processes do not try at the same time. */
const JITTER = 0.2;

/** Pauses the submission of emails while a platform does not answer. */
export interface Circuit {
  /** The end of the pause; undefined if there is none. */
  pausedUntil(): Date | undefined;
  /** Failed requests since the last success. */
  readonly failureCount: number;
  succeeded(): void;
  /** Doubles the pause, from 5 seconds up to 5 minutes. A later `retryAt` is used as it is. Returns its end. */
  failed(retryAt: Date | undefined): Date;
}

export interface CircuitOptions {
  /** Time in ms since the epoch. */
  readonly now: () => number;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

export function createCircuit({ now, random }: CircuitOptions): Circuit {
  let failureCount = 0;
  let untilMs = 0;
  return {
    get failureCount() {
      return failureCount;
    },
    pausedUntil: () => (untilMs > now() ? new Date(untilMs) : undefined),
    succeeded: () => {
      failureCount = 0;
      untilMs = 0;
    },
    failed: (retryAt) => {
      const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** failureCount);
      failureCount += 1;
      const varied = pauseMs * (1 - JITTER + 2 * JITTER * random());
      untilMs = Math.max(untilMs, now() + Math.round(varied), retryAt?.getTime() ?? 0);
      return new Date(untilMs);
    },
  };
}
