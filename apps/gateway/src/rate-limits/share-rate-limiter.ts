import type { LimitUse, RateLimiter } from './rate-limiter.ts';

/** The limits of one of several processes that count separately. */
export function shareOf(uses: readonly LimitUse[], replicaCount: number): LimitUse[] {
  return uses.map((use) => ({ ...use, limit: Math.ceil(use.limit / replicaCount) }));
}

/** A limiter that admits only its share of each limit. */
export function createShareRateLimiter(limiter: RateLimiter, replicaCount: number): RateLimiter {
  return {
    admit: (uses) => limiter.admit(shareOf(uses, replicaCount)),
    peek: (uses) => limiter.peek(shareOf(uses, replicaCount)),
    release: (uses, decision) => limiter.release(uses, decision),
  };
}
