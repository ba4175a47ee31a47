/** Both stores of the rate limits, for the benchmark. */
export { createMemoryRateLimiter } from '../domain/rate-limits/memory-rate-limiter.ts';
export type { LimitUse, RateLimiter } from '../domain/rate-limits/rate-limiter.ts';
export { createRedisConnection } from './redis-connection.ts';
export { createRedisRateLimiter } from './redis-rate-limiter.ts';
