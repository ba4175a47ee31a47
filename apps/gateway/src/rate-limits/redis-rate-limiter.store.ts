import { decide, limitState } from './decide.ts';
import type { Decision, LimitUse, RateLimiter } from './rate-limiter.ts';
import { RING_SCRIPT } from './ring-script.ts';
import type { ScriptRunner } from './redis-connection.store.ts';

export interface RedisLimiterOptions {
  readonly redis: ScriptRunner;
  /** First part of every key. */
  readonly keyPrefix: string;
  /** A test's clock in ms since the epoch; without it the clock of Redis is the only one. */
  readonly now?: () => number;
}

interface Call {
  readonly operation: 'admit' | 'peek' | 'release';
  readonly uses: readonly LimitUse[];
  readonly released?: number;
}

/**
 * The exact sliding window in Redis, shared by all gateways; a check is one round trip.
 * Its methods reject when Redis does not answer.
 */
export function createRedisRateLimiter(options: RedisLimiterOptions): RateLimiter {
  const { redis, keyPrefix, now } = options;
  const ask = async ({ operation, uses, released = 0 }: Call): Promise<Decision> => {
    const keys = uses.map((use) => keyOf(keyPrefix, use));
    const limits = uses.map(({ limit }) => String(limit));
    const given = now === undefined ? '' : String(now());
    const answer = await redis.run(RING_SCRIPT, keys, [operation, given, String(released), ...limits]);
    return toDecision(uses, answer);
  };
  return {
    admit: async (uses) => ask({ operation: 'admit', uses }),
    peek: async (uses) => ask({ operation: 'peek', uses }),
    release: async (uses, { moment }) => {
      await ask({ operation: 'release', uses, released: moment });
    },
  };
}

/** In a cluster only keys with one hash tag may meet in a script. */
function keyOf(prefix: string, { partition, name, key }: LimitUse): string {
  return `${prefix}:{${partition}}:${name}:${key}`;
}

function toDecision(uses: readonly LimitUse[], answer: readonly number[]): Decision {
  const [ok, moment, ...counted] = answer;
  if (moment === undefined || counted.length !== 2 * uses.length)
    throw new TypeError('The script of the rate limits answered with something else.');
  const limits = uses.map((use, index) => {
    const [used = 0, growsAfter = moment] = counted.slice(2 * index);
    return limitState(use, { used, growsAfter }, { moment, nowMs: moment });
  });
  return decide(ok === 1, limits, moment);
}
