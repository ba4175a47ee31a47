import { ContactsServiceService } from '@outreach/contracts-contacts';
import { bindRpc, type BoundService, type RpcTable } from '@outreach/service-kit';
import { deleteContact, updateContact } from './change-contact.ts';
import { bulkUpsert } from './bulk-upsert.ts';
import { changeTags } from './change-tags.ts';
import { createContact } from './create-contact.ts';
import { requestEnrichment } from '../enrichment/request-enrichment.ts';
import { explainContact } from './explain-contact.ts';
import { listContacts } from '../lists/list-contacts.ts';
import type { Deps } from '../domain/ports.ts';
import { restoreContact } from './restore-contact.ts';
import { searchContacts } from '../lists/search-contacts.ts';
import { toBulkRequest, toOutcome } from './bulk-messages.rpc.ts';
import { campaignRows } from '../campaign-links/campaign-links.rpc.ts';
import { clientRows } from '../agency/agency.rpc.ts';
import { customFieldRows } from '../custom-fields/custom-fields.rpc.ts';
import { fieldMappingRows } from '../imports/field-mappings/field-mappings.rpc.ts';
import { engagementRows } from '../timeline/timeline.rpc.ts';
import { erasureRows } from '../erasure/erasure.rpc.ts';
import { icpRows, toBreakdownMessage } from '../scoring/scoring.rpc.ts';
import { toListRequest, toSearchRequest } from '../lists/list-messages.rpc.ts';
import { importRows } from '../imports/imports.rpc.ts';
import { toChange, toContactPage, toMessage } from '../contact-records/contact-message.rpc.ts';
import { READ, WRITE } from '../contact-records/scopes.rpc.ts';
import { segmentRows } from '../segments/segments.rpc.ts';
import { suppressionRows } from '../suppressions/suppressions.rpc.ts';

/** outreach.contacts.v1.ContactsService on the domain. */
export function contactsService(deps: Deps): BoundService {
  return bindRpc(ContactsServiceService, {
    createContact: {
      scope: WRITE,
      joins: true,
      command: async (ctx, { input, mask }) => {
        const { contact, created } = await createContact(deps, ctx, toChange(input, mask));
        deps.replies.mention([contact.id]);
        return { contact: toMessage(contact), created };
      },
    },
    ...readRows(deps),
    updateContact: {
      scope: WRITE,
      joins: true,
      command: async (ctx, { id, input, mask }) => ({
        contact: toMessage(await updateContact(deps, ctx, { id, change: toChange(input, mask) })),
      }),
    },
    deleteContact: {
      scope: WRITE,
      command: async (ctx, { id, deletion_reason: reason }) => {
        const deleted = await deleteContact(deps, ctx, { id, reason: reason ?? null });
        return {
          id: deleted.id,
          deletion_reason: deleted.deletion_reason ?? undefined,
          deleted_at: deleted.deleted_at ?? undefined,
        };
      },
    },
    ...changeRows(deps),
    ...erasureRows(deps),
    ...suppressionRows(deps),
    ...importRows(deps),
    ...customFieldRows(deps),
    ...segmentRows(deps),
    ...clientRows(deps),
    ...fieldMappingRows(deps),
    ...icpRows(deps),
    ...engagementRows(deps),
    ...campaignRows(deps),
  });
}

type ReadRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  'getContact' | 'listContacts' | 'searchContacts'
>;

function readRows(deps: Deps): ReadRows {
  return {
    getContact: {
      scope: READ,
      query: async (_ctx, { id }) => {
        const { contact, breakdown } = await explainContact(deps, id);
        return { contact: toMessage(contact), score_breakdown: toBreakdownMessage(breakdown) };
      },
    },
    listContacts: {
      scope: READ,
      query: async (_ctx, request) => toContactPage(await listContacts(deps, toListRequest(request))),
    },
    searchContacts: {
      scope: READ,
      query: async (_ctx, request) => toContactPage(await searchContacts(deps, toSearchRequest(request))),
    },
  };
}

type ChangeRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  'restoreContact' | 'changeTags' | 'bulkUpsertContacts' | 'enrichContact'
>;

/** What is done to a contact beside reading and writing its members. */
function changeRows(deps: Deps): ChangeRows {
  return {
    bulkUpsertContacts: {
      scope: WRITE,
      command: async (ctx, request) => {
        const outcomes = await bulkUpsert(deps, ctx, toBulkRequest(request));
        deps.replies.mention(outcomes.flatMap(({ contactId }) => contactId ?? []));
        return { outcomes: outcomes.map(toOutcome) };
      },
    },
    restoreContact: {
      scope: WRITE,
      command: async (ctx, { id }) => {
        deps.replies.mention([id]);
        return { contact: toMessage(await restoreContact(deps, ctx, id)) };
      },
    },
    enrichContact: {
      scope: WRITE,
      command: async (_ctx, { id }) => {
        deps.replies.mention([id]);
        return { contact: toMessage(await requestEnrichment(deps, id)) };
      },
    },
    changeTags: {
      scope: WRITE,
      joins: true,
      command: async (ctx, { id, add, remove }) => {
        deps.replies.mention([id]);
        return { id, tags: [...(await changeTags(deps, ctx, { id, add, remove }))] };
      },
    },
  };
}
