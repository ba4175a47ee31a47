import type { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Decision, RateLimiter } from './rate-limiter.ts';
import { shareOf } from './share-rate-limiter.ts';

const FAILURE_COUNT_MAX = 5;
const PAUSE_MS = 2_000;

export interface FallbackOptions {
  /** Its methods reject if the shared store does not answer. */
  readonly shared: RateLimiter;
  readonly local: MemoryRateLimiter;
  /** Number of processes that a limit is split between while the shared store is unavailable. */
  readonly replicaCount: number;
  /** A clock in ms that never goes back. */
  readonly monotonic: () => number;
  /** Called when this process starts and stops to count alone, with the last failure. */
  readonly onDegraded: (isDegraded: boolean, cause?: unknown) => void;
  /** Called for every admission that this process decided alone. */
  readonly onLocal?: () => void;
}

/**
 * Calls the shared store, and counts alone while it does not answer. The local rings record every admission of this
 * process, so they contain its recent requests when it starts to count alone. No limit is suspended, and no request
 * fails.
 */
export function createFallbackRateLimiter(options: FallbackOptions): RateLimiter {
  const { shared, local, replicaCount } = options;
  const breaker = new Breaker(options);
  /** Local timestamps of the admissions of the shared store. */
  const localTimestamps = new WeakMap<Decision, number>();
  return {
    admit: async (uses) => {
      const decision = await breaker.call(async () => shared.admit(uses));
      if (decision === undefined) {
        options.onLocal?.();
        return local.admit(shareOf(uses, replicaCount));
      }
      if (decision.ok) localTimestamps.set(decision, local.record(uses));
      return decision;
    },
    peek: async (uses) =>
      (await breaker.call(async () => shared.peek(uses))) ?? local.peek(shareOf(uses, replicaCount)),
    release: async (uses, decision) => {
      const at = localTimestamps.get(decision);
      local.release(uses, { at: at ?? decision.at });
      // The shared store has no record of an admission that this process decided alone.
      if (at !== undefined) await breaker.call(async () => shared.release(uses, decision));
    },
  };
}

/** After five failures in a row every call fails at once for two seconds; then one call tries again. */
class Breaker {
  readonly #options: Pick<FallbackOptions, 'monotonic' | 'onDegraded'>;
  #failureCount = 0;
  #openUntilMs = 0;
  #isProbing = false;

  constructor(options: Pick<FallbackOptions, 'monotonic' | 'onDegraded'>) {
    this.#options = options;
  }

  /** Returns undefined if the call failed or was not made. */
  async call<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isOpen()) {
      if (this.#isProbing || this.#options.monotonic() < this.#openUntilMs) return undefined;
      this.#isProbing = true;
    }
    try {
      const result = await work();
      this.#succeeded();
      return result;
    } catch (thrown) {
      this.#failed(thrown);
      return undefined;
    }
  }

  #isOpen(): boolean {
    return this.#failureCount >= FAILURE_COUNT_MAX;
  }

  #succeeded(): void {
    if (this.#isOpen()) this.#options.onDegraded(false);
    this.#failureCount = 0;
    this.#isProbing = false;
  }

  #failed(cause: unknown): void {
    this.#failureCount += 1;
    this.#isProbing = false;
    if (!this.#isOpen()) return;
    this.#openUntilMs = this.#options.monotonic() + PAUSE_MS;
    if (this.#failureCount === FAILURE_COUNT_MAX) this.#options.onDegraded(true, cause);
  }
}
