import { credentialUseOf, usesOf } from '../rate-limits/limit-uses.ts';
import { rateLimited } from '../rate-limits/rate-limited.ts';
import type { Decision, MaybePromise, RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { Exchange, Middleware } from './exchange.ts';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const NO_LIMITS: readonly string[] = [];

/** 429: counts the request in every limit that applies to its caller and its route. */
export function limitRate(limiter: RateLimiter): Middleware {
  return (_req, res, next) => {
    const exchange = res.locals;
    const decision = decide(limiter, exchange);
    if (decision instanceof Promise) return decision.then((late) => apply(exchange, late, next));
    apply(exchange, decision, next);
    return undefined;
  };
}

/** Undefined without a caller: public routes count failures only. */
function decide(limiter: RateLimiter, { caller, req, route }: Exchange): MaybePromise<Decision> | undefined {
  if (caller === undefined) return undefined;
  if (route?.isUnmetered === true) return limiter.peek([credentialUseOf(caller)]);
  const named = route?.limits ?? NO_LIMITS;
  return limiter.admit(usesOf(caller, { isWrite: WRITES.has(req.method), named }));
}

function apply(exchange: Exchange, decision: Decision | undefined, next: () => void): void {
  if (decision !== undefined) {
    exchange.decision = decision;
    if (!decision.ok && exchange.route?.isUnmetered !== true) throw rateLimited(decision);
  }
  next();
}
