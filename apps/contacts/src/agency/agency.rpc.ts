import { fromPage, toMeta } from '@outreach/app-kit';
import {
  ClientStatus,
  type Client as ClientMessage,
  type ClientInput,
  type ContactsServiceService,
} from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import type { Client } from './client.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  updateClient,
  type ClientChange,
} from './manage-clients.ts';
import type { Deps } from '../domain/ports.ts';
import { ADMIN, READ } from '../contact-records/scopes.rpc.ts';

type ClientRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  'createClient' | 'getClient' | 'listClients' | 'updateClient' | 'deleteClient'
>;

const NEW_MEMBERS = ['name', 'domain', 'status'];

export function clientRows(deps: Deps): ClientRows {
  return {
    createClient: {
      scope: ADMIN,
      command: async (ctx, { input }) => ({
        client: toClientMessage(await createClient(deps, ctx, toClientChange(input, NEW_MEMBERS))),
      }),
    },
    getClient: {
      scope: READ,
      query: async (ctx, { id }) => ({ client: toClientMessage(await getClient(deps, ctx, id)) }),
    },
    listClients: {
      scope: READ,
      query: async (ctx, { page }) => {
        const list = await listClients(deps, ctx, fromPage(page));
        return { clients: list.items.map(toClientMessage), meta: toMeta(list) };
      },
    },
    updateClient: {
      scope: ADMIN,
      command: async (ctx, { id, input, mask }) => {
        const changed = await updateClient(deps, ctx, { id, change: toClientChange(input, mask) });
        return { client: toClientMessage(changed) };
      },
    },
    deleteClient: {
      scope: ADMIN,
      command: async (ctx, { id }) => {
        await deleteClient(deps, ctx, id);
        return {};
      },
    },
  };
}

function toClientMessage({ id, name, domain, status, created_at }: Client): ClientMessage {
  const isArchived = status === 'archived';
  return {
    id,
    name,
    domain: domain ?? undefined,
    status: isArchived ? ClientStatus.CLIENT_STATUS_ARCHIVED : ClientStatus.CLIENT_STATUS_ACTIVE,
    created_at,
  };
}

/** The members that the mask names; one without a value is cleared. */
function toClientChange(input: ClientInput | undefined, mask: readonly string[] | undefined): ClientChange {
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  const isArchived = input.status === ClientStatus.CLIENT_STATUS_ARCHIVED;
  return {
    ...(named.has('name') && input.name !== undefined ? { name: input.name } : {}),
    ...(named.has('domain') ? { domain: input.domain ?? null } : {}),
    ...(named.has('status') ? { status: isArchived ? 'archived' : 'active' } : {}),
  };
}
