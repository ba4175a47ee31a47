import {
  AuthServiceService,
  type ApiKey as ApiKeyMessage,
  type Workspace as WorkspaceMessage,
  type WorkspaceLimits,
} from '@outreach/contracts-auth';
import { bindRpc, type BoundService } from '@outreach/service-kit';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey } from '../domain/api-keys.ts';
import { getWorkspace } from '../domain/get-workspace.ts';
import { logIn, refresh, revokeRefreshToken } from '../domain/issue-tokens.ts';
import type { ApiKey, Workspace } from '../domain/model.ts';
import type { Deps } from '../domain/ports.ts';
import { resolveApiKey, resolveUser } from '../domain/resolve.ts';
import { scopesOf } from '../domain/scopes-of.ts';
import { userRows } from './user-rows.ts';

const KEYS = ['admin:keys'] as const;

/** outreach.auth.v1.AuthService on the domain. Tokens take no idempotency key, so they are no commands. */
export function authService(deps: Deps): BoundService {
  return bindRpc(AuthServiceService, {
    createToken: {
      scope: 'public',
      query: async (_ctx, { username, password, workspace_id: workspaceId }) => ({
        tokens: await logIn(deps, { username, password, workspaceId }),
      }),
    },
    refreshToken: {
      scope: 'public',
      query: async (_ctx, { refresh: token }) => ({ tokens: await refresh(deps, token) }),
    },
    revokeToken: {
      scope: 'public',
      query: async (_ctx, { refresh: token }) => {
        await revokeRefreshToken(deps, token);
        return {};
      },
    },
    getJwks: { scope: 'public', query: async () => ({ jwks_json: await deps.tokens.jwks() }) },
    ...resolveRows(deps),
    ...keyRows(deps),
    ...userRows(deps),
    getWorkspace: {
      scope: 'any-credential',
      query: async (ctx) => ({ workspace: toWorkspaceMessage(await getWorkspace(deps, ctx)) }),
    },
  });
}

function resolveRows(deps: Deps) {
  return {
    resolveApiKey: {
      scope: 'public' as const,
      query: async (_ctx: unknown, request: { key_sha256: Uint8Array }) => {
        const { key, workspace } = await resolveApiKey(deps, Buffer.from(request.key_sha256).toString('hex'));
        return {
          key_id: key.id,
          workspace_id: key.workspace_id,
          scopes: [...key.scopes],
          workspace_limits: toLimits(workspace),
          rate_limit_per_minute: Math.min(key.rate_limit_per_minute, workspace.key_max),
          expires_at: key.expires_at ?? undefined,
          agency_id: workspace.agency_id ?? undefined,
        };
      },
    },
    resolveUser: {
      scope: 'public' as const,
      query: async (_ctx: unknown, request: { user_id: string }) => {
        const { user, workspace } = await resolveUser(deps, request.user_id);
        return {
          user_id: user.id,
          workspace_id: user.workspace_id,
          role: user.role,
          scopes: [...scopesOf(user)],
          workspace_limits: toLimits(workspace),
          tokens_valid_from: user.tokens_valid_from,
          agency_id: workspace.agency_id ?? undefined,
        };
      },
    },
  };
}

function keyRows(deps: Deps) {
  return {
    createApiKey: {
      scope: KEYS,
      command: async (ctx: Parameters<typeof createApiKey>[1], request: NewKeyRequest) => {
        const { record, key } = await createApiKey(deps, ctx, {
          name: request.name,
          scopes: request.scopes,
          rateLimitPerMinute: request.rate_limit_per_minute,
          expiresAt: request.expires_at,
        });
        return { api_key: toMessage(record), key };
      },
    },
    listApiKeys: {
      scope: KEYS,
      query: async (_ctx: unknown, request: KeyListRequest) => {
        const { page_size: pageSize = 0, cursor = '' } = request.page ?? {};
        const list = await listApiKeys(deps, { includeRevoked: request.include_revoked, pageSize, cursor });
        const meta = {
          next_cursor: list.nextCursor,
          has_more: list.hasMore,
          total_count: undefined,
          total_count_estimated: false,
        };
        return { api_keys: list.keys.map(toMessage), meta };
      },
    },
    getApiKey: {
      scope: KEYS,
      query: async (_ctx: unknown, { id }: { id: string }) => ({
        api_key: toMessage(await getApiKey(deps, id)),
      }),
    },
    deleteApiKey: {
      scope: KEYS,
      command: async (ctx: Parameters<typeof revokeApiKey>[1], { id }: { id: string }) => {
        await revokeApiKey(deps, ctx, id);
        return {};
      },
    },
  };
}

interface NewKeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly rate_limit_per_minute?: number | undefined;
  readonly expires_at?: Date | undefined;
}

interface KeyListRequest {
  readonly page: { readonly page_size: number; readonly cursor: string } | undefined;
  readonly include_revoked: boolean;
}

function toLimits({ requests, writes, key_max }: Workspace): WorkspaceLimits {
  return { requests, writes, key_max };
}

function toWorkspaceMessage(workspace: Workspace): WorkspaceMessage {
  const { id, name, tier, agency_id: agencyId } = workspace;
  return { id, name, tier, agency_id: agencyId ?? undefined, limits: toLimits(workspace), settings: {} };
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
