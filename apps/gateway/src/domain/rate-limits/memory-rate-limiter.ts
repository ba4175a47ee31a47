import { decide } from './decide.ts';
import { WINDOW_MS } from './limits.ts';
import type { Decision, LimitState, LimitUse, RateLimiter } from './rate-limiter.ts';
import { Ring } from './ring.ts';

/** Rings looked at for idleness with each admission; two, so that more are dropped than made. */
const SWEEP_STEP = 2;

export interface LimiterClocks {
  /** Wall clock in ms since the epoch; only `reset` is told in it. */
  now(): number;
  /** Never goes back, in ms; the window is measured with it. */
  monotonic(): number;
}

export interface MemoryLimiterOptions {
  readonly clocks: LimiterClocks;
  /** Rings kept at most; beyond it the one made first is forgotten. */
  readonly ringCountMax: number;
}

export interface MemoryRateLimiter extends RateLimiter {
  admit(uses: readonly LimitUse[]): Decision;
  peek(uses: readonly LimitUse[]): Decision;
  release(uses: readonly LimitUse[], decision: Decision): void;
  readonly ringCount: number;
}

/** The exact sliding window in the memory of one process: a ring of accepted moments per limit. */
export function createMemoryRateLimiter(options: MemoryLimiterOptions): MemoryRateLimiter {
  return new SlidingWindows(options);
}

class SlidingWindows implements MemoryRateLimiter {
  readonly #rings = new Map<string, Ring>();
  readonly #options: MemoryLimiterOptions;
  #sweep: Iterator<[string, Ring]>;

  constructor(options: MemoryLimiterOptions) {
    this.#options = options;
    this.#sweep = this.#rings.entries();
  }

  get ringCount(): number {
    return this.#rings.size;
  }

  admit(uses: readonly LimitUse[]): Decision {
    const moment = this.#options.clocks.monotonic();
    this.#dropIdle(moment);
    const rings = uses.map((use) => this.#ring(use, moment));
    const ok = rings.every((ring, index) => ring.count < (uses[index]?.limit ?? 0));
    if (ok) for (const ring of rings) ring.push(moment);
    return this.#decision({ ok, uses, rings, moment });
  }

  peek(uses: readonly LimitUse[]): Decision {
    const moment = this.#options.clocks.monotonic();
    const rings = uses.map((use) => this.#rings.get(ringKey(use)));
    for (const ring of rings) ring?.dropUntil(moment - WINDOW_MS);
    const ok = rings.every((ring, index) => (ring?.count ?? 0) < (uses[index]?.limit ?? 0));
    return this.#decision({ ok, uses, rings, moment });
  }

  release(uses: readonly LimitUse[], decision: Decision): void {
    for (const use of uses) this.#rings.get(ringKey(use))?.remove(decision.moment);
  }

  #ring(use: LimitUse, moment: number): Ring {
    const key = ringKey(use);
    const known = this.#rings.get(key);
    if (known !== undefined) {
      known.dropUntil(moment - WINDOW_MS);
      return known;
    }
    if (this.#rings.size >= this.#options.ringCountMax) this.#dropFirst();
    const made = new Ring();
    this.#rings.set(key, made);
    return made;
  }

  #dropFirst(): void {
    for (const key of this.#rings.keys()) {
      this.#rings.delete(key);
      return;
    }
  }

  /** Walks through the rings, a few with each admission, so that idle ones cost memory for a while only. */
  #dropIdle(moment: number): void {
    for (let step = 0; step < SWEEP_STEP; step += 1) {
      const next = this.#sweep.next();
      if (next.done === true) {
        this.#sweep = this.#rings.entries();
        return;
      }
      const [key, ring] = next.value;
      ring.dropUntil(moment - WINDOW_MS);
      if (ring.count === 0) this.#rings.delete(key);
    }
  }

  #decision(input: DecisionInput): Decision {
    const nowMs = this.#options.clocks.now();
    const limits = input.uses.map((use, index) =>
      stateOf(use, input.rings[index], { moment: input.moment, nowMs }),
    );
    return decide(input.ok, limits, input.moment);
  }
}

interface DecisionInput {
  readonly ok: boolean;
  readonly uses: readonly LimitUse[];
  readonly rings: readonly (Ring | undefined)[];
  readonly moment: number;
}

function ringKey(use: LimitUse): string {
  return `${use.name} ${use.key}`;
}

function stateOf(use: LimitUse, ring: Ring | undefined, at: { moment: number; nowMs: number }): LimitState {
  const used = ring?.count ?? 0;
  // A limit that was lowered may be more than full: the quota grows when enough of the oldest have gone.
  const growsAfter = ring === undefined || used === 0 ? at.moment : ring.at(Math.max(used - use.limit, 0));
  const resetInMs = growsAfter + WINDOW_MS - at.moment;
  return {
    name: use.name,
    limit: use.limit,
    used,
    remaining: Math.max(use.limit - used, 0),
    reset: Math.ceil((at.nowMs + resetInMs) / 1000),
    resetInMs,
  };
}
