import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  ApiKey as ApiKeyMessage,
  ResolveApiKeyResponse,
  UpdateApiKeyRequest,
} from '@outreach/contracts-auth/gen/auth.ts';
import { maskedFields } from '@outreach/contracts-common';
import { NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import type { AuthMethods } from '../methods/index.ts';
import { toLimitsMessage } from '../workspaces/index.ts';
import type { ApiKey } from './api-key.ts';
import { revokeApiKey, rotateApiKey, updateApiKey, type KeyChange } from './change-api-key.ts';
import { createApiKey } from './create-api-key.ts';
import type { ApiKeyPorts } from './ports.ts';
import { resolveApiKey, resolveApiKeyById, type ResolvedKey } from './resolve-api-key.ts';
import { getApiKey } from './save-api-key.ts';

const KEYS = ['admin:keys'] as const;

export function apiKeyMethods(ports: ApiKeyPorts): AuthMethods {
  return {
    ...writeMethods(ports),
    listApiKeys: {
      scope: KEYS,
      query: async (_ctx, { include_revoked: includeRevoked, page }) => {
        const list = await ports.keys.list({ includeRevoked, ...fromPage(page) });
        return { api_keys: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
    getApiKey: {
      scope: KEYS,
      query: async (_ctx, { id }) => ({ api_key: toMessage(await getApiKey(ports.keys, id)) }),
    },
    resolveApiKey: {
      scope: 'public',
      query: async (_ctx, { key_sha256: digest, key_id: id }) =>
        toResolved(
          id === undefined
            ? await resolveApiKey(ports, Buffer.from(digest).toString('hex'))
            : await resolveApiKeyById(ports, id),
        ),
    },
  };
}

function writeMethods(
  ports: ApiKeyPorts,
): Pick<AuthMethods, 'createApiKey' | 'updateApiKey' | 'rotateApiKey' | 'deleteApiKey'> {
  return {
    createApiKey: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, request) => {
        const { record, key } = await createApiKey(ports, ctx, request);
        return { api_key: toMessage(record), key };
      },
    },
    updateApiKey: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, request) => ({
        api_key: toMessage(await updateApiKey(ports, ctx, { id: request.id, change: toChange(request) })),
      }),
    },
    rotateApiKey: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, { id, overlap_seconds: overlapSeconds }) => {
        const { record, key } = await rotateApiKey(ports, ctx, { id, overlapSeconds });
        return { api_key: toMessage(record), key };
      },
    },
    deleteApiKey: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, { id }) => {
        await revokeApiKey(ports, ctx, id);
        return {};
      },
    },
  };
}

function toResolved({ key, expiresAt, workspace }: ResolvedKey): ResolveApiKeyResponse {
  return {
    key_id: key.id,
    workspace_id: key.workspace_id,
    scopes: [...key.scopes],
    workspace_limits: toLimitsMessage(workspace),
    rate_limit_per_minute: Math.min(key.rate_limit_per_minute, workspace.key_max),
    expires_at: expiresAt ?? undefined,
    agency_id: workspace.agency_id ?? undefined,
  };
}

function toChange({ mask, name, scopes, ...request }: UpdateApiKeyRequest): KeyChange {
  const { rate_limit_per_minute = null, expires_at = null } = request;
  return maskedFields(mask, { name, scopes, rate_limit_per_minute, expires_at });
}

function toMessage(key: ApiKey): ApiKeyMessage {
  const { id, name, key_preview, scopes, rate_limit_per_minute, expires_at, last_used_at, created_at } = key;
  const dates = withoutNull({ expires_at, last_used_at, created_at, revoked_at: key.revoked_at });
  return { id, name, key_preview, scopes: [...scopes], rate_limit_per_minute, ...dates };
}
