import { WINDOW_MS } from './limits.ts';
import type { Decision, LimitState, LimitUse } from './rate-limiter.ts';

/** Combines the states of all limits of a request into one decision. */
export function decide(ok: boolean, limits: readonly LimitState[], at: number): Decision {
  let binding = limits[0];
  if (binding === undefined) throw new Error('A request has at least one limit.');
  let retryAfterMs = 0;
  for (const state of limits) {
    if (isMoreRestrictive(state, binding)) binding = state;
    if (!ok && state.remaining === 0 && state.resetInMs > retryAfterMs) retryAfterMs = state.resetInMs;
  }
  return { ok, limits, binding, retryAfterMs, at };
}

/** The limit with the fewest remaining requests; then the limit with the latest reset, then the smallest limit. */
function isMoreRestrictive(one: LimitState, other: LimitState): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  if (one.reset !== other.reset) return one.reset > other.reset;
  return one.limit < other.limit;
}

export interface Counted {
  readonly used: number;
  /** Timestamp of the request whose expiry frees quota; now if the limit is unused. */
  readonly expiringAt: number;
}

/** The state of a limit. `at` is in the clock of the store, `nowMs` in Unix time; `reset` is Unix time. */
export function limitState(
  { name, limit }: LimitUse,
  { used, expiringAt }: Counted,
  { at, nowMs }: { readonly at: number; readonly nowMs: number },
): LimitState {
  // This order of operations is exact when the request was accepted just now.
  const resetInMs = WINDOW_MS - (at - expiringAt);
  return {
    name,
    limit,
    used,
    remaining: Math.max(limit - used, 0),
    reset: Math.ceil((nowMs + resetInMs) / 1000),
    resetInMs,
  };
}
