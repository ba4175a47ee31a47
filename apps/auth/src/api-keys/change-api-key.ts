import { hash } from 'node:crypto';
import { authErrors } from '@outreach/contracts-auth';
import { KEY_OVERLAP_SECONDS_MAX } from '@outreach/contracts-auth/api-key-format';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { withoutNull } from '@outreach/values';
import { parseScopes, requireScopes } from '../scopes/index.ts';
import { requireWorkspace, type Workspace } from '../workspaces/index.ts';
import { previewOf, type ApiKey, type CreatedKey, type FormerKey } from './api-key.ts';
import { requireRoom } from './create-api-key.ts';
import { checkKeyFields, defaultRateLimit } from './key-fields.ts';
import { isLive } from './key-validity.ts';
import { newApiKey } from './new-api-key.ts';
import type { ApiKeyPorts, ApiKeyStore } from './ports.ts';
import { getApiKey, saveKey } from './save-api-key.ts';

/** Maximum number of former keys. With more rotations within one overlap, the oldest key ends early. */
const FORMER_KEYS_MAX = 10;

/** Absent fields do not change. A null rate limit is the default limit; a null `expires_at` is no expiry. */
export interface KeyChange {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly rate_limit_per_minute?: number | null;
  readonly expires_at?: Date | null;
}

/**
 * Changes fields of a key. A change without an effect is not recorded.
 * @throws AppError not_found, invalid_argument; permission_denied when the key has, or would have, a scope that the
 * caller does not have; conflict when the key is revoked, or would be live beyond the
 * limit of live keys.
 */
export async function updateApiKey(
  ports: ApiKeyPorts,
  ctx: CallContext,
  { id, change }: { readonly id: string; readonly change: KeyChange },
): Promise<ApiKey> {
  const workspace = await requireWorkspace(ports.workspaces, ctx.workspaceId);
  const now = new Date(ports.clock.now());
  checkKeyFields(withoutNull(change), { workspace, now });
  const key = await getChangeableKey(ports.keys, ctx, id);
  const changed = applyChange(key, change, workspace);
  requireScopes(changed.scopes, ctx.scopes);
  if (key.revoked_at !== null) throw authErrors.keyNotLive.make();
  if (JSON.stringify(changed) === JSON.stringify(key)) return key;
  if (!isLive(key, now.getTime()) && isLive(changed, now.getTime()))
    await requireRoom(ports, workspace.id, now);
  return saveKey(ports, ctx, { action: 'api_key.updated', key: changed });
}

/** @throws AppError not_found; permission_denied when the key has a scope that the caller does not have. */
async function getChangeableKey(
  keys: Pick<ApiKeyStore, 'findById'>,
  { scopes }: CallContext,
  id: string,
): Promise<ApiKey> {
  const key = await getApiKey(keys, id);
  requireScopes(key.scopes, scopes);
  return key;
}

function applyChange(key: ApiKey, change: KeyChange, workspace: Workspace): ApiKey {
  const { name = key.name, scopes, rate_limit_per_minute: limit, expires_at: end } = change;
  return {
    ...key,
    name,
    scopes: scopes === undefined ? key.scopes : parseScopes(scopes),
    rate_limit_per_minute:
      limit === undefined ? key.rate_limit_per_minute : (limit ?? defaultRateLimit(workspace)),
    expires_at: end === undefined ? key.expires_at : end,
  };
}

/**
 * Revokes a key. The record stays. A second call changes nothing.
 * @throws AppError not_found; permission_denied when the key has a scope that the caller does not have.
 */
export async function revokeApiKey(ports: ApiKeyPorts, ctx: CallContext, id: string): Promise<ApiKey> {
  const key = await getChangeableKey(ports.keys, ctx, id);
  if (key.revoked_at !== null) return key;
  const revoked = { ...key, former: [], revoked_at: new Date(ports.clock.now()) };
  return saveKey(ports, ctx, { action: 'api_key.revoked', key: revoked });
}

/**
 * Replaces the key of a record. The record keeps its id, scopes and rate limit. The replaced key and earlier keys stay
 * valid for at most the overlap.
 * @throws AppError not_found, invalid_argument, permission_denied; conflict when the key is not live.
 */
export async function rotateApiKey(
  ports: ApiKeyPorts,
  ctx: CallContext,
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
): Promise<CreatedKey> {
  if (overlapSeconds < 0 || overlapSeconds > KEY_OVERLAP_SECONDS_MAX)
    throw invalidField('overlap_seconds', `overlap_seconds must be from 0 to ${KEY_OVERLAP_SECONDS_MAX}.`);
  const record = await getChangeableKey(ports.keys, ctx, id);
  const nowMs = ports.clock.now();
  if (!isLive(record, nowMs)) throw authErrors.keyNotLive.make();
  const key = newApiKey(ports.randomBytes);
  const rotated: ApiKey = {
    ...record,
    key_sha256: hash('sha256', key, 'hex'),
    key_preview: previewOf(key),
    former: formerKeys(record, nowMs, nowMs + overlapSeconds * 1_000),
  };
  return { record: await saveKey(ports, ctx, { action: 'api_key.rotated', key: rotated }), key };
}

function formerKeys(key: ApiKey, nowMs: number, endMs: number): readonly FormerKey[] {
  if (endMs <= nowMs) return [];
  const end = new Date(endMs);
  const earlier = key.former
    .filter(({ valid_until }) => valid_until.getTime() > nowMs)
    .map((former) => (former.valid_until > end ? { ...former, valid_until: end } : former));
  return [...earlier, { key_sha256: key.key_sha256, valid_until: end }].slice(-FORMER_KEYS_MAX);
}
