import { hash } from 'node:crypto';
import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { isWellFormedApiKey, KEY_PREFIX } from '@outreach/contracts-auth/api-key-format';
import { CREDENTIAL_STATUS_AGE_SECONDS_MAX } from '@outreach/contracts-auth/credentials';
import type { AccessClaims, Caller, Invalidation, CredentialStatus } from './caller.ts';
import { createChangeReader, UNREAD_MS_MAX, type ChangeList, type ChangeReader } from './change-reader.ts';
import { FreshCache } from './fresh-cache.ts';

/** Age of a status, while the changes of credentials are known. */
const STATUS_AGE_MS_MAX = CREDENTIAL_STATUS_AGE_SECONDS_MAX * 1_000;
const ENTRY_COUNT_MAX = 10_000;

const BEARER = /^Bearer +([^\s]+) *$/i;

export interface AuthenticatorPorts {
  /** Compared with the times at which credentials expire. */
  readonly clock: Clock;
  /** Measures durations. */
  readonly timer: Clock;
  /** @throws AppError unauthenticated for a token that is forged, expired or of another issuer. */
  readonly verifyAccessToken: (token: string) => Promise<AccessClaims>;
  /** @throws AppError unauthenticated for an unknown, revoked or expired key. */
  readonly resolveApiKey: (sha256: Buffer) => Promise<CredentialStatus>;
  /** @throws AppError unauthenticated for a user that is unknown or not active. */
  readonly resolveUser: (userId: string) => Promise<CredentialStatus>;
  readonly listChanges: () => Promise<ChangeList>;
  /** The keys that sign tokens have changed. */
  readonly forgetSigningKeys: () => void;
}

/** Admits the look-up of an API key that is not cached. */
export type LookUpGuard = (lookUp: () => Promise<CredentialStatus>) => Promise<CredentialStatus>;

export interface Authenticator {
  /** @throws AppError unauthenticated; or unavailable, when auth does not answer. */
  authenticate(authorization: string | undefined, guard: LookUpGuard): Promise<Caller>;
  /** Drops the cached statuses of changed credentials. */
  invalidate(changes: readonly Invalidation[]): void;
  /** Drops every cached status, after events may have been lost. */
  invalidateAll(): void;
}

/**
 * Finds the caller of a request. Statuses are cached until they change: events report a change at once, and the list of
 * changes within four seconds. While the list cannot be read, a status is used for four seconds.
 */
export function createAuthenticator(ports: AuthenticatorPorts): Authenticator {
  const { timer, listChanges } = ports;
  const isCurrent = (): boolean => changes.isCurrent();
  const statuses = createCache<CredentialStatus>(timer, () =>
    isCurrent() ? STATUS_AGE_MS_MAX : UNREAD_MS_MAX,
  );
  // The keys that verified a token may be four seconds old already.
  const tokens = createCache<AccessClaims>(timer, () => (isCurrent() ? STATUS_AGE_MS_MAX : 0));
  const unknown = createCache<true>(timer, () => UNREAD_MS_MAX);
  const invalidateAll = (): void => {
    ports.forgetSigningKeys();
    for (const cache of [tokens, unknown, statuses]) cache.drop(() => true);
  };
  const invalidate = (changed: readonly Invalidation[]): void => {
    const names = new Set(changed.map(nameOf));
    const types = new Set(changed.map(({ type }) => type));
    if (types.has('signing_key')) {
      ports.forgetSigningKeys();
      tokens.drop(() => true);
    }
    // An expired key may have a later end from now on.
    if (types.has('api_key')) unknown.drop(() => true);
    statuses.drop(({ caller }) => subjectsOf(caller).some((subject) => names.has(nameOf(subject))));
  };
  const changes = createChangeReader({ timer, listChanges, invalidate, invalidateAll });
  const caches = { ports, changes, statuses, tokens, unknown };
  return {
    authenticate: async (authorization, guard) => {
      const credential = readBearer(authorization);
      return credential.startsWith(KEY_PREFIX)
        ? byApiKey(credential, caches, guard)
        : byToken(credential, caches);
    },
    invalidate,
    invalidateAll,
  };
}

function createCache<Value>(timer: Clock, ageMsMax: () => number): FreshCache<Value> {
  return new FreshCache({ timer, entryCountMax: ENTRY_COUNT_MAX, ageMsMax });
}

interface Caches {
  readonly ports: AuthenticatorPorts;
  readonly changes: ChangeReader;
  readonly statuses: FreshCache<CredentialStatus>;
  readonly tokens: FreshCache<AccessClaims>;
  /** Digests of API keys that auth does not accept. */
  readonly unknown: FreshCache<true>;
}

interface Search<Value> {
  readonly cache: FreshCache<Value>;
  readonly key: string;
  readonly load: () => Promise<Value>;
}

/**
 * A cached value that is fresh is returned at once. Otherwise the changes are read before the value is loaded again. If
 * the credential is refused then, the earlier value is dropped: it would be fresh again when the changes can be read.
 */
async function find<Value>(changes: ChangeReader, { cache, key, load }: Search<Value>): Promise<Value> {
  const reading = changes.read();
  const known = cache.peek(key);
  if (known !== undefined) return known;
  if (!changes.isCurrent()) await reading;
  return cache.get(key, load).catch((thrown: unknown) => {
    if (isRefusal(thrown)) cache.remove(key);
    throw thrown;
  });
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
  const { ports, changes, statuses, unknown } = caches;
  if (!isWellFormedApiKey(key)) throw refused();
  const digest = hash('sha256', key, 'base64url');
  if (unknown.peek(digest) === true && statuses.peek(digest) === undefined) throw refused();
  const lookUp = async (): Promise<CredentialStatus> => ports.resolveApiKey(Buffer.from(digest, 'base64url'));
  const load = async (): Promise<CredentialStatus> =>
    guard(lookUp).catch((thrown: unknown) => {
      if (isRefusal(thrown)) unknown.set(digest, true);
      throw thrown;
    });
  const status = await find(changes, { cache: statuses, key: digest, load });
  if (status.expiresAtMs <= ports.clock.now()) throw refused();
  return status.caller;
}

async function byToken(token: string, { ports, changes, statuses, tokens }: Caches): Promise<Caller> {
  const claims = await find(changes, {
    cache: tokens,
    key: hash('sha256', token, 'base64url'),
    load: async () => ports.verifyAccessToken(token),
  });
  const { userId } = claims;
  const load = async (): Promise<CredentialStatus> => ports.resolveUser(userId);
  const status = await find(changes, { cache: statuses, key: userId, load });
  const isInvalid =
    claims.expiresAtMs <= ports.clock.now() ||
    claims.issuedAtMs < status.tokensValidFromMs ||
    claims.workspaceId !== status.caller.workspaceId;
  if (isInvalid) throw refused();
  return status.caller;
}

function subjectsOf({ workspaceId, principal, principalId }: Caller): Invalidation[] {
  const isKey = principal.type === 'api_key';
  return [
    { type: 'workspace', id: workspaceId },
    { type: isKey ? 'api_key' : 'user', id: principalId },
  ];
}

function nameOf({ type, id }: Invalidation): string {
  return `${type} ${id}`;
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.kind === 'unauthenticated';
}

function refused(message = 'The credential is not valid.'): AppError {
  return new AppError('unauthenticated', message);
}
