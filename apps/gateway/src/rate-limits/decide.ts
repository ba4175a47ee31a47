import { WINDOW_MS } from './limits.ts';
import type { Decision, LimitState, LimitUse } from './rate-limiter.ts';

/** Joins the states of all limits of a request to one decision. */
export function decide(ok: boolean, limits: readonly LimitState[], moment: number): Decision {
  let binding = limits[0];
  if (binding === undefined) throw new Error('A request meets at least one limit.');
  let retryAfterMs = 0;
  for (const state of limits) {
    if (isMoreConstrained(state, binding)) binding = state;
    if (!ok && state.remaining === 0 && state.resetInMs > retryAfterMs) retryAfterMs = state.resetInMs;
  }
  return { ok, limits, binding, retryAfterMs, moment };
}

/** Least remaining; then the latest reset, then the smallest limit. */
function isMoreConstrained(one: LimitState, other: LimitState): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  if (one.reset !== other.reset) return one.reset > other.reset;
  return one.limit < other.limit;
}

export interface Counted {
  readonly used: number;
  /** The accepted moment whose leaving of the window lets the quota grow; now, when nothing was accepted. */
  readonly growsAfter: number;
}

/** The state of a limit at a moment of the store's clock, told in the time of the wall. */
export function limitState(
  { name, limit }: LimitUse,
  { used, growsAfter }: Counted,
  at: { readonly moment: number; readonly nowMs: number },
): LimitState {
  // In this order nothing is lost to rounding when the moment is the one that was just accepted.
  const resetInMs = WINDOW_MS - (at.moment - growsAfter);
  return {
    name,
    limit,
    used,
    remaining: Math.max(limit - used, 0),
    reset: Math.ceil((at.nowMs + resetInMs) / 1000),
    resetInMs,
  };
}
