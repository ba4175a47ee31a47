import { hash } from 'node:crypto';
import type { ScriptRunner } from '../rate-limits/redis-connection.store.ts';
import type { IdempotencyPaths, PathClaim } from './idempotency-paths.ts';

const KEY_PREFIX = 'outreach:idempotency';
const RETENTION_SECONDS = 24 * 60 * 60;

/** By the reply of the script. */
const CLAIMS: readonly PathClaim[] = ['other', 'new', 'known'];

const CLAIM = `
local known = redis.call('GET', KEYS[1])
if known then return {known == ARGV[1] and 2 or 0} end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return {1}
`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {1}
`;

/** Paths of several gateways in Redis. While Redis is unavailable each gateway compares the keys that it has received. */
export function createRedisIdempotencyPaths(redis: ScriptRunner, local: IdempotencyPaths): IdempotencyPaths {
  const keyOf = (keyId: string): readonly string[] => [`${KEY_PREFIX}:${keyId}`];
  const digestOf = (path: string): string => hash('sha256', path, 'base64url');
  return {
    claim: async (keyId, path) => {
      const own = await local.claim(keyId, path);
      const args = [digestOf(path), String(RETENTION_SECONDS)];
      const [claimed] = await redis.run(CLAIM, keyOf(keyId), args).catch(() => [CLAIMS.indexOf(own)]);
      return CLAIMS[claimed ?? 0] ?? 'other';
    },
    release: async (keyId, path) => {
      await local.release(keyId, path);
      await redis.run(RELEASE, keyOf(keyId), [digestOf(path)]).catch(() => undefined);
    },
  };
}
