import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  AuthServiceService,
  CreateUserRequest,
  ListUsersRequest,
  UpdateUserRequest,
  User as UserMessage,
} from '@outreach/contracts-auth';
import type { CallContext, RpcTable } from '@outreach/service-kit';
import type { User } from '../domain/model.ts';
import type { Deps } from '../domain/ports.ts';
import { createUser, deleteUser, getUser, listUsers, updateUser, type UserChange } from '../domain/users.ts';

const KEYS = ['admin:keys'] as const;

type UserRows = Pick<
  RpcTable<typeof AuthServiceService>,
  'createUser' | 'listUsers' | 'getUser' | 'updateUser' | 'deleteUser'
>;

/** The rows of users. */
export function userRows(deps: Deps): UserRows {
  return {
    createUser: {
      scope: KEYS,
      command: async (ctx: CallContext, request: CreateUserRequest) => ({
        user: toMessage(await createUser(deps, ctx, request)),
      }),
    },
    listUsers: {
      scope: KEYS,
      query: async (_ctx: unknown, { page }: ListUsersRequest) => {
        const list = await listUsers(deps, fromPage(page));
        return { users: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
    getUser: {
      scope: KEYS,
      query: async (_ctx: unknown, { id }: { id: string }) => ({ user: toMessage(await getUser(deps, id)) }),
    },
    updateUser: {
      scope: KEYS,
      command: async (ctx: CallContext, request: UpdateUserRequest) => ({
        user: toMessage(await updateUser(deps, ctx, { id: request.id, change: toChange(request) })),
      }),
    },
    deleteUser: {
      scope: KEYS,
      command: async (ctx: CallContext, { id }: { id: string }) => {
        await deleteUser(deps, ctx, id);
        return {};
      },
    },
  };
}

/** The members that the mask names; an email without a value is cleared, another member without one stays. */
function toChange({ mask, email, password, role, scopes, is_active }: UpdateUserRequest): UserChange {
  const named = new Set(mask ?? []);
  return {
    ...(named.has('email') ? { email: email ?? null } : {}),
    ...(named.has('password') && password !== undefined ? { password } : {}),
    ...(named.has('role') && role !== undefined ? { role } : {}),
    ...(named.has('scopes') ? { scopes } : {}),
    ...(named.has('is_active') && is_active !== undefined ? { is_active } : {}),
  };
}

function toMessage({ id, username, email, role, scopes, is_active, created_at }: User): UserMessage {
  return { id, username, email: email ?? undefined, role, scopes: [...scopes], is_active, created_at };
}
