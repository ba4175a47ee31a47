import { preparedCommand } from '@outreach/service-kit/rpc';
import { fromContactInput, toContactMessage } from '../contact-model/index.ts';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { toBreakdownMessage } from '../scoring/index.ts';
import { fromBulkMessage, toOutcomeMessage } from './bulk-messages.rpc.ts';
import { bulkUpsert } from './bulk-upsert.ts';
import { prepareTagChange } from './change-tags.ts';
import { commitCreate, prepareCreate } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { explainContact } from './explain-contact.ts';
import type { ContactPorts } from './ports.ts';
import { restoreContact } from './restore-contact.ts';
import { commitUpdate, prepareUpdate } from './update-contact.ts';

type ContactMethods = ContactsMethods<
  | 'createContact'
  | 'getContact'
  | 'updateContact'
  | 'deleteContact'
  | 'restoreContact'
  | 'changeTags'
  | 'bulkUpsertContacts'
>;

export function contactMethods(ports: ContactPorts): ContactMethods {
  return { ...singleContactMethods(ports), ...sharedTransactionMethods(ports) };
}

/** Commands that may share a transaction with concurrent ones. */
function sharedTransactionMethods(
  ports: ContactPorts,
): ContactsMethods<'createContact' | 'updateContact' | 'changeTags'> {
  return {
    createContact: preparedCommand({
      scope: WRITE,
      about: ({ contact }) => (contact === undefined ? [] : [contact.id]),
      prepare: async (ctx, { input, mask }) => prepareCreate(ports, ctx, fromContactInput(input, mask)),
      commit: async (_ctx, plan) => {
        const { contact, created } = await commitCreate(ports, plan);
        return { contact: toContactMessage(contact), created };
      },
    }),
    updateContact: preparedCommand({
      scope: WRITE,
      about: (_reply, { id }) => [id],
      prepare: async (ctx, { id, input, mask }) =>
        prepareUpdate(ports, ctx, { id, change: fromContactInput(input, mask) }),
      commit: async (_ctx, plan) => ({ contact: toContactMessage(await commitUpdate(ports, plan)) }),
    }),
    changeTags: preparedCommand({
      scope: WRITE,
      about: (_reply, { id }) => [id],
      prepare: async (ctx, { id, add, remove }) => prepareTagChange(ports, ctx, { id, add, remove }),
      commit: async (_ctx, plan) => {
        const { id, tags } = await commitUpdate(ports, plan);
        return { id, tags: [...tags] };
      },
    }),
  };
}

function singleContactMethods(
  ports: ContactPorts,
): ContactsMethods<'getContact' | 'deleteContact' | 'restoreContact' | 'bulkUpsertContacts'> {
  return {
    getContact: {
      scope: READ,
      query: async (_ctx, { id }) => {
        const { contact, breakdown } = await explainContact(ports, id);
        return { contact: toContactMessage(contact), score_breakdown: toBreakdownMessage(breakdown) };
      },
    },
    deleteContact: {
      scope: WRITE,
      about: ({ id }) => [id],
      command: async (ctx, { id, deletion_reason: reason }) => {
        const deleted = await deleteContact(ports, ctx, { id, reason: reason ?? null });
        return {
          id: deleted.id,
          deletion_reason: deleted.deletion_reason ?? undefined,
          deleted_at: deleted.deleted_at ?? undefined,
        };
      },
    },
    restoreContact: {
      scope: WRITE,
      about: (_reply, { id }) => [id],
      command: async (ctx, { id }) => ({ contact: toContactMessage(await restoreContact(ports, ctx, id)) }),
    },
    bulkUpsertContacts: {
      scope: WRITE,
      about: ({ outcomes }) => outcomes.flatMap(({ contact_id }) => contact_id ?? []),
      command: async (ctx, request) => {
        const outcomes = await bulkUpsert(ports, ctx, fromBulkMessage(request));
        return { outcomes: outcomes.map(toOutcomeMessage) };
      },
    },
  };
}
