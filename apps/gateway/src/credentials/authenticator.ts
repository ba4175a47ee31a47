import { hash } from 'node:crypto';
import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { isWellFormedApiKey, KEY_PREFIX } from '@outreach/contracts-auth';
import type { AccessClaims, Caller, Invalidation, CredentialStatus } from './caller.ts';
import { FreshCache } from './fresh-cache.ts';

/** Without events a change is effective within five seconds: four in the cache, and one to load the new status. */
const STATUS_AGE_MS_MAX = 4_000;
const ENTRY_COUNT_MAX = 10_000;

const BEARER = /^Bearer +([^\s]+) *$/i;

export interface AuthenticatorPorts {
  readonly clock: Clock;
  /** @throws AppError unauthenticated for a token that is forged, expired or of another issuer. */
  readonly verifyAccessToken: (token: string) => Promise<AccessClaims>;
  /** @throws AppError unauthenticated for an unknown, revoked or expired key. */
  readonly resolveApiKey: (sha256: Buffer) => Promise<CredentialStatus>;
  /** @throws AppError unauthenticated for a user that is unknown or not active. */
  readonly resolveUser: (userId: string) => Promise<CredentialStatus>;
  /** The keys that sign tokens have changed. */
  readonly forgetSigningKeys: () => void;
}

/** Admits the look-up of an API key that is not cached. */
export type LookUpGuard = (lookUp: () => Promise<CredentialStatus>) => Promise<CredentialStatus>;

export interface Authenticator {
  /** @throws AppError unauthenticated; or unavailable, when auth does not answer. */
  authenticate(authorization: string | undefined, guard: LookUpGuard): Promise<Caller>;
  invalidate(change: Invalidation): void;
  /** Drops every cached status, after events may have been lost. */
  invalidateAll(): void;
}

/** Finds the caller of a request. Statuses are cached for at most four seconds; events invalidate them earlier. */
export function createAuthenticator(ports: AuthenticatorPorts): Authenticator {
  const cacheOptions = { clock: ports.clock, entryCountMax: ENTRY_COUNT_MAX, ageMsMax: STATUS_AGE_MS_MAX };
  const statuses = new FreshCache<CredentialStatus>(cacheOptions);
  const tokens = new FreshCache<AccessClaims>(cacheOptions);
  const unknown = new FreshCache<true>(cacheOptions);
  const caches = { ports, statuses, tokens, unknown };
  const forgetTokens = (): void => {
    ports.forgetSigningKeys();
    tokens.drop(() => true);
  };
  return {
    authenticate: async (authorization, guard) => {
      const credential = readBearer(authorization);
      return credential.startsWith(KEY_PREFIX)
        ? byApiKey(credential, caches, guard)
        : byToken(credential, caches);
    },
    invalidate: (change) => {
      if (change.type === 'signing_key') forgetTokens();
      // An expired key may have a later end from now on.
      if (change.type === 'api_key') unknown.drop(() => true);
      statuses.drop(({ caller }) => isAbout(change, caller));
    },
    invalidateAll: () => {
      forgetTokens();
      unknown.drop(() => true);
      statuses.drop(() => true);
    },
  };
}

interface Caches {
  readonly ports: AuthenticatorPorts;
  readonly statuses: FreshCache<CredentialStatus>;
  readonly tokens: FreshCache<AccessClaims>;
  /** Digests of API keys that auth does not accept. */
  readonly unknown: FreshCache<true>;
}

function readBearer(authorization: string | undefined): string {
  if (authorization === undefined)
    throw refused('A credential is required; send the header Authorization: Bearer <credential>.');
  const [, credential] = BEARER.exec(authorization) ?? [];
  if (credential === undefined)
    throw refused('The header Authorization must have the form: Bearer <credential>.');
  return credential;
}

async function byApiKey(key: string, caches: Caches, guard: LookUpGuard): Promise<Caller> {
  const { ports, statuses, unknown } = caches;
  if (!isWellFormedApiKey(key)) throw refused();
  const digest = hash('sha256', key, 'base64url');
  const known = statuses.peek(digest);
  if (known === undefined && unknown.peek(digest) === true) throw refused();
  const lookUp = async (): Promise<CredentialStatus> => ports.resolveApiKey(Buffer.from(digest, 'base64url'));
  const load = async (): Promise<CredentialStatus> =>
    guard(lookUp).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.kind === 'unauthenticated') unknown.set(digest, true);
      throw thrown;
    });
  const status = known ?? (await statuses.get(digest, load));
  if (status.expiresAtMs <= ports.clock.now()) throw refused();
  return status.caller;
}

async function byToken(token: string, { ports, statuses, tokens }: Caches): Promise<Caller> {
  const digest = hash('sha256', token, 'base64url');
  const claims =
    tokens.peek(digest) ?? (await tokens.get(digest, async () => ports.verifyAccessToken(token)));
  const { userId } = claims;
  const status = statuses.peek(userId) ?? (await statuses.get(userId, async () => ports.resolveUser(userId)));
  const isInvalid =
    claims.expiresAtMs <= ports.clock.now() ||
    claims.issuedAtMs < status.tokensValidFromMs ||
    claims.workspaceId !== status.caller.workspaceId;
  if (isInvalid) throw refused();
  return status.caller;
}

function isAbout({ type, id }: Invalidation, caller: Caller): boolean {
  if (type === 'workspace') return caller.workspaceId === id;
  return caller.principal.type === type && caller.principalId === id;
}

function refused(message = 'The credential is not valid.'): AppError {
  return new AppError('unauthenticated', message);
}
