import { authErrors, KEY_OVERLAP_SECONDS_MAX } from '@outreach/contracts-auth';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import {
  checkKeyFields,
  defaultRateLimit,
  demandRoom,
  getApiKey,
  noteKey,
  previewOf,
  saveKey,
  workspaceOf,
  type CreatedKey,
} from './api-keys.ts';
import { isLive } from './is-live.ts';
import type { ApiKey, FormerKey } from './model.ts';
import type { Deps } from './ports.ts';
import { demandSubset, parseScopes } from './scopes-of.ts';

/** Rotations within one overlap beyond which the oldest key ends early. */
const FORMER_KEYS_MAX = 10;

/** Absent members stay as they are; null stands for the default budget and for no end. */
export interface KeyChange {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly rate_limit_per_minute?: number | null;
  readonly expires_at?: Date | null;
}

export interface KeyEdit {
  readonly id: string;
  readonly change: KeyChange;
}

/**
 * What changes nothing leaves no trace.
 * @throws AppError not_found, invalid_argument; permission_denied when the key holds, or would hold, a scope beyond
 * the caller; conflict when the key is revoked, or would be one live key too many.
 */
export async function updateApiKey(deps: Deps, ctx: CallContext, { id, change }: KeyEdit): Promise<ApiKey> {
  const key = await getApiKey(deps, id);
  demandSubset(key.scopes, ctx.scopes);
  const workspace = await workspaceOf(deps, ctx.workspaceId);
  const now = new Date(deps.clock.now());
  checkKeyFields(given(change), { workspace, now });
  const scopes = change.scopes === undefined ? key.scopes : parseScopes(change.scopes);
  demandSubset(scopes, ctx.scopes);
  if (key.revoked_at !== null) throw authErrors.keyNotLive.make();
  const { name = key.name, rate_limit_per_minute: limit, expires_at: end } = change;
  const changed: ApiKey = {
    ...key,
    name,
    scopes,
    rate_limit_per_minute:
      limit === undefined ? key.rate_limit_per_minute : (limit ?? defaultRateLimit(workspace)),
    expires_at: end === undefined ? key.expires_at : end,
  };
  if (JSON.stringify(changed) === JSON.stringify(key)) return key;
  if (!isLive(key, now.getTime()) && isLive(changed, now.getTime()))
    await demandRoom(deps, { workspaceId: workspace.id, now });
  await saveKey(deps, changed);
  await noteKey(deps, ctx, { action: 'api_key.updated', key });
  return changed;
}

export interface Rotation {
  readonly id: string;
  /** How long former keys are good, at most. */
  readonly overlapSeconds: number;
}

/**
 * A new key for the same record, budget and idempotency scope. Keys of earlier rotations end no later than the one
 * that is replaced, so that after the overlap the new one alone is good.
 * @throws AppError not_found, invalid_argument, permission_denied; conflict when the key is not live.
 */
export async function rotateApiKey(
  deps: Deps,
  ctx: CallContext,
  { id, overlapSeconds }: Rotation,
): Promise<CreatedKey> {
  const record = await getApiKey(deps, id);
  demandSubset(record.scopes, ctx.scopes);
  if (overlapSeconds < 0 || overlapSeconds > KEY_OVERLAP_SECONDS_MAX)
    throw invalidField('overlap_seconds', `Must be from 0 to ${KEY_OVERLAP_SECONDS_MAX}.`);
  const nowMs = deps.clock.now();
  if (!isLive(record, nowMs)) throw authErrors.keyNotLive.make();
  const key = deps.secrets.apiKey();
  const rotated: ApiKey = {
    ...record,
    key_sha256: deps.secrets.digest(key),
    key_preview: previewOf(key),
    former: formerKeys(record, { nowMs, endMs: nowMs + overlapSeconds * 1_000 }),
  };
  await saveKey(deps, rotated);
  await noteKey(deps, ctx, { action: 'api_key.rotated', key: rotated });
  return { record: rotated, key };
}

function formerKeys(key: ApiKey, { nowMs, endMs }: { nowMs: number; endMs: number }): readonly FormerKey[] {
  if (endMs <= nowMs) return [];
  const end = new Date(endMs);
  const earlier = key.former
    .filter(({ valid_until }) => valid_until.getTime() > nowMs)
    .map((former) => (former.valid_until > end ? { ...former, valid_until: end } : former));
  return [...earlier, { key_sha256: key.key_sha256, valid_until: end }].slice(-FORMER_KEYS_MAX);
}

function given({ name, rate_limit_per_minute: limit, expires_at: end }: KeyChange) {
  return { name, rateLimitPerMinute: limit ?? undefined, expiresAt: end ?? undefined };
}
