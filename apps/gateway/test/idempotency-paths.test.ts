import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { createLogger } from '@outreach/service-kit';
import { createRedisProcess, uniqueName, type ServerProcess } from '@outreach/testing/servers';
import { createRedisIdempotencyPaths } from '../src/pipeline/idempotency-paths.store.ts';
import {
  createMemoryIdempotencyPaths,
  withClaimedPath,
  type IdempotencyPaths,
} from '../src/pipeline/idempotency-paths.ts';
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
  it('are the same for every request with the key, until no request runs and none was stored', async () => {
    const paths = make();
    const key = uniqueName('key');
    const [one, other] = [await paths.claim(key, '/a/'), await paths.claim(key, '/a/')];
    expect(await paths.claim(key, '/b/')).toBeUndefined();
    await one?.end(false);
    expect(await paths.claim(key, '/b/')).toBeUndefined();
    await other?.end(false);
    expect(await paths.claim(key, '/b/')).toBeDefined();
  });

  const succeed = async (): Promise<string> => Promise.resolve('stored');
  const refuse = async (): Promise<string> => Promise.reject(new AppError('unavailable', 'Away.'));

  it('stay after a success, also when a later request with the key fails', async () => {
    const paths = make();
    const keyId = uniqueName('key');
    expect(await withClaimedPath(paths, { keyId, path: '/a/' }, succeed)).toBe('stored');
    await expect(withClaimedPath(paths, { keyId, path: '/a/' }, refuse)).rejects.toThrow('Away.');
    const other = withClaimedPath(paths, { keyId, path: '/b/' }, succeed);
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('stay after a success, also when an earlier request with the key fails later', async () => {
    const paths = make();
    const keyId = uniqueName('key');
    const { promise, reject } = Promise.withResolvers<string>();
    const first = withClaimedPath(paths, { keyId, path: '/a/' }, async () => promise);
    expect(await withClaimedPath(paths, { keyId, path: '/a/' }, succeed)).toBe('stored');
    reject(new AppError('unavailable', 'Away.'));
    await expect(first).rejects.toThrow('Away.');
    const other = withClaimedPath(paths, { keyId, path: '/b/' }, succeed);
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('are free again after a first request that stored nothing', async () => {
    const paths = make();
    const keyId = uniqueName('key');
    await expect(withClaimedPath(paths, { keyId, path: '/a/' }, refuse)).rejects.toThrow('Away.');
    expect(await withClaimedPath(paths, { keyId, path: '/b/' }, succeed)).toBe('stored');
  });
});

describe('paths of idempotency keys', () => {
  it('in Redis are shared by several gateways', async () => {
    const [one, other] = MAKERS.slice(1).flatMap(([, make]) => [make(), make()]);
    const key = uniqueName('key');
    expect(await one?.claim(key, '/a/')).toBeDefined();
    expect(await other?.claim(key, '/b/')).toBeUndefined();
  });

  it('in memory are forgotten after a day, and beyond their limit the oldest first', async () => {
    const paths = createMemoryIdempotencyPaths(clock, 2);
    for (const key of ['one', 'two', 'three']) await paths.claim(key, '/a/');
    expect(await paths.claim('three', '/b/')).toBeUndefined();
    expect(await paths.claim('one', '/b/')).toBeDefined();
    time.ms += DAY_MS;
    expect(await paths.claim('three', '/b/')).toBeDefined();
  });
});
