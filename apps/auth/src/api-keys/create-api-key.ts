import { hash } from 'node:crypto';
import { authErrors } from '@outreach/contracts-auth';
import type { CreateApiKeyRequest } from '@outreach/contracts-auth/gen/auth.ts';
import type { CallContext } from '@outreach/service-kit';
import { parseScopes, requireScopes } from '../scopes/index.ts';
import { requireWorkspace } from '../workspaces/index.ts';
import { previewOf, type ApiKey, type CreatedKey } from './api-key.ts';
import { checkKeyFields, defaultRateLimit } from './key-fields.ts';
import { newApiKey } from './new-api-key.ts';
import type { ApiKeyPorts } from './ports.ts';

const LIVE_KEYS_MAX = 50;

/**
 * Creates an API key and returns the whole key once.
 * @throws AppError invalid_argument; permission_denied for a scope that the caller does not have; conflict at the
 * limit of live keys.
 */
export async function createApiKey(
  ports: ApiKeyPorts,
  ctx: CallContext,
  input: CreateApiKeyRequest,
): Promise<CreatedKey> {
  const workspace = await requireWorkspace(ports.workspaces, ctx.workspaceId);
  const scopes = parseScopes(input.scopes);
  requireScopes(scopes, ctx.scopes);
  const now = new Date(ports.clock.now());
  checkKeyFields(input, { workspace, now });
  await requireRoom(ports, workspace.id, now);
  const key = newApiKey(ports.randomBytes);
  const record: ApiKey = {
    id: ports.newId('key'),
    workspace_id: workspace.id,
    name: input.name,
    key_sha256: hash('sha256', key, 'hex'),
    key_preview: previewOf(key),
    former: [],
    scopes,
    rate_limit_per_minute: input.rate_limit_per_minute ?? defaultRateLimit(workspace),
    expires_at: input.expires_at ?? null,
    last_used_at: null,
    created_at: now,
    revoked_at: null,
    version: 1,
  };
  await ports.keys.insert(record);
  await ports.audit.record(ctx, 'api_key.created', record);
  return { record, key };
}

/**
 * Checks the limit of live keys, exactly under concurrency.
 * @throws AppError conflict when the workspace has the maximum number of live keys.
 */
export async function requireRoom(
  { keys, workspaces }: Pick<ApiKeyPorts, 'keys' | 'workspaces'>,
  workspaceId: string,
  now: Date,
): Promise<void> {
  await workspaces.lock(workspaceId);
  if ((await keys.countLive(now)) >= LIVE_KEYS_MAX) throw authErrors.keyLimit.make();
}
