import {
  decodeProtectedHeader,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose';
import { AppError } from '@outreach/errors';
import type { CallContext, Principal } from './call-context.ts';
import type { Clock } from './clock-and-ids.ts';

const LIFE_SECONDS = 30;
/** A cached token is used until this much of its lifetime remains. */
const RENEW_BEFORE_MS = 10_000;
const CACHE_ENTRIES_MAX = 10_000;
const ALGORITHM = 'EdDSA';

/** The principal on whose behalf a service calls another. */
export interface CallIdentity {
  readonly caller: string;
  readonly workspaceId: string;
  readonly agencyId: string;
  readonly principal: Principal;
  readonly scopes: ReadonlySet<string>;
}

/** Signs the identity of outgoing calls. */
export interface IdentitySigner {
  /** A compact JWT for `audience`, cached per principal. */
  sign(ctx: CallContext, audience: string): Promise<string>;
}

/** Verifies the identity of incoming calls. */
export interface IdentityVerifier {
  /** @throws AppError unauthenticated when the token is absent, forged, expired or meant for another service. */
  verify(token: string | undefined): Promise<CallIdentity>;
}

interface Cached<T> {
  readonly value: T;
  readonly untilMs: number;
}

export function createIdentitySigner(privateJwk: Record<string, unknown>, clock: Clock): IdentitySigner {
  const caller = textOf(privateJwk['kid']);
  const key = importJWK(privateJwk, ALGORITHM);
  const cache = new Map<string, Cached<Promise<string>>>();
  return {
    sign: (ctx, audience) => {
      const cacheKey = identityKey(ctx, audience);
      const hit = cache.get(cacheKey);
      if (hit !== undefined && clock.now() < hit.untilMs) return hit.value;
      const value = key.then((loaded) =>
        signToken({ ctx, audience, caller, key: loaded, nowMs: clock.now() }),
      );
      remember(cache, cacheKey, { value, untilMs: clock.now() + LIFE_SECONDS * 1000 - RENEW_BEFORE_MS });
      return value;
    },
  };
}

/** Cache key: all claims of a token. Two principals never share a token, and a change of scopes needs a new one. */
function identityKey(ctx: CallContext, audience: string): string {
  const { type, id, role } = ctx.principal;
  return [audience, ctx.workspaceId, ctx.agencyId, type, id, role, ...ctx.scopes].join(' ');
}

interface SignInput {
  readonly ctx: CallContext;
  readonly audience: string;
  readonly caller: string;
  readonly key: CryptoKey | Uint8Array;
  readonly nowMs: number;
}

async function signToken({ ctx, audience, caller, key, nowMs }: SignInput): Promise<string> {
  const issuedAt = Math.floor(nowMs / 1000);
  const { type, id, role } = ctx.principal;
  return new SignJWT({
    ws: ctx.workspaceId,
    agn: ctx.agencyId,
    pt: type,
    role,
    scope: [...ctx.scopes].join(' '),
  })
    .setProtectedHeader({ alg: ALGORITHM, kid: caller })
    .setIssuer(caller)
    .setAudience(audience)
    .setSubject(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_SECONDS)
    .sign(key);
}

export function createIdentityVerifier(
  publicKeys: Record<string, unknown>,
  options: { readonly audience: string; readonly clock: Clock },
): IdentityVerifier {
  const keysOf = importKeys(publicKeys);
  const cache = new Map<string, Cached<CallIdentity>>();
  return {
    verify: async (token) => {
      if (token === undefined) throw refuse('no identity token');
      const hit = cache.get(token);
      if (hit !== undefined && options.clock.now() < hit.untilMs) return hit.value;
      const payload = await verifyWithAny(token, await keysOf, {
        audience: options.audience,
        algorithms: [ALGORITHM],
        currentDate: new Date(options.clock.now()),
        requiredClaims: ['exp', 'iss', 'sub'],
      });
      const value = toIdentity(payload);
      remember(cache, token, { value, untilMs: (payload.exp ?? 0) * 1000 });
      return value;
    },
  };
}

type VerifyKey = CryptoKey | Uint8Array;

/** The public keys by the name of their service. While a key is rotated, its service has two. */
async function importKeys(
  publicKeys: Record<string, unknown>,
): Promise<ReadonlyMap<string | undefined, readonly VerifyKey[]>> {
  const listed: unknown = publicKeys['keys'];
  const jwks = Array.isArray(listed) ? Array.from<JWK>(listed) : [];
  const imported = await Promise.all(
    jwks.map(async (jwk) => ({ kid: jwk.kid, key: await importJWK(jwk, ALGORITHM) })),
  );
  const byService = Map.groupBy(imported, ({ kid }) => kid);
  return new Map([...byService].map(([kid, entries]) => [kid, entries.map(({ key }) => key)]));
}

/** @throws AppError unauthenticated when no key of the service that the token names has signed it. */
async function verifyWithAny(
  token: string,
  keys: ReadonlyMap<string | undefined, readonly VerifyKey[]>,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  let reason = 'signed with the key of an unknown service';
  for (const key of keys.get(keyIdOf(token)) ?? []) {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, options);
      // The key id must be the name of the issuer: each service signs with its own key.
      if (payload.iss === protectedHeader.kid) return payload;
      reason = 'signed with the key of another service';
    } catch (cause) {
      reason = String(cause);
    }
  }
  throw refuse(reason);
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

function toIdentity(payload: JWTPayload): CallIdentity {
  const type = payload['pt'];
  const known = type === 'user' || type === 'api_key' || type === 'service' || type === 'anonymous';
  if (!known) throw refuse('unknown type of principal');
  const scope = textOf(payload['scope']);
  return {
    caller: payload.iss ?? '',
    workspaceId: textOf(payload['ws']),
    agencyId: textOf(payload['agn']),
    principal: { type, id: payload.sub ?? '', role: textOf(payload['role']) },
    scopes: new Set(scope === '' ? [] : scope.split(' ')),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refuse(privateText: string): AppError {
  return new AppError('unauthenticated', 'The caller is not known.', { privateText });
}

function remember<T>(cache: Map<string, Cached<T>>, key: string, entry: Cached<T>): void {
  if (cache.size >= CACHE_ENTRIES_MAX) cache.clear();
  cache.set(key, entry);
}
