import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  ApiKey as ApiKeyMessage,
  AuthServiceService,
  CreateApiKeyRequest,
  ListApiKeysRequest,
  RotateApiKeyRequest,
  UpdateApiKeyRequest,
} from '@outreach/contracts-auth';
import type { CallContext, RpcTable } from '@outreach/service-kit';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey } from '../domain/api-keys.ts';
import { rotateApiKey, updateApiKey, type KeyChange } from '../domain/change-api-key.ts';
import type { ApiKey } from '../domain/model.ts';
import type { Deps } from '../domain/ports.ts';

const KEYS = ['admin:keys'] as const;

type KeyRows = Pick<
  RpcTable<typeof AuthServiceService>,
  'createApiKey' | 'listApiKeys' | 'getApiKey' | 'updateApiKey' | 'rotateApiKey' | 'deleteApiKey'
>;

/** The rows of API keys. */
export function keyRows(deps: Deps): KeyRows {
  return {
    createApiKey: {
      scope: KEYS,
      command: async (ctx: CallContext, request: CreateApiKeyRequest) => {
        const { name, scopes, rate_limit_per_minute: rateLimitPerMinute, expires_at: expiresAt } = request;
        const input = { name, scopes, rateLimitPerMinute, expiresAt };
        const { record, key } = await createApiKey(deps, ctx, input);
        return { api_key: toMessage(record), key };
      },
    },
    listApiKeys: {
      scope: KEYS,
      query: async (_ctx: unknown, { include_revoked: includeRevoked, page }: ListApiKeysRequest) => {
        const list = await listApiKeys(deps, { includeRevoked, ...fromPage(page) });
        return { api_keys: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
    getApiKey: {
      scope: KEYS,
      query: async (_ctx: unknown, { id }: { id: string }) => ({
        api_key: toMessage(await getApiKey(deps, id)),
      }),
    },
    updateApiKey: {
      scope: KEYS,
      command: async (ctx: CallContext, request: UpdateApiKeyRequest) => ({
        api_key: toMessage(await updateApiKey(deps, ctx, { id: request.id, change: toChange(request) })),
      }),
    },
    rotateApiKey: {
      scope: KEYS,
      command: async (ctx: CallContext, { id, overlap_seconds: overlapSeconds }: RotateApiKeyRequest) => {
        const { record, key } = await rotateApiKey(deps, ctx, { id, overlapSeconds });
        return { api_key: toMessage(record), key };
      },
    },
    deleteApiKey: {
      scope: KEYS,
      command: async (ctx: CallContext, { id }: { id: string }) => {
        await revokeApiKey(deps, ctx, id);
        return {};
      },
    },
  };
}

/** The members that the mask names. */
function toChange(request: UpdateApiKeyRequest): KeyChange {
  const { mask, name, scopes, rate_limit_per_minute: limit, expires_at: end } = request;
  const named = new Set(mask ?? []);
  return {
    ...(named.has('name') && name !== undefined ? { name } : {}),
    ...(named.has('scopes') ? { scopes } : {}),
    ...(named.has('rate_limit_per_minute') ? { rate_limit_per_minute: limit ?? null } : {}),
    ...(named.has('expires_at') ? { expires_at: end ?? null } : {}),
  };
}

function toMessage(key: ApiKey): ApiKeyMessage {
  return {
    id: key.id,
    name: key.name,
    key_preview: key.key_preview,
    scopes: [...key.scopes],
    rate_limit_per_minute: key.rate_limit_per_minute,
    expires_at: key.expires_at ?? undefined,
    last_used_at: key.last_used_at ?? undefined,
    created_at: key.created_at,
    revoked_at: key.revoked_at ?? undefined,
  };
}
