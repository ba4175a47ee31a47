import { importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { TokenSigner } from '../domain/ports.ts';
import {
  ACCESS_LIFE_SECONDS,
  ALGORITHM,
  KEYS_CACHED_MS,
  only,
  presentKeys,
  rotateKeys,
  type SigningKeyOptions,
} from './signing-keys.ts';

const ISSUER = 'outreach';
const AUDIENCE = 'outreach-api';
/** A gateway that asks because it met a new key must not be told of the old ones only. */
const JWKS_CACHED_MS = 1_000;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey | Uint8Array;
}

/** Signs access tokens with the current key, made on first use together with the next one. */
export function createTokenSigner(options: SigningKeyOptions): TokenSigner {
  const { clock, ids } = options;
  const signingKey = remembered(() => loadCurrent(options), { clock, ageMsMax: KEYS_CACHED_MS });
  const jwks = remembered(() => publish(options), { clock, ageMsMax: JWKS_CACHED_MS });
  return {
    signAccess: async ({ userId, workspaceId, role, scopes }) => {
      const { kid, privateKey } = await signingKey();
      // RFC 7519 lets a NumericDate have a fraction. With milliseconds in `iat` the tokens from before a new
      // password are void while those of a log-in in the same second are good.
      const issuedAt = clock.now() / 1000;
      return new SignJWT({ ws: workspaceId, role, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(ids('tok'))
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.floor(issuedAt) + ACCESS_LIFE_SECONDS)
        .sign(privateKey);
    },
    jwks,
    rotate: async () => rotateKeys(options),
  };
}

async function loadCurrent(options: SigningKeyOptions): Promise<SigningKey> {
  const { kid, sealed_private_jwk: sealed } = only(await presentKeys(options), 'current');
  const privateJwk: unknown = JSON.parse(options.sealer.open(sealed).toString('utf8'));
  return { kid, privateKey: await importJWK({ ...(privateJwk as JWK) }, ALGORITHM) };
}

/** RFC 7517 document of every key whose tokens may be met, or soon will be. */
async function publish(options: SigningKeyOptions): Promise<string> {
  const rows = await presentKeys(options);
  return JSON.stringify({ keys: rows.map((row): unknown => JSON.parse(row.public_jwk)) });
}

interface Memory {
  readonly clock: SigningKeyOptions['clock'];
  readonly ageMsMax: number;
}

/** Loads again after the age; concurrent callers share a load, and a failed one is not kept. */
function remembered<T>(load: () => Promise<T>, { clock, ageMsMax }: Memory): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return async () => {
    if (kept === undefined || kept.untilMs <= clock.now()) {
      const fresh = { value: load(), untilMs: clock.now() + ageMsMax };
      kept = fresh;
      fresh.value.catch(() => {
        if (kept === fresh) kept = undefined;
      });
    }
    return kept.value;
  };
}
