import CircuitBreaker from 'opossum';
import { AppError, type ErrorKind, thrownText } from '@outreach/errors';
import { gauge } from '../metrics/metrics.ts';

const VOLUME_THRESHOLD_CALLS = 20;
const ERROR_THRESHOLD_PERCENT = 50;
const RESET_TIMEOUT_MS = 3_000;
const DEFAULT_CAPACITY_CALLS = 256;
const BREAKER_OPEN = 'breaker open';

/** Errors that count as a failure of the backend. Every other error is a valid reply. */
const FAILURE_KINDS: readonly ErrorKind[] = ['unavailable', 'deadline', 'internal'];

const state = gauge('breaker_open', '1 while the breaker of a backend is open, else 0.', ['backend']);

/** Guards calls to one backend: opens when half of at least twenty calls failed, and tries again after 3 s. */
export interface Breaker {
  /** @throws AppError unavailable at once while the breaker is open or at its capacity. */
  fire<T>(call: () => Promise<T>): Promise<T>;
  /** @throws AppError unavailable while the breaker is open. */
  requireClosed(): void;
  stop(): void;
}

export interface BreakerOptions {
  /** Concurrent calls. */
  readonly capacity?: number | undefined;
  /** Kinds of errors that count against the backend. */
  readonly failureKinds?: readonly ErrorKind[];
}

export function createBreaker(backend: string, options: BreakerOptions = {}): Breaker {
  const { capacity = DEFAULT_CAPACITY_CALLS, failureKinds = FAILURE_KINDS } = options;
  const sick = new Set(failureKinds);
  const breaker = new CircuitBreaker(async (call: () => Promise<unknown>) => call(), {
    timeout: false,
    volumeThreshold: VOLUME_THRESHOLD_CALLS,
    errorThresholdPercentage: ERROR_THRESHOLD_PERCENT,
    resetTimeout: RESET_TIMEOUT_MS,
    capacity,
    errorFilter: (thrown: unknown) => isAnswer(thrown, sick),
  });
  breaker.on('failure', () => {
    if (isIll(breaker.stats)) breaker.open();
  });
  state.set({ backend }, 0);
  breaker.on('open', () => state.set({ backend }, 1));
  breaker.on('close', () => state.set({ backend }, 0));
  return {
    fire: async <T>(call: () => Promise<T>): Promise<T> => {
      let value: { readonly is: T } | undefined;
      await breaker
        .fire(async () => {
          value = { is: await call() };
        })
        .catch((thrown: unknown) => {
          throw translate(thrown, backend);
        });
      if (value === undefined) throw unavailable(backend, 'the breaker answered without a call');
      return value.is;
    },
    requireClosed: () => {
      if (breaker.opened) throw unavailable(backend, BREAKER_OPEN);
    },
    stop: () => breaker.shutdown(),
  };
}

/**
 * Uses the calls that have ended. The rule of the library divides by the calls that have begun; a backend that hangs
 * has many of them, so the breaker would open after twice the deadline.
 */
function isIll({ failures, successes }: CircuitBreaker.Stats): boolean {
  const ended = failures + successes;
  return ended >= VOLUME_THRESHOLD_CALLS && failures * 100 >= ended * ERROR_THRESHOLD_PERCENT;
}

/** Ignores valid replies of the backend, and refusals because the capacity is used up. */
function isAnswer(thrown: unknown, sick: ReadonlySet<ErrorKind>): boolean {
  if (thrown instanceof AppError) return !sick.has(thrown.kind);
  return thrownText(thrown, 'code') === 'ESEMLOCKED';
}

function translate(thrown: unknown, backend: string): unknown {
  const code = thrownText(thrown, 'code');
  if (code === 'EOPENBREAKER') return unavailable(backend, BREAKER_OPEN);
  if (code === 'ESEMLOCKED') return unavailable(backend, 'too many calls at once');
  return thrown;
}

function unavailable(backend: string, why: string): AppError {
  return new AppError('unavailable', 'A part of the service is not reachable; try again.', {
    privateText: `${backend}: ${why}`,
  });
}
