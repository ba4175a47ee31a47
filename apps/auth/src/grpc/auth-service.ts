import {
  AuthServiceService,
  type Workspace as WorkspaceMessage,
  type WorkspaceLimits,
} from '@outreach/contracts-auth';
import { bindRpc, type BoundService } from '@outreach/service-kit';
import { getWorkspace } from '../domain/get-workspace.ts';
import { logIn, refresh, revokeRefreshToken } from '../domain/issue-tokens.ts';
import type { Workspace } from '../domain/model.ts';
import type { Deps } from '../domain/ports.ts';
import { resolveApiKey, resolveUser } from '../domain/resolve.ts';
import { scopesOf } from '../domain/scopes-of.ts';
import { auditRows } from './audit-rows.ts';
import { keyRows } from './key-rows.ts';
import { userRows } from './user-rows.ts';

/** outreach.auth.v1.AuthService on the domain. Tokens take no idempotency key, so they are no commands. */
export function authService(deps: Deps): BoundService {
  return bindRpc(AuthServiceService, {
    createToken: {
      scope: 'public',
      query: async (ctx, { username, password, workspace_id: workspaceId }) => ({
        tokens: await logIn(deps, ctx, { username, password, workspaceId }),
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
    ...auditRows(deps),
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
        const { key, expiresAt, workspace } = await resolveApiKey(
          deps,
          Buffer.from(request.key_sha256).toString('hex'),
        );
        return {
          key_id: key.id,
          workspace_id: key.workspace_id,
          scopes: [...key.scopes],
          workspace_limits: toLimits(workspace),
          rate_limit_per_minute: Math.min(key.rate_limit_per_minute, workspace.key_max),
          expires_at: expiresAt ?? undefined,
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

function toLimits({ requests, writes, key_max }: Workspace): WorkspaceLimits {
  return { requests, writes, key_max };
}

function toWorkspaceMessage(workspace: Workspace): WorkspaceMessage {
  const { id, name, tier, agency_id: agencyId } = workspace;
  return { id, name, tier, agency_id: agencyId ?? undefined, limits: toLimits(workspace), settings: {} };
}
