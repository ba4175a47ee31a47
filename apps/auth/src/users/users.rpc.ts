import { fromPage, toMeta } from '@outreach/app-kit';
import type { UpdateUserRequest, User as UserMessage } from '@outreach/contracts-auth/gen/auth.ts';
import { maskedFields } from '@outreach/contracts-common';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { AuthMethods } from '../methods/index.ts';
import { toLimitsMessage } from '../workspaces/index.ts';
import { createUser, deleteUser, getUser, updateUser, type UserChange } from './manage-users.ts';
import type { UserPorts } from './ports.ts';
import { resolveUser } from './resolve-user.ts';
import { scopesOf, type User } from './user.ts';

const KEYS = ['admin:keys'] as const;

export function userMethods(ports: UserPorts): AuthMethods {
  return {
    createUser: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, request) => ({ user: toMessage(await createUser(ports, ctx, request)) }),
    },
    listUsers: {
      scope: KEYS,
      query: async (_ctx, { page }) => {
        const list = await ports.users.list(fromPage(page));
        return { users: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
    getUser: {
      scope: KEYS,
      query: async (_ctx, { id }) => ({ user: toMessage(await getUser(ports.users, id)) }),
    },
    updateUser: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, request) => ({
        user: toMessage(await updateUser(ports, ctx, { id: request.id, change: toChange(request) })),
      }),
    },
    deleteUser: {
      scope: KEYS,
      about: NOTHING,
      command: async (ctx, { id }) => {
        await deleteUser(ports, ctx, id);
        return {};
      },
    },
    resolveUser: { scope: 'public', query: async (_ctx, { user_id: id }) => replyResolved(ports, id) },
  };
}

async function replyResolved(ports: UserPorts, id: string) {
  const { user, workspace } = await resolveUser(ports, id);
  return {
    user_id: user.id,
    workspace_id: user.workspace_id,
    role: user.role,
    scopes: [...scopesOf(user)],
    workspace_limits: toLimitsMessage(workspace),
    tokens_valid_from: user.tokens_valid_from,
    agency_id: workspace.agency_id ?? undefined,
  };
}

/** An email without a value is cleared; another field without a value does not change. */
function toChange({ mask, email, password, role, scopes, is_active }: UpdateUserRequest): UserChange {
  return maskedFields(mask, { email: email ?? null, password, role, scopes, is_active });
}

function toMessage({ id, username, email, role, scopes, is_active, created_at }: User): UserMessage {
  return { id, username, email: email ?? undefined, role, scopes: [...scopes], is_active, created_at };
}
