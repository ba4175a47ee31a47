import type { KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError } from '@outreach/errors';
import type { CallContext, Principal } from '../call-context.ts';
import type { Clock } from '../clock-and-ids.ts';
import { readPrivateKey, readPublicKeys } from './identity-keys.ts';

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

/** @throws ConfigError when the key is malformed. */
export function createIdentitySigner(privateJwk: Record<string, unknown>, clock: Clock): IdentitySigner {
  const { service: caller, key } = readPrivateKey(privateJwk);
  const cache = new LRUCache<string, Cached<Promise<string>>>({ max: CACHE_ENTRIES_MAX });
  return {
    sign: (ctx, audience) => {
      const cacheKey = identityKey(ctx, audience);
      const hit = cache.get(cacheKey);
      if (hit !== undefined && clock.now() < hit.untilMs) return hit.value;
      const value = signToken({ ctx, audience, caller, key, nowMs: clock.now() });
      cache.set(cacheKey, { value, untilMs: clock.now() + LIFE_SECONDS * 1000 - RENEW_BEFORE_MS });
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
  readonly key: KeyObject;
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

/** @throws ConfigError when a key is malformed. */
export function createIdentityVerifier(
  publicKeys: Record<string, unknown>,
  options: { readonly audience: string; readonly clock: Clock },
): IdentityVerifier {
  const keys = readPublicKeys(publicKeys);
  const cache = new LRUCache<string, Cached<CallIdentity>>({ max: CACHE_ENTRIES_MAX });
  return {
    verify: async (token) => {
      if (token === undefined) throw refuse('no identity token');
      const hit = cache.get(token);
      if (hit !== undefined && options.clock.now() < hit.untilMs) return hit.value;
      const payload = await verifyWithAny(token, keys, {
        audience: options.audience,
        algorithms: [ALGORITHM],
        currentDate: new Date(options.clock.now()),
        requiredClaims: ['exp', 'iss', 'sub'],
      });
      const value = toIdentity(payload);
      cache.set(token, { value, untilMs: (payload.exp ?? 0) * 1000 });
      return value;
    },
  };
}

/** @throws AppError unauthenticated when no key of the service that the token names has signed it. */
async function verifyWithAny(
  token: string,
  keys: ReadonlyMap<string, readonly KeyObject[]>,
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

function keyIdOf(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? '';
  } catch {
    return '';
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
