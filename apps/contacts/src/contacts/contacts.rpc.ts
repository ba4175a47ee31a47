import { BULK_ROWS_MAX } from '@outreach/contracts-contacts/contact-input';
import type { RowOutcome as OutcomeMessage } from '@outreach/contracts-contacts/gen/bulk.ts';
import type { BulkUpsertContactsRequest } from '@outreach/contracts-contacts/gen/contacts.ts';
import { invalidField } from '@outreach/errors';
import { preparedCommand } from '@outreach/service-kit/rpc';
import { fromContactInput, toContactMessage, toDedupBehavior } from '../contact-model/index.ts';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { toBreakdownMessage } from '../scoring/index.ts';
import { bulkUpsert, type BulkRequest } from './bulk-upsert.ts';
import { prepareTagChange } from './change-tags.ts';
import { commitCreate, prepareCreate } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { explainContact } from './explain-contact.ts';
import type { ContactPorts } from './ports.ts';
import { restoreContact } from './restore-contact.ts';
import { commitUpdate, prepareUpdate } from './update-contact.ts';
import type { RowOutcome } from './upsert-contacts.ts';

export function contactMethods(ports: ContactPorts): ContactsMethods {
  return { ...singleContactMethods(ports), ...sharedTransactionMethods(ports) };
}

/** Commands that may share a transaction with concurrent ones. */
function sharedTransactionMethods(ports: ContactPorts): ContactsMethods {
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
      prepare: async (ctx, request) => prepareTagChange(ports, ctx, request),
      commit: async (_ctx, plan) => {
        const { id, tags } = await commitUpdate(ports, plan);
        return { id, tags: [...tags] };
      },
    }),
  };
}

function singleContactMethods(ports: ContactPorts): ContactsMethods {
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

/** @throws AppError invalid_argument on too many rows, a row without an address, and an unknown dedup behavior. */
function fromBulkMessage({
  rows,
  dedup_behavior,
  trigger_scoring = true,
  trigger_enrichment = false,
}: BulkUpsertContactsRequest): BulkRequest {
  if (rows.length > BULK_ROWS_MAX)
    throw invalidField('contacts', `contacts must be at most ${BULK_ROWS_MAX} items long.`);
  return {
    rows: rows.map(({ input, mask }, index) => {
      const change = fromContactInput(input, mask);
      if (change.email === undefined)
        throw invalidField(`contacts[${index}].email`, `contacts[${index}].email is required.`);
      return { email: change.email, change };
    }),
    dedup: toDedupBehavior(dedup_behavior),
    isScored: trigger_scoring,
    isEnriched: trigger_enrichment,
  };
}

function toOutcomeMessage({ status, contactId, error }: RowOutcome): OutcomeMessage {
  return {
    status,
    contact_id: contactId ?? undefined,
    error: error === null ? undefined : { ...error, field: error.field ?? undefined },
  };
}
