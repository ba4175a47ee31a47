import { decide, limitState, type Counted } from './decide.ts';
import { FAILURE_LIMITS, WINDOW_MS } from './limits.ts';
import type { Decision, LimitState, LimitUse, RateLimiter } from './rate-limiter.ts';
import type { Ring } from './ring.ts';
import { RingSet } from './ring-set.ts';

export interface LimiterClocks {
  /** Wall clock in ms since the epoch; only `reset` is told in it. */
  now(): number;
  /** Never goes back, in ms; the window is measured with it. */
  monotonic(): number;
}

export interface MemoryLimiterOptions {
  readonly clocks: LimiterClocks;
  /** Rings of failures kept at most: strangers make them. Those of credentials are as many as there are callers. */
  readonly failureRingCountMax: number;
}

export interface MemoryRateLimiter extends RateLimiter {
  admit(uses: readonly LimitUse[]): Decision;
  peek(uses: readonly LimitUse[]): Decision;
  release(uses: readonly LimitUse[], decision: Pick<Decision, 'moment'>): void;
  /** Counts what was admitted elsewhere, over any limit too, and answers the moment that releases it. */
  record(uses: readonly LimitUse[]): number;
  readonly ringCount: number;
}

/** The exact sliding window in the memory of one process: a ring of accepted moments per limit. */
export function createMemoryRateLimiter(options: MemoryLimiterOptions): MemoryRateLimiter {
  return new SlidingWindows(options);
}

class SlidingWindows implements MemoryRateLimiter {
  readonly #clocks: LimiterClocks;
  readonly #credentials = new RingSet(Infinity);
  readonly #failures: RingSet;

  constructor(options: MemoryLimiterOptions) {
    this.#clocks = options.clocks;
    this.#failures = new RingSet(options.failureRingCountMax);
  }

  get ringCount(): number {
    return this.#credentials.count + this.#failures.count;
  }

  admit(uses: readonly LimitUse[]): Decision {
    const moment = this.#clocks.monotonic();
    const rings = this.#obtain(uses, moment);
    const ok = haveRoom(rings, uses);
    if (ok) for (const ring of rings) ring.push(moment);
    return this.#decision({ ok, uses, rings, moment });
  }

  peek(uses: readonly LimitUse[]): Decision {
    const moment = this.#clocks.monotonic();
    const rings = uses.map((use) => this.#setOf(use).find(use));
    for (const ring of rings) ring?.dropUntil(moment - WINDOW_MS);
    return this.#decision({ ok: haveRoom(rings, uses), uses, rings, moment });
  }

  record(uses: readonly LimitUse[]): number {
    const moment = this.#clocks.monotonic();
    for (const ring of this.#obtain(uses, moment)) ring.push(moment);
    return moment;
  }

  release(uses: readonly LimitUse[], decision: Pick<Decision, 'moment'>): void {
    for (const use of uses) this.#setOf(use).find(use)?.remove(decision.moment);
  }

  #obtain(uses: readonly LimitUse[], moment: number): Ring[] {
    const until = moment - WINDOW_MS;
    this.#credentials.dropSomeIdle(until);
    this.#failures.dropSomeIdle(until);
    const rings: Ring[] = [];
    for (const use of uses) {
      const ring = this.#setOf(use).obtain(use);
      ring.dropUntil(until);
      rings.push(ring);
    }
    return rings;
  }

  #setOf(use: LimitUse): RingSet {
    return FAILURE_NAMES.has(use.name) ? this.#failures : this.#credentials;
  }

  /** Loops that make one object a limit and no other: this runs with every request. */
  #decision({ ok, uses, rings, moment }: DecisionInput): Decision {
    const nowMs = this.#clocks.now();
    const limits: LimitState[] = [];
    for (let index = 0; index < uses.length; index += 1) {
      const use = uses[index];
      if (use !== undefined)
        limits.push(limitState(use, counted(use, rings[index], moment), { moment, nowMs }));
    }
    return decide(ok, limits, moment);
  }
}

interface DecisionInput {
  readonly ok: boolean;
  readonly uses: readonly LimitUse[];
  readonly rings: readonly (Ring | undefined)[];
  readonly moment: number;
}

const FAILURE_NAMES: ReadonlySet<string> = new Set(Object.keys(FAILURE_LIMITS));

function haveRoom(rings: readonly (Ring | undefined)[], uses: readonly LimitUse[]): boolean {
  for (let index = 0; index < uses.length; index += 1)
    if ((rings[index]?.count ?? 0) >= (uses[index]?.limit ?? 0)) return false;
  return true;
}

function counted(use: LimitUse, ring: Ring | undefined, moment: number): Counted {
  const used = ring?.count ?? 0;
  // A limit that was lowered may be more than full: the quota grows when enough of the oldest have gone.
  const growsAfter = ring === undefined || used === 0 ? moment : ring.at(Math.max(used - use.limit, 0));
  return { used, growsAfter };
}
