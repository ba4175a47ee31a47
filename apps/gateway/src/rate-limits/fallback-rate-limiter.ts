import type { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Decision, LimitUse, RateLimiter } from './rate-limiter.ts';
import { shareOf } from './share-rate-limiter.ts';

const FAILURE_COUNT_MAX = 5;
const PAUSE_MS = 2_000;

export interface FallbackOptions {
  /** Its methods reject when the shared store does not answer. */
  readonly shared: RateLimiter;
  readonly local: MemoryRateLimiter;
  /** Among how many processes a limit is split while the shared store is away. */
  readonly replicaCount: number;
  /** Never goes back, in ms. */
  readonly monotonic: () => number;
  /** Told when this process begins and ends to count alone, and what went wrong last. */
  readonly onDegraded: (isDegraded: boolean, cause?: unknown) => void;
  /** Told of every admission that this process decided alone. */
  readonly onLocal?: () => void;
}

/**
 * Asks the shared store, and counts alone while that does not answer. The local rings hear of every admission of this
 * process all along, so they start with what it has already let through: never unlimited, never an error.
 */
export function createFallbackRateLimiter(options: FallbackOptions): RateLimiter {
  const { shared, local, replicaCount } = options;
  const breaker = new Breaker(options);
  /** Under which local moment an admission of the shared store was noted. */
  const localMoments = new WeakMap<Decision, number>();
  const own = (uses: readonly LimitUse[]): LimitUse[] => shareOf(uses, replicaCount);
  return {
    admit: async (uses) => {
      const decision = await breaker.ask(async () => shared.admit(uses));
      if (decision === undefined) {
        options.onLocal?.();
        return local.admit(own(uses));
      }
      if (decision.ok) localMoments.set(decision, local.record(uses));
      return decision;
    },
    peek: async (uses) => (await breaker.ask(async () => shared.peek(uses))) ?? local.peek(own(uses)),
    release: async (uses, decision) => {
      const moment = localMoments.get(decision);
      local.release(uses, { moment: moment ?? decision.moment });
      // What this process admitted alone the shared store has never heard of.
      if (moment !== undefined) await breaker.ask(async () => shared.release(uses, decision));
    },
  };
}

/** After five failures in a row nobody waits for two seconds, then one call tries. */
class Breaker {
  readonly #options: Pick<FallbackOptions, 'monotonic' | 'onDegraded'>;
  #failureCount = 0;
  #openUntilMs = 0;
  #isTrying = false;

  constructor(options: Pick<FallbackOptions, 'monotonic' | 'onDegraded'>) {
    this.#options = options;
  }

  /** Undefined when the call failed or was not made. */
  async ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (this.#isOpen()) {
      if (this.#isTrying || this.#options.monotonic() < this.#openUntilMs) return undefined;
      this.#isTrying = true;
    }
    try {
      const result = await call();
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
    this.#isTrying = false;
  }

  #failed(cause: unknown): void {
    this.#failureCount += 1;
    this.#isTrying = false;
    if (!this.#isOpen()) return;
    this.#openUntilMs = this.#options.monotonic() + PAUSE_MS;
    if (this.#failureCount === FAILURE_COUNT_MAX) this.#options.onDegraded(true, cause);
  }
}
