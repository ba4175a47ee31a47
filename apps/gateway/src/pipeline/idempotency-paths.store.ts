import { hash } from 'node:crypto';
import type { ScriptRunner } from '../rate-limits/redis-connection.store.ts';
import type { IdempotencyPaths } from './idempotency-paths.ts';

const KEY_PREFIX = 'outreach:idempotency-paths';
const RETENTION_SECONDS = 24 * 60 * 60;

/** Counts a running request with the key. 0 if the key has another path. */
const CLAIM = `
local path = redis.call('HGET', KEYS[1], 'path')
if path and path ~= ARGV[1] then return {0} end
if not path then
  redis.call('HSET', KEYS[1], 'path', ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
redis.call('HINCRBY', KEYS[1], 'running', 1)
return {1}
`;

/** Deletes the key if none of its requests is running and none may have stored anything. */
const END = `
if redis.call('HGET', KEYS[1], 'path') ~= ARGV[1] then return {0} end
if ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'kept', 1) end
local running = redis.call('HINCRBY', KEYS[1], 'running', -1)
if running == 0 and not redis.call('HGET', KEYS[1], 'kept') then redis.call('DEL', KEYS[1]) end
return {1}
`;

/**
 * Paths of several gateways in Redis. While Redis is unavailable each gateway compares the keys that it has received. A
 * request whose gateway dies stays counted: its key keeps the path until it expires.
 */
export function createRedisIdempotencyPaths(redis: ScriptRunner, local: IdempotencyPaths): IdempotencyPaths {
  return {
    claim: async (keyId, path) => {
      const keys = [`${KEY_PREFIX}:${keyId}`];
      const digest = hash('sha256', path, 'base64url');
      const own = await local.claim(keyId, path);
      const claimed = await redis
        .run(CLAIM, keys, [digest, String(RETENTION_SECONDS)])
        .catch(() => undefined);
      if (claimed === undefined) return own;
      if (claimed[0] !== 1) {
        await own?.end(false);
        return undefined;
      }
      return {
        end: async (isStored) => {
          await own?.end(isStored);
          await redis.run(END, keys, [digest, isStored ? '1' : '0']).catch(() => undefined);
        },
      };
    },
  };
}
