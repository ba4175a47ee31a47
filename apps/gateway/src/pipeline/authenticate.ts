import { AppError } from '@outreach/errors';
import type { Authenticator } from '../credentials/authenticator.ts';
import type { Caller } from '../credentials/caller.ts';
import { addressKey } from '../rate-limits/address-key.ts';
import type { LookUpGuard } from '../rate-limits/guard-look-up.ts';
import { addressUse } from '../rate-limits/limit-uses.ts';
import { rateLimited } from '../rate-limits/rate-limited.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { Exchange, Middleware } from './exchange.ts';

export interface AuthenticateOptions {
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly guardLookUp: LookUpGuard;
}

/** 401, also on an unknown path and on an unknown method of a path that is not public. */
export function authenticate({ authenticator, limiter, guardLookUp }: AuthenticateOptions): Middleware {
  const identify = async (exchange: Exchange): Promise<Caller> => {
    try {
      return await authenticator.authenticate(exchange.req.headers.authorization, async (run) =>
        guardLookUp({
          addressKey: addressKey(exchange.address),
          run,
          onDecision: (decision) => {
            exchange.decision = decision;
          },
        }),
      );
    } catch (thrown) {
      throw await countFailure(limiter, exchange, thrown);
    }
  };
  return async (_req, res, next) => {
    const exchange = res.locals;
    if (!isPublic(exchange)) exchange.caller = await identify(exchange);
    next();
  };
}

function isPublic({ path, route }: Exchange): boolean {
  return route === undefined ? path?.isPublic === true : route.scope === 'public';
}

/** A 401 counts in the limit of its address; over that limit it becomes a 429. */
async function countFailure(limiter: RateLimiter, exchange: Exchange, thrown: unknown): Promise<unknown> {
  // The look-up of an API key has counted its failure already.
  const isCounted = exchange.decision !== undefined;
  if (isCounted || !(thrown instanceof AppError) || thrown.kind !== 'unauthenticated') return thrown;
  const decision = await limiter.admit([addressUse(addressKey(exchange.address))]);
  exchange.decision = decision;
  return decision.ok ? thrown : rateLimited(decision);
}
