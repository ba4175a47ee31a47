import type { Clock, Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { counter, gauge } from '@outreach/service-kit/metrics';
import type { GatewayConfig } from '../config.ts';
import { createFallbackRateLimiter } from './fallback-rate-limiter.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createShareRateLimiter } from './share-rate-limiter.ts';
import { createRedisConnection, type ScriptRunner } from './redis-connection.store.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.store.ts';

export { createMemoryRateLimiter } from './memory-rate-limiter.ts';
export type { LimitUse, RateLimiter } from './rate-limiter.ts';
export { createRedisConnection, type RedisConnection } from './redis-connection.store.ts';
export { createRedisRateLimiter } from './redis-rate-limiter.store.ts';

/** About 60 MB of nearly empty rings, if that many addresses fail within a minute. */
const FAILURE_RING_COUNT_MAX = 100_000;
const KEY_PREFIX = 'outreach:rate';

const degraded = gauge(
  'ratelimit_degraded',
  '1 while this gateway counts rate limits alone because Redis is slow or unavailable, else 0.',
);

const localDecisions = counter(
  'ratelimit_local_decisions_total',
  'Requests that this gateway admitted or refused alone because Redis did not answer in time.',
);

export interface RateLimits {
  readonly limiter: RateLimiter;
  /** Undefined for one gateway, or for gateways that share the limits. */
  readonly redis: ScriptRunner | undefined;
  readonly resources: readonly Resource[];
}

type LimiterConfig = Pick<GatewayConfig, 'REDIS_URL' | 'REDIS_TIMEOUT_MS' | 'REPLICAS'>;

/** Rate limits by the configuration: in Redis with memory as the fallback, or in memory alone. */
export function createRateLimits(
  config: LimiterConfig,
  options: { readonly clock: Clock; readonly logger: Logger },
): RateLimits {
  const { clock, logger } = options;
  const monotonic = (): number => performance.now();
  const clocks = { now: () => clock.now(), monotonic };
  const local = createMemoryRateLimiter({ clocks, failureRingCountMax: FAILURE_RING_COUNT_MAX });
  const { REDIS_URL: url, REDIS_TIMEOUT_MS: timeoutMs, REPLICAS: replicaCount } = config;
  if (url === undefined)
    return {
      limiter: replicaCount === 1 ? local : createShareRateLimiter(local, replicaCount),
      redis: undefined,
      resources: [],
    };
  const redis = createRedisConnection({ url, logger, timeoutMs });
  const limiter = createFallbackRateLimiter({
    shared: createRedisRateLimiter({ redis, keyPrefix: KEY_PREFIX }),
    local,
    replicaCount,
    monotonic,
    onLocal: () => localDecisions.inc(),
    onDegraded: (isDegraded, err) => {
      degraded.set(isDegraded ? 1 : 0);
      if (isDegraded)
        logger.warn({ err }, 'redis does not answer: rate limits are counted by this process alone');
      else logger.info('rate limits are shared again');
    },
  });
  degraded.set(0);
  return { limiter, redis, resources: [redis.resource] };
}
