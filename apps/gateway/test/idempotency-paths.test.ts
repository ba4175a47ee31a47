import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { createRedisProcess, uniqueName, type ServerProcess } from '@outreach/testing';
import { createRedisIdempotencyPaths } from '../src/pipeline/idempotency-paths.store.ts';
import { createMemoryIdempotencyPaths, type IdempotencyPaths } from '../src/pipeline/idempotency-paths.ts';
import { createRedisConnection, type RedisConnection } from '../src/rate-limits/index.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const REDIS_TIMEOUT_MS = 5_000;
const time = { ms: 0 };
const clock = { now: () => time.ms };

let server: ServerProcess;
let redis: RedisConnection;

beforeAll(async () => {
  server = await createRedisProcess();
  await server.start();
  const logger = createLogger({ name: 'test', level: 'silent' });
  redis = createRedisConnection({ url: server.url, logger, timeoutMs: REDIS_TIMEOUT_MS });
  await redis.resource.start();
});

afterAll(async () => {
  await redis.resource.stop();
  await server.dispose();
});

const MAKERS: readonly (readonly [string, () => IdempotencyPaths])[] = [
  ['in memory', () => createMemoryIdempotencyPaths(clock)],
  ['in Redis', () => createRedisIdempotencyPaths(redis, createMemoryIdempotencyPaths(clock))],
];

describe.each(MAKERS)('paths of idempotency keys %s', (_name, make) => {
  it('are the same for every request with the key, until the key is released', async () => {
    const paths = make();
    const key = uniqueName('key');
    expect(await paths.claim(key, '/a/')).toBe(true);
    expect(await paths.claim(key, '/a/')).toBe(true);
    expect(await paths.claim(key, '/b/')).toBe(false);
    await paths.release(key, '/b/');
    expect(await paths.claim(key, '/b/')).toBe(false);
    await paths.release(key, '/a/');
    expect(await paths.claim(key, '/b/')).toBe(true);
  });
});

describe('paths of idempotency keys', () => {
  it('in Redis are shared by several gateways', async () => {
    const [one, other] = MAKERS.slice(1).flatMap(([, make]) => [make(), make()]);
    const key = uniqueName('key');
    expect(await one?.claim(key, '/a/')).toBe(true);
    expect(await other?.claim(key, '/b/')).toBe(false);
  });

  it('in memory are forgotten after a day, and beyond their limit the oldest first', async () => {
    const paths = createMemoryIdempotencyPaths(clock, 2);
    for (const key of ['one', 'two', 'three']) await paths.claim(key, '/a/');
    expect(await paths.claim('three', '/b/')).toBe(false);
    expect(await paths.claim('one', '/b/')).toBe(true);
    time.ms += DAY_MS;
    expect(await paths.claim('three', '/b/')).toBe(true);
  });
});
