import type { Clock } from '@outreach/service-kit';
import { importJWK, SignJWT, type CryptoKey } from 'jose';
import { z } from 'zod';
import type { TokenSigner } from './ports.ts';
import {
  ACCESS_LIFE_SECONDS,
  ALGORITHM,
  KEYS_CACHED_MS,
  keysInUse,
  revokeKey,
  rotateKeys,
  type SigningKeyPorts,
} from './rotate-keys.ts';
import { requireKey } from './signing-key.ts';

const ISSUER = 'outreach';
const AUDIENCE = 'outreach-api';
/** A private key of RFC 8037 §2, as `createKey` stores it. */
const ed25519Key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

interface PrivateKey {
  readonly kid: string;
  readonly key: CryptoKey | Uint8Array;
}

/** Signs access tokens with the current key. The first use creates the keys. */
export function createTokenSigner(ports: SigningKeyPorts): TokenSigner {
  const { clock, newId } = ports;
  const privateKey = cached(async () => loadCurrent(ports), { clock, ageMsMax: KEYS_CACHED_MS });
  return {
    signAccess: async ({ userId, workspaceId, role, scopes }) => {
      const { kid, key } = await privateKey();
      // RFC 7519 allows a fraction in a NumericDate. With milliseconds in `iat`, tokens from before a new password are
      // void while tokens of a log-in in the same second are valid.
      const issuedAt = clock.now() / 1000;
      return new SignJWT({ ws: workspaceId, role, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(newId('tok'))
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.floor(issuedAt) + ACCESS_LIFE_SECONDS)
        .sign(key);
    },
    // Gateways cache the keys; after a revocation they must not read them from another cache.
    jwks: async () => toJwks(ports),
    rotate: async () => rotateKeys(ports),
    revoke: async (kid) => revokeKey(ports, kid),
  };
}

async function loadCurrent(ports: SigningKeyPorts): Promise<PrivateKey> {
  const { kid, sealed_private_jwk: sealed } = requireKey(await keysInUse(ports), 'current');
  const privateJwk = ed25519Key.parse(JSON.parse(ports.sealer.open(sealed).toString('utf8')));
  return { kid, key: await importJWK(privateJwk, ALGORITHM) };
}

async function toJwks(ports: SigningKeyPorts): Promise<string> {
  const keys = await keysInUse(ports);
  return JSON.stringify({ keys: keys.map((key): unknown => JSON.parse(key.public_jwk)) });
}

interface CacheOptions {
  readonly clock: Clock;
  readonly ageMsMax: number;
}

/** Loads again after `ageMsMax`. Concurrent callers share a load, and a failed load is not cached. */
function cached<T>(load: () => Promise<T>, { clock, ageMsMax }: CacheOptions): () => Promise<T> {
  let entry: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return async () => {
    if (entry === undefined || entry.untilMs <= clock.now()) {
      const fresh = { value: load(), untilMs: clock.now() + ageMsMax };
      entry = fresh;
      fresh.value.catch(() => {
        if (entry === fresh) entry = undefined;
      });
    }
    return entry.value;
  };
}
