import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';

/** An unknown key id loads the keys again, at most this often. */
const REFETCH_PAUSE_MS = 3_000;
/** Keys are loaded again after this time, so that a revoked key is removed. */
const AGE_MS_MAX = 300_000;
const ALGORITHM = 'EdDSA';

const jwkSet = z.object({
  keys: z.array(
    z.looseObject({ kid: z.string(), kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
});

export interface SigningKeys {
  /** @throws AppError unauthenticated for an unknown id; unavailable when auth does not answer. */
  find(kid: string): Promise<CryptoKey | Uint8Array>;
}

/** The public keys of auth, by their ids. */
export function createSigningKeys(fetchJwks: () => Promise<string>, clock: Clock): SigningKeys {
  let keys = new Map<string, CryptoKey | Uint8Array>();
  let fetchedAtMs = -Infinity;
  let fetching: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    keys = await importKeys(await fetchJwks());
    fetchedAtMs = clock.now();
  };
  const refreshOnce = async (): Promise<void> => {
    fetching ??= refresh().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };
  return {
    find: async (kid) => {
      const ageMs = clock.now() - fetchedAtMs;
      const isKnown = keys.has(kid);
      if (!isKnown && ageMs >= REFETCH_PAUSE_MS) await refreshOnce();
      // Known keys keep working while auth is unavailable.
      if (isKnown && ageMs >= AGE_MS_MAX) await refreshOnce().catch(() => undefined);
      const key = keys.get(kid);
      if (key === undefined) throw new AppError('unauthenticated', 'The credential is not valid.');
      return key;
    },
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
