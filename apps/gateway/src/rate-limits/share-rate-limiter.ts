import type { LimitUse, RateLimiter } from './rate-limiter.ts';

/** What one of several processes may admit that count apart from each other. */
export function shareOf(uses: readonly LimitUse[], replicaCount: number): LimitUse[] {
  return uses.map((use) => ({ ...use, limit: Math.ceil(use.limit / replicaCount) }));
}

/** A limiter that admits its share alone. */
export function createShareRateLimiter(limiter: RateLimiter, replicaCount: number): RateLimiter {
  return {
    admit: (uses) => limiter.admit(shareOf(uses, replicaCount)),
    peek: (uses) => limiter.peek(shareOf(uses, replicaCount)),
    release: (uses, decision) => limiter.release(uses, decision),
  };
}
