import { decide, limitState, type Counted } from './decide.ts';
import { FAILURE_LIMITS, TRACKING_LIMITS, WINDOW_MS } from './limits.ts';
import type { Decision, LimitState, LimitUse, RateLimiter } from './rate-limiter.ts';
import type { Ring } from './ring.ts';
import { RingSet } from './ring-set.ts';

export interface LimiterClocks {
  /** Unix time in ms, for `reset` only. */
  now(): number;
  /** A clock in ms that never goes back; it measures the window. */
  monotonic(): number;
}

export interface MemoryLimiterOptions {
  readonly clocks: LimiterClocks;
  /** Maximum number of rings of failures, and of links, which any client can create. Rings of credentials have none. */
  readonly failureRingCountMax: number;
}

export function createMemoryRateLimiter(options: MemoryLimiterOptions): MemoryRateLimiter {
  return new MemoryRateLimiter(options);
}

/** The exact sliding window in the memory of one process: a ring of timestamps of accepted requests per limit. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clocks: LimiterClocks;
  readonly #credentials = new RingSet(Infinity);
  readonly #failures: RingSet;
  /** Beside the failures: a flood of links must not replace the rings of log-ins. */
  readonly #tracking: RingSet;

  constructor(options: MemoryLimiterOptions) {
    this.#clocks = options.clocks;
    this.#failures = new RingSet(options.failureRingCountMax);
    this.#tracking = new RingSet(options.failureRingCountMax);
  }

  get ringCount(): number {
    return this.#credentials.count + this.#failures.count + this.#tracking.count;
  }

  admit(uses: readonly LimitUse[]): Decision {
    const at = this.#clocks.monotonic();
    const rings = this.#obtain(uses, at);
    const ok = haveQuota(rings, uses);
    if (ok) for (const ring of rings) ring.push(at);
    return this.#decision({ ok, uses, rings, at });
  }

  peek(uses: readonly LimitUse[]): Decision {
    const at = this.#clocks.monotonic();
    const rings = uses.map((use) => this.#setOf(use).find(use));
    for (const ring of rings) ring?.dropUntil(at - WINDOW_MS);
    return this.#decision({ ok: haveQuota(rings, uses), uses, rings, at });
  }

  /** Counts an admission of another store, also beyond the limits, and returns its timestamp for a release. */
  record(uses: readonly LimitUse[]): number {
    const at = this.#clocks.monotonic();
    for (const ring of this.#obtain(uses, at)) ring.push(at);
    return at;
  }

  release(uses: readonly LimitUse[], decision: Pick<Decision, 'at'>): void {
    for (const use of uses) this.#setOf(use).find(use)?.remove(decision.at);
  }

  #obtain(uses: readonly LimitUse[], at: number): Ring[] {
    const until = at - WINDOW_MS;
    this.#credentials.dropSomeIdle(until);
    this.#failures.dropSomeIdle(until);
    this.#tracking.dropSomeIdle(until);
    const rings: Ring[] = [];
    for (const use of uses) {
      const ring = this.#setOf(use).obtain(use);
      ring.dropUntil(until);
      rings.push(ring);
    }
    return rings;
  }

  #setOf(use: LimitUse): RingSet {
    if (TRACKING_NAMES.has(use.name)) return this.#tracking;
    return FAILURE_NAMES.has(use.name) ? this.#failures : this.#credentials;
  }

  /** Runs for every request: creates one object per limit and no other. */
  #decision({ ok, uses, rings, at }: DecisionInput): Decision {
    const nowMs = this.#clocks.now();
    const limits: LimitState[] = [];
    for (let index = 0; index < uses.length; index += 1) {
      const use = uses[index];
      if (use !== undefined) limits.push(limitState(use, counted(use, rings[index], at), { at, nowMs }));
    }
    return decide(ok, limits, at);
  }
}

interface DecisionInput {
  readonly ok: boolean;
  readonly uses: readonly LimitUse[];
  readonly rings: readonly (Ring | undefined)[];
  readonly at: number;
}

const FAILURE_NAMES: ReadonlySet<string> = new Set(Object.keys(FAILURE_LIMITS));
const TRACKING_NAMES: ReadonlySet<string> = new Set(Object.keys(TRACKING_LIMITS));

function haveQuota(rings: readonly (Ring | undefined)[], uses: readonly LimitUse[]): boolean {
  for (let index = 0; index < uses.length; index += 1)
    if ((rings[index]?.count ?? 0) >= (uses[index]?.limit ?? 0)) return false;
  return true;
}

function counted(use: LimitUse, ring: Ring | undefined, at: number): Counted {
  const used = ring?.count ?? 0;
  // A lowered limit may be exceeded: quota becomes free when enough of the oldest requests have expired.
  const expiringAt = ring === undefined || used === 0 ? at : ring.at(Math.max(used - use.limit, 0));
  return { used, expiringAt };
}
