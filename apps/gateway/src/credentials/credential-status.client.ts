import { isCredentialType } from '@outreach/contracts-auth/credentials';
import type {
  CredentialChange as ChangeMessage,
  ResolveApiKeyResponse,
  ResolveUserResponse,
  WorkspaceLimits,
} from '@outreach/contracts-auth/gen/auth.ts';
import { AppError, type ErrorKind } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { systemContext } from '@outreach/service-kit/system-context';
import type { AuthenticatorPorts } from './authenticator.ts';
import type { CredentialChange, CredentialStatus } from './caller.ts';
import type { Backends } from '../clients/backends.ts';

/** The errors of auth for a credential that is unknown or not active. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'not_found', 'permission_denied']);

const RESOLVE_TIMEOUT_MS = 3_000;
/** Short, because requests wait for the list before they load a status. */
const LIST_TIMEOUT_MS = 1_000;

export interface CredentialStatusClient extends Pick<
  AuthenticatorPorts,
  'resolveApiKey' | 'resolveUser' | 'listChanges'
> {
  readonly fetchJwks: () => Promise<string>;
}

/** Loads credential statuses, their changes and public keys from auth. */
export function createCredentialStatusClient(
  auth: Backends['auth'],
  newRequestId: () => string,
): CredentialStatusClient {
  const context = (timeoutMs = RESOLVE_TIMEOUT_MS): CallContext => ({
    ...systemContext({ workspaceId: '', requestId: newRequestId(), service: 'gateway' }),
    deadlineAtMs: Date.now() + timeoutMs,
  });
  return {
    resolveApiKey: async (sha256) =>
      toKeyStatus(await asUnauthenticated(auth.resolveApiKey(context(), { key_sha256: sha256 }))),
    resolveUser: async (userId) =>
      toUserStatus(await asUnauthenticated(auth.resolveUser(context(), { user_id: userId }))),
    listChanges: async () => {
      const { changes, is_truncated } = await auth.listCredentialChanges(context(LIST_TIMEOUT_MS), {});
      return { changes: changes.map(toChange), isTruncated: is_truncated };
    },
    fetchJwks: async () => (await auth.getJwks(context(), {})).jwks_json,
  };
}

async function asUnauthenticated<T>(resolved: Promise<T>): Promise<T> {
  return resolved.catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || !REFUSALS.has(thrown.kind)) throw thrown;
    throw new AppError('unauthenticated', 'The credential is not valid.', { cause: thrown });
  });
}

/** @throws AppError internal for a type of a later version. */
function toChange({ type, id, change_id: changeId }: ChangeMessage): CredentialChange {
  if (isCredentialType(type)) return { type, id, changeId };
  throw new AppError('internal', 'An unexpected error occurred.', {
    privateText: `auth listed a change of the unknown type ${type}`,
  });
}

function toKeyStatus(key: ResolveApiKeyResponse): CredentialStatus {
  const limits = requireLimits(key.workspace_limits);
  const caller = {
    principal: { type: 'api_key', id: key.key_id, role: '' },
    principalId: key.key_id,
    workspaceId: key.workspace_id,
    agencyId: key.agency_id ?? '',
    scopes: new Set(key.scopes),
    subject: { type: 'api_key', keyLimit: key.rate_limit_per_minute, ...workspaceLimits(limits) },
  } as const;
  return { caller, expiresAtMs: key.expires_at?.getTime() ?? Infinity, tokensValidFromMs: 0 };
}

function toUserStatus(user: ResolveUserResponse): CredentialStatus {
  const limits = requireLimits(user.workspace_limits);
  const caller = {
    principal: { type: 'user', id: user.user_id, role: user.role },
    principalId: user.user_id,
    workspaceId: user.workspace_id,
    agencyId: user.agency_id ?? '',
    scopes: new Set(user.scopes),
    subject: { type: 'user', keyLimit: 0, ...workspaceLimits(limits) },
  } as const;
  return { caller, expiresAtMs: Infinity, tokensValidFromMs: user.tokens_valid_from?.getTime() ?? 0 };
}

function workspaceLimits(limits: WorkspaceLimits) {
  return { workspaceRequests: limits.requests, workspaceWrites: limits.writes };
}

/** @throws AppError internal: auth always sends the limits. */
function requireLimits(limits: WorkspaceLimits | undefined): WorkspaceLimits {
  if (limits !== undefined) return limits;
  throw new AppError('internal', 'An unexpected error occurred.', {
    privateText: 'auth sent a credential without the limits of its workspace',
  });
}
