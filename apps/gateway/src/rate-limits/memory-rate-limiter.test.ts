import { describe, expect, it } from '@jest/globals';
import { writeRateHeaders } from './headers.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { LimitUse } from './rate-limiter.ts';

const EPOCH_MS = 1_700_000_000_000;

function limiterAt(startMs = 0, failureRingCountMax = 1_000) {
  const time = { ms: startMs };
  const clocks = { now: () => EPOCH_MS + time.ms, monotonic: () => time.ms };
  return { time, limiter: createMemoryRateLimiter({ clocks, failureRingCountMax }) };
}

const use = (limit: number, name = 'credential', key = 'key_1'): LimitUse => ({
  partition: 'ws_1',
  name,
  key,
  limit,
});

describe('the memory store', () => {
  it('selects the limit with the fewest remaining requests, then the latest reset, then the smallest', () => {
    const { time, limiter } = limiterAt();
    limiter.admit([use(3, 'old')]);
    time.ms = 5_000;
    limiter.admit([use(3, 'new')]);
    expect(limiter.peek([use(3, 'old'), use(3, 'new'), use(9, 'free')]).binding.name).toBe('new');
    expect(limiter.peek([use(2, 'one', 'x'), use(2, 'two', 'x')]).binding.name).toBe('one');
    expect(limiter.peek([use(1, 'small', 'x'), use(3, 'old')]).binding.name).toBe('small');
  });

  it('removes idle rings, and never stores more than its maximum', () => {
    const { time, limiter } = limiterAt(0, 100);
    for (let count = 0; count < 500; count += 1) limiter.admit([use(5, 'address', String(count))]);
    expect(limiter.ringCount).toBeLessThanOrEqual(100);
    time.ms = 120_000;
    for (let count = 0; count < 200; count += 1) limiter.admit([use(1_000)]);
    expect(limiter.ringCount).toBe(1);
  });

  it('writes the five headers from the decision', () => {
    const { limiter } = limiterAt();
    const headers: Record<string, string> = {};
    writeRateHeaders(limiter.admit([use(600), use(300, 'write')]), headers);
    expect(headers).toEqual({
      'X-RateLimit-Limit': '300',
      'X-RateLimit-Remaining': '299',
      'X-RateLimit-Reset': String(EPOCH_MS / 1000 + 60),
      'RateLimit-Policy': '"credential";q=600;w=60, "write";q=300;w=60',
      RateLimit: '"credential";r=599;t=60, "write";r=299;t=60',
    });
  });
});
