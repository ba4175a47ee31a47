import { apiKeyChanged, authErrors, KEY_PREFIX } from '@outreach/contracts-auth';
import { AppError, invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { ApiKey, Workspace } from './model.ts';
import type { Deps, KeyPage, KeyQuery } from './ports.ts';
import { demandSubset, parseScopes } from './scopes-of.ts';

const LIVE_KEYS_MAX = 50;
const NAME_CHARACTERS_MAX = 200;
const RATE_LIMIT_DEFAULT = 600;
const PREVIEW_CHARACTERS = KEY_PREFIX.length + 4;

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly rateLimitPerMinute: number | undefined;
  readonly expiresAt: Date | undefined;
}

export interface CreatedKey {
  readonly record: ApiKey;
  /** The whole key; nobody sees it again. */
  readonly key: string;
}

/**
 * @throws AppError invalid_argument on a bad field; permission_denied when a scope is beyond the caller;
 * conflict at the limit of live keys.
 */
export async function createApiKey(deps: Deps, ctx: CallContext, input: NewApiKey): Promise<CreatedKey> {
  const workspace = await workspaceOf(deps, ctx.workspaceId);
  const scopes = parseScopes(input.scopes);
  demandSubset(scopes, ctx.scopes);
  const now = new Date(deps.clock.now());
  checkFields(input, { workspace, now });
  await deps.workspaces.serialise(workspace.id);
  if ((await deps.keys.countLive(now)) >= LIVE_KEYS_MAX) throw authErrors.keyLimit.make();
  const key = deps.secrets.apiKey();
  const record: ApiKey = {
    id: deps.newId('key'),
    workspace_id: workspace.id,
    name: input.name,
    key_sha256: deps.secrets.digest(key),
    key_preview: key.slice(0, PREVIEW_CHARACTERS),
    scopes,
    rate_limit_per_minute: input.rateLimitPerMinute ?? Math.min(RATE_LIMIT_DEFAULT, workspace.key_max),
    expires_at: input.expiresAt ?? null,
    last_used_at: null,
    created_at: now,
    revoked_at: null,
  };
  await deps.keys.insert(record);
  return { record, key };
}

function checkFields(input: NewApiKey, { workspace, now }: { workspace: Workspace; now: Date }): void {
  const length = Array.from(input.name).length;
  if (length < 1 || length > NAME_CHARACTERS_MAX)
    throw invalidField('name', 'Must have 1 to 200 characters.');
  const limit = input.rateLimitPerMinute;
  if (limit !== undefined && (limit < 1 || limit > workspace.key_max)) {
    throw invalidField('rate_limit_per_minute', `Must be from 1 to ${workspace.key_max}.`);
  }
  if (input.expiresAt !== undefined && input.expiresAt <= now)
    throw invalidField('expires_at', 'Must lie in the future.');
}

/** @throws AppError not_found. */
export async function getApiKey(deps: Pick<Deps, 'keys'>, id: string): Promise<ApiKey> {
  const key = await deps.keys.findById(id);
  if (key === undefined) throw notFound();
  return key;
}

export async function listApiKeys(deps: Pick<Deps, 'keys'>, query: KeyQuery): Promise<KeyPage> {
  return deps.keys.list(query);
}

/** Revokes; the record stays. @throws AppError not_found; permission_denied when the key holds a scope beyond the caller. */
export async function revokeApiKey(deps: Deps, ctx: CallContext, id: string): Promise<void> {
  const key = await getApiKey(deps, id);
  demandSubset(key.scopes, ctx.scopes);
  if (key.revoked_at !== null) return;
  await deps.keys.revoke(id, new Date(deps.clock.now()));
  deps.events.emit(apiKeyChanged, { aggregate: { id, version: 1 }, data: { id } });
}

/** @throws AppError not_found, since a caller of a workspace that is gone has nothing here. */
async function workspaceOf(deps: Pick<Deps, 'workspaces'>, id: string): Promise<Workspace> {
  const workspace = await deps.workspaces.findById(id);
  if (workspace === undefined) throw new AppError('not_found', 'The workspace does not exist.');
  return workspace;
}
