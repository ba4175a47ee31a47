import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { describeRateLimiter, EPOCH_MS } from './rate-limiter-conformance.ts';

describeRateLimiter('the memory store', {
  numRuns: 400,
  create: async () => {
    const time = { ms: 0 };
    const clocks = { now: () => EPOCH_MS + time.ms, monotonic: () => time.ms };
    return { time, limiter: createMemoryRateLimiter({ clocks, failureRingCountMax: 1_000 }) };
  },
});
