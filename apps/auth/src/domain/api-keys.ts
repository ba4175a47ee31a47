import { fitsCodePoints } from '@outreach/contracts-common';
import { apiKeyChanged, authErrors, KEY_PREFIX, type AuditAction } from '@outreach/contracts-auth';
import { AppError, invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageOf } from '@outreach/service-kit';
import { noteDeed, type AuditDeps } from './audit.ts';
import type { ApiKey, Workspace } from './model.ts';
import type { Deps, KeyQuery } from './ports.ts';
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
  checkKeyFields(input, { workspace, now });
  await demandRoom(deps, { workspaceId: workspace.id, now });
  const key = deps.secrets.apiKey();
  const record: ApiKey = {
    id: deps.newId('key'),
    workspace_id: workspace.id,
    name: input.name,
    key_sha256: deps.secrets.digest(key),
    key_preview: previewOf(key),
    former: [],
    scopes,
    rate_limit_per_minute: input.rateLimitPerMinute ?? defaultRateLimit(workspace),
    expires_at: input.expiresAt ?? null,
    last_used_at: null,
    created_at: now,
    revoked_at: null,
  };
  await deps.keys.insert(record);
  await noteKey(deps, ctx, { action: 'api_key.created', key: record });
  return { record, key };
}

/** @throws AppError conflict when the workspace has no room for another live key. */
export async function demandRoom(deps: Pick<Deps, 'keys' | 'workspaces'>, place: Place): Promise<void> {
  await deps.workspaces.serialise(place.workspaceId);
  if ((await deps.keys.countLive(place.now)) >= LIVE_KEYS_MAX) throw authErrors.keyLimit.make();
}

export interface Place {
  readonly workspaceId: string;
  readonly now: Date;
}

/** Members that a caller may set, as far as they are given. */
export interface KeyFields {
  readonly name?: string | undefined;
  readonly rateLimitPerMinute?: number | undefined;
  readonly expiresAt?: Date | undefined;
}

/** @throws AppError invalid_argument naming the first field out of bounds. */
export function checkKeyFields(
  input: KeyFields,
  { workspace, now }: { workspace: Workspace; now: Date },
): void {
  const { name } = input;
  if (name !== undefined && (name === '' || !fitsCodePoints(name, NAME_CHARACTERS_MAX)))
    throw invalidField('name', 'Must have 1 to 200 characters.');
  const limit = input.rateLimitPerMinute;
  if (limit !== undefined && (limit < 1 || limit > workspace.key_max)) {
    throw invalidField('rate_limit_per_minute', `Must be from 1 to ${workspace.key_max}.`);
  }
  if (input.expiresAt !== undefined && input.expiresAt <= now)
    throw invalidField('expires_at', 'Must lie in the future.');
}

/** The budget of a key that asks for none. */
export function defaultRateLimit({ key_max }: Workspace): number {
  return Math.min(RATE_LIMIT_DEFAULT, key_max);
}

/** What anybody may see of a key. */
export function previewOf(key: string): string {
  return key.slice(0, PREVIEW_CHARACTERS);
}

/** Saves a key and tells the gateways that hold it. */
export async function saveKey(deps: Pick<Deps, 'keys' | 'events'>, key: ApiKey): Promise<void> {
  await deps.keys.update(key);
  deps.events.emit(apiKeyChanged, { aggregate: { id: key.id, version: 1 }, data: { id: key.id } });
}

/** Notes a deed on a key. */
export async function noteKey(
  deps: AuditDeps,
  ctx: CallContext,
  { action, key }: { readonly action: AuditAction; readonly key: ApiKey },
): Promise<void> {
  const target = { type: 'api_key', id: key.id } as const;
  await noteDeed(deps, ctx, { action, target, workspaceId: key.workspace_id });
}

/** @throws AppError not_found. */
export async function getApiKey(deps: Pick<Deps, 'keys'>, id: string): Promise<ApiKey> {
  const key = await deps.keys.findById(id);
  if (key === undefined) throw notFound();
  return key;
}

export async function listApiKeys(deps: Pick<Deps, 'keys'>, query: KeyQuery): Promise<PageOf<ApiKey>> {
  return deps.keys.list(query);
}

/** Revokes; the record stays. @throws AppError not_found; permission_denied when the key holds a scope beyond the caller. */
export async function revokeApiKey(deps: Deps, ctx: CallContext, id: string): Promise<void> {
  const key = await getApiKey(deps, id);
  demandSubset(key.scopes, ctx.scopes);
  if (key.revoked_at !== null) return;
  await saveKey(deps, { ...key, former: [], revoked_at: new Date(deps.clock.now()) });
  await noteKey(deps, ctx, { action: 'api_key.revoked', key });
}

/** @throws AppError not_found, since a caller of a workspace that is gone has nothing here. */
export async function workspaceOf(deps: Pick<Deps, 'workspaces'>, id: string): Promise<Workspace> {
  const workspace = await deps.workspaces.findById(id);
  if (workspace === undefined) throw new AppError('not_found', 'The workspace does not exist.');
  return workspace;
}
