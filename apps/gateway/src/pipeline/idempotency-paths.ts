import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';

/** Keys that one process remembers, about 20 MB. */
const KEYS_MAX = 100_000;
const RETENTION_MS = 24 * 60 * 60 * 1_000;

/**
 * The path of each Idempotency-Key. A service compares requests of its own paths; this comparison covers the paths of
 * different services.
 */
export interface IdempotencyPaths {
  /** Stores the path of a new key. */
  claim(keyId: string, path: string): Promise<PathClaim>;
  /** Forgets the key: its only request failed before anything was stored. */
  release(keyId: string, path: string): Promise<void>;
}

/** `known`: an earlier request had the key and this path. `other`: the key was used for another path. */
export type PathClaim = 'new' | 'known' | 'other';

interface Entry {
  readonly path: string;
  readonly expiresAtMs: number;
}

/** Paths in the memory of one gateway; the oldest keys are forgotten beyond the limit. */
export function createMemoryIdempotencyPaths(clock: Clock, keysMax = KEYS_MAX): IdempotencyPaths {
  const entries = new Map<string, Entry>();
  return {
    claim: async (keyId, path) => {
      const known = entries.get(keyId);
      if (known !== undefined && known.expiresAtMs > clock.now()) {
        return known.path === path ? 'known' : 'other';
      }
      entries.delete(keyId);
      entries.set(keyId, { path, expiresAtMs: clock.now() + RETENTION_MS });
      const [oldest] = entries.keys();
      if (entries.size > keysMax && oldest !== undefined) entries.delete(oldest);
      return 'new';
    },
    release: async (keyId, path) => {
      if (entries.get(keyId)?.path === path) entries.delete(keyId);
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
  if (claim === 'other') throw keyReused();
  try {
    return await run();
  } catch (thrown) {
    const isUnstored = thrown instanceof AppError && UNSTORED_KINDS.has(thrown.kind);
    // An earlier request with the key may have succeeded.
    if (isUnstored && claim === 'new') await paths.release(keyId, path);
    throw thrown;
  }
}

/** After these errors of its first request the key is new again. After an internal error or a timeout the outcome may be stored. */
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
