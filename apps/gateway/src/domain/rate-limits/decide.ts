import type { Decision, LimitState } from './rate-limiter.ts';

/** Joins the states of all limits of a request to one decision. */
export function decide(ok: boolean, limits: readonly LimitState[], moment: number): Decision {
  const [first, ...others] = limits;
  if (first === undefined) throw new Error('A request meets at least one limit.');
  const binding = others.reduce((most, state) => (isMoreConstrained(state, most) ? state : most), first);
  const violated = ok ? [] : limits.filter((state) => state.remaining === 0);
  const retryAfterMs = violated.reduce((longest, state) => Math.max(longest, state.resetInMs), 0);
  return { ok, limits, binding, retryAfterMs, moment };
}

/** Least remaining; then the latest reset, then the smallest limit. */
function isMoreConstrained(one: LimitState, other: LimitState): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  if (one.reset !== other.reset) return one.reset > other.reset;
  return one.limit < other.limit;
}
