import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';

/** An unknown key id loads the keys again, at most this often. */
const REFETCH_PAUSE_MS = 3_000;
/** Without events, a revoked key is removed within five seconds: after this age the keys are loaded again. */
const AGE_MS_MAX = 4_000;
/** The public document may be so old while auth does not answer. */
const DOCUMENT_AGE_MS_MAX = 60_000;
const ALGORITHM = 'EdDSA';

const jwkSet = z.object({
  keys: z.array(
    z.looseObject({ kid: z.string(), kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
});

export interface SigningKeys {
  /** @throws AppError unauthenticated for an unknown id; unavailable when auth does not answer. */
  find(kid: string): Promise<CryptoKey | Uint8Array>;
  /** The public document (RFC 7517 §5) from the cache. @throws AppError unavailable when auth never answered. */
  document(): Promise<string>;
  /** The keys have changed: they are loaded before their next use. */
  invalidate(): void;
}

interface Loaded {
  readonly json: string;
  readonly keys: ReadonlyMap<string, CryptoKey | Uint8Array>;
  /** Start of the load: the keys may have changed since then. */
  readonly atMs: number;
}

const NOTHING_LOADED: Loaded = { json: '', keys: new Map(), atMs: -Infinity };

/** The public keys of auth, by their ids. Concurrent requests share one load. `timer` measures their age. */
export function createSigningKeys(fetchJwks: () => Promise<string>, timer: Clock): SigningKeys {
  let loaded = NOTHING_LOADED;
  let loading: Promise<Loaded> | undefined;
  const load = async (): Promise<Loaded> => {
    const before = loaded;
    const atMs = timer.now();
    const json = await fetchJwks();
    const fresh = { json, keys: await importKeys(json), atMs };
    // Keys that were invalidated meanwhile are loaded again.
    if (loaded === before) loaded = fresh;
    return fresh;
  };
  const loadOnce = async (): Promise<Loaded> => {
    if (loading !== undefined) return loading;
    const started = load().finally(() => {
      if (loading === started) loading = undefined;
    });
    loading = started;
    return started;
  };
  const ageMs = (): number => timer.now() - loaded.atMs;
  return {
    find: async (kid) => {
      const current = loaded;
      const isKnown = current.keys.has(kid);
      const isDue = ageMs() >= (isKnown ? AGE_MS_MAX : REFETCH_PAUSE_MS);
      // Known keys keep working while auth is unavailable.
      const { keys } = isDue ? await loadOnce().catch(unless(isKnown, current)) : current;
      const key = keys.get(kid);
      if (key === undefined) throw new AppError('unauthenticated', 'The credential is not valid.');
      return key;
    },
    document: async () => {
      if (ageMs() >= DOCUMENT_AGE_MS_MAX)
        return (await loadOnce().catch(unless(loaded.json !== '', loaded))).json;
      if (ageMs() >= AGE_MS_MAX) loadOnce().catch(() => undefined);
      return loaded.json;
    },
    invalidate: () => {
      // Another object: a load that runs is not stored.
      loaded = { ...NOTHING_LOADED };
      loading = undefined;
    },
  };
}

/** Ignores a failed load if the earlier one is usable. */
function unless(isUsable: boolean, earlier: Loaded): (thrown: unknown) => Loaded {
  return (thrown) => {
    if (!isUsable) throw thrown;
    return earlier;
  };
}

async function importKeys(jwksJson: string): Promise<Map<string, CryptoKey | Uint8Array>> {
  const { keys } = jwkSet.parse(JSON.parse(jwksJson));
  const entries = keys.map(async (jwk): Promise<[string, CryptoKey | Uint8Array]> => {
    const { kid, kty, crv, x } = jwk;
    const plain: JWK = { kty, crv, x };
    return [kid, await importJWK(plain, ALGORITHM)];
  });
  return new Map(await Promise.all(entries));
}
