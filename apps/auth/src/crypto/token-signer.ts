import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Sealer } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import type { TokenSigner } from '../domain/ports.ts';
import type { SigningKeyRow, SigningKeyStore, SigningKeyUse } from '../store/signing-key-store.ts';

const ISSUER = 'outreach';
const AUDIENCE = 'outreach-api';
const ACCESS_LIFE_SECONDS = 15 * 60;
const ALGORITHM = 'EdDSA';
/** A rotation by another process is noticed within this time; the next key is published long before. */
const KEYS_CACHED_MS = 60_000;

export interface TokenSignerOptions {
  readonly store: SigningKeyStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: NewId;
}

interface LoadedKeys {
  readonly kid: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly jwks: string;
  readonly loadedAtMs: number;
}

/** Signs access tokens with the current key, made on first use together with the next one. */
export function createTokenSigner(options: TokenSignerOptions): TokenSigner {
  const { clock, ids } = options;
  let loaded: Promise<LoadedKeys> | undefined;
  const keys = async (): Promise<LoadedKeys> => {
    const present = await loaded;
    if (present !== undefined && clock.now() - present.loadedAtMs < KEYS_CACHED_MS) return present;
    loaded = loadKeys(options).catch((thrown: unknown) => {
      loaded = undefined;
      throw thrown;
    });
    return loaded;
  };
  return {
    signAccess: async ({ userId, workspaceId, role, scopes }) => {
      const { kid, privateKey } = await keys();
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
    jwks: async () => (await keys()).jwks,
  };
}

async function loadKeys(options: TokenSignerOptions): Promise<LoadedKeys> {
  const { store, sealer, clock } = options;
  const rows = await ensureKeys(options, await store.list());
  const current = rows.find((row) => row.use === 'current');
  if (current === undefined) throw new Error('There is no current signing key.');
  const privateJwk: unknown = JSON.parse(sealer.open(current.sealed_private_jwk).toString('utf8'));
  const published = rows.map((row): unknown => JSON.parse(row.public_jwk));
  return {
    kid: current.kid,
    privateKey: await importJWK({ ...(privateJwk as JWK) }, ALGORITHM),
    jwks: JSON.stringify({ keys: published }),
    loadedAtMs: clock.now(),
  };
}

/** Processes that start at once agree by the unique index on the use. */
async function ensureKeys(
  options: TokenSignerOptions,
  rows: readonly SigningKeyRow[],
): Promise<readonly SigningKeyRow[]> {
  const missing = (['current', 'next'] as const).filter((use) => !rows.some((row) => row.use === use));
  if (missing.length === 0) return rows;
  for (const use of missing) await options.store.insert(await makeKey(options, use));
  return options.store.list();
}

async function makeKey(
  { sealer, clock, ids }: TokenSignerOptions,
  use: SigningKeyUse,
): Promise<SigningKeyRow> {
  const kid = ids('sig');
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg: ALGORITHM };
  return {
    kid,
    use,
    public_jwk: JSON.stringify(publicJwk),
    sealed_private_jwk: sealer.seal(Buffer.from(JSON.stringify(privateJwk))),
    created_at: new Date(clock.now()),
  };
}
