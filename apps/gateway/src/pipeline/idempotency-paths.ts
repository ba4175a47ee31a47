import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';

/** Keys that one process remembers, about 20 MB. */
const KEYS_MAX = 100_000;
const RETENTION_MS = 24 * 60 * 60 * 1_000;

/**
 * The path of each Idempotency-Key. A service compares requests of its own paths; this comparison covers the paths of
 * different services. A key is new again when none of its requests is running and none of them may have stored anything.
 */
export interface IdempotencyPaths {
  /** Counts a running request with the key. Undefined if the key was used for another path. */
  claim(keyId: string, path: string): Promise<PathClaim | undefined>;
}

/** The claim of one running request. */
export interface PathClaim {
  /** Ends the request. With `isStored` the key keeps its path. */
  end(isStored: boolean): Promise<void>;
}

interface Entry {
  readonly path: string;
  /** Requests with the key that are running. */
  running: number;
  /** True once a request with the key may have stored something. */
  isKept: boolean;
}

/** Paths in the memory of one gateway; beyond the limit the keys that were used least recently are forgotten. */
export function createMemoryIdempotencyPaths(clock: Clock, keysMax = KEYS_MAX): IdempotencyPaths {
  const perf = { now: () => clock.now() };
  const entries = new LRUCache<string, Entry>({ max: keysMax, ttl: RETENTION_MS, ttlResolution: 0, perf });
  return {
    claim: async (keyId, path) => {
      const entry = entries.get(keyId) ?? { path, running: 0, isKept: false };
      if (!entries.has(keyId)) entries.set(keyId, entry);
      if (entry.path !== path) return undefined;
      entry.running += 1;
      return {
        end: async (isStored) => {
          entry.running -= 1;
          entry.isKept ||= isStored;
          const isFree = entry.running === 0 && !entry.isKept;
          if (isFree && entries.get(keyId) === entry) entries.delete(keyId);
        },
      };
    },
  };
}

/** Runs a request with a key whose path is claimed. @throws AppError failed_precondition when the key has another path. */
export async function withClaimedPath<T>(
  paths: IdempotencyPaths,
  { keyId, path }: { readonly keyId: string; readonly path: string },
  run: () => Promise<T>,
): Promise<T> {
  const claim = await paths.claim(keyId, path);
  if (claim === undefined) throw keyReused();
  let isStored = true;
  try {
    return await run();
  } catch (thrown) {
    isStored = !(thrown instanceof AppError && UNSTORED_KINDS.has(thrown.kind));
    throw thrown;
  } finally {
    await claim.end(isStored);
  }
}

/** A request with one of these errors has stored nothing. After an internal error or a timeout the outcome may be stored. */
const UNSTORED_KINDS: ReadonlySet<string> = new Set([
  'invalid_argument',
  'unauthenticated',
  'permission_denied',
  'resource_exhausted',
  'too_large',
  'unavailable',
]);

function keyReused(): AppError {
  return new AppError('failed_precondition', 'The Idempotency-Key was used before with another request.', {
    code: 'idempotency_key_reused',
  });
}
