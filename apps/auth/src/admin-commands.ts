import type { CommandTable } from '@outreach/app-kit';
import { SCOPES } from '@outreach/contracts-auth';
import { notFound } from '@outreach/errors';
import { systemContext, withCall, type CallContext } from '@outreach/service-kit';
import { getApiKey } from './domain/api-keys.ts';
import type { User, Workspace } from './domain/model.ts';
import {
  createUser,
  createWorkspace,
  listWorkspaces,
  revokeAnyKey,
  updateWorkspace,
} from './domain/operator.ts';
import type { Deps } from './domain/ports.ts';
import { scopesOf } from './domain/scopes-of.ts';

/** A row per command: its words, its flags and what it does. */
export const authCommands: CommandTable<Deps> = {
  'workspace create': {
    usage:
      'workspace create --name N --owner USERNAME --password P [--tier default|enterprise] [--key-limit 600–3000] [--agency NAME]',
    required: ['name', 'owner', 'password'],
    optional: ['tier', 'key-limit', 'agency'],
    run: async ({ deps }, { flags }) => {
      const { workspace, user } = await createWorkspace(deps, operator(deps), {
        name: flags['name'] ?? '',
        owner: flags['owner'] ?? '',
        password: flags['password'] ?? '',
        tier: flags['tier'],
        keyLimit: toNumber(flags['key-limit']),
        agency: flags['agency'],
      });
      return {
        workspace: showWorkspace(workspace),
        user: { id: user.id, username: user.username, role: user.role },
      };
    },
  },
  'user create': {
    usage:
      'user create --workspace ID --username U --password P --role owner|admin|member|viewer [--scope S]…',
    required: ['workspace', 'username', 'password', 'role'],
    repeated: ['scope'],
    run: async ({ deps }, { flags, lists }) => {
      const user = await createUser(deps, operator(deps), {
        workspaceId: flags['workspace'] ?? '',
        username: flags['username'] ?? '',
        password: flags['password'] ?? '',
        role: flags['role'] ?? '',
        scopes: lists['scope'] ?? [],
      });
      return { user: showUser(user) };
    },
  },
  'workspace list': {
    usage: 'workspace list',
    run: async ({ deps }) => ({ workspaces: (await listWorkspaces(deps)).map(showWorkspace) }),
  },
  'workspace update': {
    usage:
      'workspace update --id ID [--tier default|enterprise] [--key-limit 600–3000] [--limit 5000–1000000] [--write-limit 2000–1000000]',
    required: ['id'],
    optional: ['tier', 'key-limit', 'limit', 'write-limit'],
    run: async ({ deps }, { flags }) => {
      const id = flags['id'] ?? '';
      const change = {
        tier: flags['tier'],
        keyLimit: toNumber(flags['key-limit']),
        limit: toNumber(flags['limit']),
        writeLimit: toNumber(flags['write-limit']),
      };
      const ctx = operator(deps, id);
      const workspace = await withCall(ctx, async () => updateWorkspace(deps, ctx, { id, change }));
      return { workspace: { ...showWorkspace(workspace), limits: showLimits(workspace) } };
    },
  },
  'key revoke': {
    usage: 'key revoke --id ID',
    required: ['id'],
    run: async ({ deps }, { flags }) => {
      const key = await deps.keys.findAnywhere(flags['id'] ?? '');
      if (key === undefined) throw notFound();
      const ctx = operator(deps, key.workspace_id);
      return withCall(ctx, async () => {
        await revokeAnyKey(deps, ctx, key.id);
        const { id, workspace_id, name, revoked_at } = await getApiKey(deps, key.id);
        return { key: { id, workspace_id, name, revoked_at } };
      });
    },
  },
  'signing-key rotate': {
    usage: 'signing-key rotate',
    run: async ({ deps }) => ({ signing_keys: await deps.tokens.rotate() }),
  },
};

/** What the operator does is done in the name of no user. */
function operator(deps: Deps, workspaceId = ''): CallContext {
  return systemContext({
    workspaceId,
    requestId: deps.newId('req'),
    service: 'operator',
    scopes: SCOPES,
  });
}

function toNumber(flag: string | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

function showLimits({ key_max, requests, writes }: Workspace): object {
  return { credential: key_max, workspace: requests, workspace_write: writes };
}

function showWorkspace({ id, name, tier, agency_id }: Workspace): object {
  return { id, name, tier, agency_id };
}

function showUser(user: User): object {
  const { id, workspace_id, username, role } = user;
  return { id, workspace_id, username, role, scopes: scopesOf(user) };
}
