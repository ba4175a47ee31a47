import { fromPage, toMeta } from '@outreach/app-kit';
import { maskedFields } from '@outreach/contracts-common';
import { CLIENT_STATUSES } from '@outreach/contracts-contacts/enumerations';
import type { Client as ClientMessage, ClientInput } from '@outreach/contracts-contacts/gen/clients.ts';
import { knownValue } from '@outreach/errors';
import { ADMIN, READ, type ContactsMethods } from '../methods/index.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { Client } from './ports.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  updateClient,
  type ClientChange,
  type ClientPorts,
} from './manage-clients.ts';

const NEW_FIELDS = ['name', 'domain', 'status'];

export function clientMethods(ports: ClientPorts): ContactsMethods {
  return {
    createClient: {
      scope: ADMIN,
      about: NOTHING,
      command: async (ctx, { input }) => ({
        client: toClientMessage(await createClient(ports, ctx, fromClientInput(input, NEW_FIELDS))),
      }),
    },
    getClient: {
      scope: READ,
      query: async (ctx, { id }) => ({ client: toClientMessage(await getClient(ports, ctx, id)) }),
    },
    listClients: {
      scope: READ,
      query: async (ctx, { page }) => {
        const list = await listClients(ports, ctx, fromPage(page));
        return { clients: list.items.map(toClientMessage), meta: toMeta(list) };
      },
    },
    updateClient: {
      scope: ADMIN,
      about: NOTHING,
      command: async (ctx, { id, input, mask }) => {
        const changed = await updateClient(ports, ctx, { id, change: fromClientInput(input, mask) });
        return { client: toClientMessage(changed) };
      },
    },
    deleteClient: {
      scope: ADMIN,
      about: NOTHING,
      command: async (ctx, { id }) => {
        await deleteClient(ports, ctx, id);
        return {};
      },
    },
  };
}

function toClientMessage({ id, name, domain, status, created_at }: Client): ClientMessage {
  return { id, name, domain: domain ?? undefined, status, created_at };
}

/** The fields that the mask names; a field without a value is cleared, a client without a status is active. */
function fromClientInput(input: ClientInput | undefined, mask: readonly string[] | undefined): ClientChange {
  if (input === undefined) return {};
  const { name, domain = null, status } = input;
  return maskedFields(mask, {
    name,
    domain,
    status: knownValue('status', CLIENT_STATUSES, status || 'active'),
  });
}
