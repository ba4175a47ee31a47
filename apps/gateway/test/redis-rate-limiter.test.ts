import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { createRedisProcess, uniqueName, type ServerProcess } from '@outreach/testing/servers';
import { createClient } from 'redis';
import { createFallbackRateLimiter } from '../src/rate-limits/fallback-rate-limiter.ts';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import type { RateLimiter } from '../src/rate-limits/rate-limiter.ts';
import { createRedisConnection, type RedisConnection } from '../src/rate-limits/redis-connection.store.ts';
import { createRedisRateLimiter } from '../src/rate-limits/redis-rate-limiter.store.ts';
import { describeRateLimiter, EPOCH_MS, use } from './rate-limiter-conformance.ts';

const logger = createLogger({ name: 'gateway', level: 'silent' });
const REDIS_TIMEOUT_MS = 10_000;
const GATEWAYS = 3;

describe('the redis store', () => {
  let server: ServerProcess;
  const connections: RedisConnection[] = [];
  const connect = async (timeoutMs: number): Promise<RedisConnection> => {
    const connection = createRedisConnection({ url: server.url, logger, timeoutMs });
    connections.push(connection);
    await connection.resource.start();
    return connection;
  };
  let redis: RedisConnection;
  beforeAll(async () => {
    server = await createRedisProcess();
    await server.start();
    redis = await connect(REDIS_TIMEOUT_MS);
  });
  afterAll(async () => {
    for (const connection of connections) await connection.resource.stop();
    await server.dispose();
  });

  describeRateLimiter('the redis store', {
    numRuns: 60,
    create: async () => {
      const time = { ms: 0 };
      const now = () => EPOCH_MS + time.ms;
      return { time, limiter: createRedisRateLimiter({ redis, keyPrefix: uniqueName('rate'), now }) };
    },
  });

  it('admits exactly 300 of 4,000 concurrent attempts at three gateways, by the clock of Redis', async () => {
    const keyPrefix = uniqueName('rate');
    const gateways = await Promise.all(
      Array.from({ length: GATEWAYS }, async () =>
        createRedisRateLimiter({ redis: await connect(REDIS_TIMEOUT_MS), keyPrefix }),
      ),
    );
    const uses = [use(300), use(5_000, 'workspace', 'ws_1')];
    const attempts = Array.from({ length: 4_000 }, async (_, index) =>
      gateways[index % GATEWAYS]?.admit(uses),
    );
    const decisions = await Promise.all(attempts);
    expect(decisions.filter((decision) => decision?.ok === true)).toHaveLength(300);
  });

  it('stores the rings of one call under one hash tag, in little memory, and for one window', async () => {
    const keyPrefix = uniqueName('rate');
    const limiter = createRedisRateLimiter({ redis, keyPrefix });
    const uses = [use(5_000), use(5_000, 'workspace', 'ws_1')];
    await Promise.all(Array.from({ length: 5_000 }, async () => limiter.admit(uses)));
    const client = createClient({ url: server.url });
    await client.connect();
    const keys = await client.keys(`${keyPrefix}:*`);
    expect(keys.sort()).toEqual([
      `${keyPrefix}:{ws_1}:credential:key_1`,
      `${keyPrefix}:{ws_1}:workspace:ws_1`,
    ]);
    for (const key of keys) {
      expect(await client.strLen(key)).toBe(12 + 6 * 5_000);
      expect(await client.memoryUsage(key)).toBeLessThanOrEqual(64 * 1_024);
      expect(await client.pTTL(key)).toBeLessThanOrEqual(60_000);
      expect(await client.pTTL(key)).toBeGreaterThan(0);
    }
    client.destroy();
  });

  it('loads its script again after Redis has dropped it', async () => {
    const limiter = createRedisRateLimiter({ redis, keyPrefix: uniqueName('rate') });
    await limiter.admit([use(2)]);
    const client = createClient({ url: server.url });
    await client.connect();
    await client.scriptFlush();
    client.destroy();
    expect((await limiter.admit([use(2)])).binding.used).toBe(2);
  });

  it('keeps counting when its clock is set back, and clears the ring when it is set back by more than a window', async () => {
    const time = { ms: EPOCH_MS };
    const keyPrefix = uniqueName('rate');
    const limiter = createRedisRateLimiter({ redis, keyPrefix, now: () => time.ms });
    await limiter.admit([use(1)]);
    time.ms -= 30_000;
    expect((await limiter.admit([use(1)])).ok).toBe(false);
    time.ms -= 60_000;
    expect((await limiter.admit([use(1)])).ok).toBe(true);
  });
});

describe('three gateways after their Redis is killed', () => {
  it('raise no error, and admit at most the limit and the shares of two gateways', async () => {
    const limit = 300;
    const server = await createRedisProcess();
    await server.start();
    const keyPrefix = uniqueName('rate');
    const degraded = new Set<number>();
    const started = await Promise.all(
      Array.from({ length: GATEWAYS }, async (_, index) => {
        const redis = createRedisConnection({ url: server.url, logger, timeoutMs: 25 });
        await redis.resource.start();
        const shared = createRedisRateLimiter({ redis, keyPrefix });
        const limiter = withFallback(shared, (isDegraded) => {
          if (isDegraded) degraded.add(index);
        });
        return { redis, limiter };
      }),
    );
    let admitted = 0;
    const attempt = async (limiter: RateLimiter, rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1)
        if ((await limiter.admit([use(limit)])).ok) admitted += 1;
    };
    await Promise.all(started.map(async ({ limiter }) => attempt(limiter, 30)));
    expect(admitted).toBe(90);
    const underLoad = started.map(async ({ limiter }, index) => {
      while (!degraded.has(index)) await attempt(limiter, 1);
      await attempt(limiter, limit);
    });
    await server.kill();
    await Promise.all(underLoad);
    const share = Math.ceil(limit / GATEWAYS);
    expect(admitted).toBeGreaterThanOrEqual(share);
    expect(admitted).toBeLessThanOrEqual(limit + (GATEWAYS - 1) * share);
    expect(degraded.size).toBe(GATEWAYS);
    for (const { limiter } of started) expect((await limiter.admit([use(limit)])).ok).toBe(false);
    for (const { redis } of started) await redis.resource.stop();
    await server.dispose();
  });
});

describe('a gateway with a slow Redis', () => {
  it('counts its share while Redis hangs, and shares the limit again once Redis answers', async () => {
    const server = await createRedisProcess();
    await server.start();
    const redis = createRedisConnection({ url: server.url, logger, timeoutMs: 25 });
    await redis.resource.start();
    const limiter = withFallback(
      createRedisRateLimiter({ redis, keyPrefix: uniqueName('rate') }),
      () => undefined,
    );
    server.suspend();
    const decisions = await Promise.all(Array.from({ length: 20 }, async () => limiter.admit([use(300)])));
    expect(new Set(decisions.map(({ ok, binding }) => [ok, binding.limit].join()))).toEqual(
      new Set(['true,100']),
    );
    server.resume();
    await eventually(async () => expect((await limiter.peek([use(300)])).binding.limit).toBe(300));
    await redis.resource.stop();
    await server.dispose();
  });
});

function withFallback(shared: RateLimiter, onDegraded: (isDegraded: boolean) => void): RateLimiter {
  const monotonic = () => performance.now();
  const clocks = { now: () => Date.now(), monotonic };
  const local = createMemoryRateLimiter({ clocks, failureRingCountMax: 10 });
  return createFallbackRateLimiter({ shared, local, replicaCount: GATEWAYS, monotonic, onDegraded });
}
