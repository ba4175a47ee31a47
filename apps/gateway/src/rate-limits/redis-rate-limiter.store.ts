import { decide, limitState } from './decide.ts';
import type { Decision, LimitUse, RateLimiter } from './rate-limiter.ts';
import { RING_SCRIPT } from './ring-script.ts';
import type { ScriptRunner } from './redis-connection.store.ts';

export interface RedisLimiterOptions {
  readonly redis: ScriptRunner;
  /** Prefix of every key. */
  readonly keyPrefix: string;
  /** The clock of a test in Unix ms; by default the clock of Redis. */
  readonly now?: () => number;
}

interface Call {
  readonly operation: 'admit' | 'peek' | 'release';
  readonly uses: readonly LimitUse[];
  readonly released?: number;
}

/**
 * The exact sliding window in Redis, shared by all gateways. A check is one round trip.
 * Its methods reject if Redis does not answer.
 */
export function createRedisRateLimiter(options: RedisLimiterOptions): RateLimiter {
  const { redis, keyPrefix, now } = options;
  const run = async ({ operation, uses, released = 0 }: Call): Promise<Decision> => {
    const keys = uses.map((use) => keyOf(keyPrefix, use));
    const limits = uses.map(({ limit }) => String(limit));
    const given = now === undefined ? '' : String(now());
    const reply = await redis.run(RING_SCRIPT, keys, [operation, given, String(released), ...limits]);
    return toDecision(uses, reply);
  };
  return {
    admit: async (uses) => run({ operation: 'admit', uses }),
    peek: async (uses) => run({ operation: 'peek', uses }),
    release: async (uses, { at }) => {
      await run({ operation: 'release', uses, released: at });
    },
  };
}

/** In a Redis cluster all keys of a script must have the same hash tag. */
function keyOf(prefix: string, { partition, name, key }: LimitUse): string {
  return `${prefix}:{${partition}}:${name}:${key}`;
}

function toDecision(uses: readonly LimitUse[], reply: readonly number[]): Decision {
  const [ok, at, ...counted] = reply;
  if (at === undefined || counted.length !== 2 * uses.length)
    throw new TypeError('The rate limit script returned an unexpected reply.');
  const limits = uses.map((use, index) => {
    const [used = 0, expiringAt = at] = counted.slice(2 * index);
    return limitState(use, { used, expiringAt }, { at, nowMs: at });
  });
  return decide(ok === 1, limits, at);
}
