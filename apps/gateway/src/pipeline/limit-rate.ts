import { credentialUseOf, usesOf } from '../rate-limits/limit-uses.ts';
import { rateLimited } from '../rate-limits/rate-limited.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { Middleware } from './exchange.ts';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const NO_LIMITS: readonly string[] = [];

/**
 * 429: counts the request in every limit that applies to its caller and its route. Requests without a caller count their
 * failures only.
 */
export function limitRate(limiter: RateLimiter): Middleware {
  return async (req, res, next) => {
    const exchange = res.locals;
    const { caller, route } = exchange;
    if (caller !== undefined && route?.isUnmetered === true) {
      exchange.decision = await limiter.peek([credentialUseOf(caller)]);
    } else if (caller !== undefined) {
      const named = route?.limits ?? NO_LIMITS;
      exchange.decision = await limiter.admit(usesOf(caller, { isWrite: WRITES.has(req.method), named }));
      if (!exchange.decision.ok) throw rateLimited(exchange.decision);
    }
    next();
  };
}
