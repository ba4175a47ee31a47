import { recordFields } from '@outreach/contracts-common';
import { contactErrors, ContactRecord, toContactRecord } from '@outreach/contracts-contacts';
import { contactCreated, contactVerified } from '@outreach/contracts-contacts/events';
import { tags } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { contactParams, route } from './route.ts';

const Contact = ContactRecord.meta({ id: 'Contact' });
const { example } = contactCreated;
/** A slow name server or verification server has this time, less the time of the commit. */
const VERIFY_DEADLINE_MS = 15_000;
const byId = { params: { contact_id: example.id } };
const resource = new Resource({
  path: '/api/v1/contacts/{contact_id}/',
  params: contactParams,
  record: Contact,
  example,
  toRecord: toContactRecord,
});
const shared = { method: 'post', tags: ['contacts'], scope: ['contacts:write'], idempotent: true } as const;

/** Changes of a contact other than writing its fields. */
export const contactChangeRoutes = [
  resource.act({
    ...shared,
    operationId: 'restoreContact',
    summary: 'Restore a soft-deleted contact',
    errors: [contactErrors.notDeleted, contactErrors.activeDuplicate, contactErrors.assignedToOtherClient],
    action: 'restore',
    call: async (ctx, id, { contacts }) => (await contacts.restoreContact(ctx, { id })).contact,
  }),
  resource.act({
    ...shared,
    operationId: 'enrichContact',
    summary: 'Enrich a contact',
    description:
      'Starts enrichment and returns the contact as it is. Values that are found fill empty fields later and never overwrite a value; the event `contact.enriched` follows.',
    errors: [contactErrors.deleted],
    action: 'enrich',
    call: async (ctx, id, { contacts }) => (await contacts.enrichContact(ctx, { id })).contact,
  }),
  resource.act({
    ...shared,
    operationId: 'verifyContact',
    summary: 'Verify the address of a contact',
    description:
      'Verifies the address by its syntax, by DNS and by lists of disposable domains and role addresses, or by the server that the operator has configured, and returns the contact with `verification_status`, `verified_at` and `mail_provider`. An unknown result changes nothing. No email is sent, and no mail server is asked about the mailbox. If the status changed, the event `contact.verified` follows.',
    deadlineMs: VERIFY_DEADLINE_MS,
    errors: [contactErrors.deleted],
    action: 'verify',
    changed: contactVerified.example,
    call: async (ctx, id, { contacts }) => (await contacts.verifyContact(ctx, { id })).contact,
  }),
  route({
    ...shared,
    path: '/api/v1/contacts/{contact_id}/tags/',
    operationId: 'changeContactTags',
    summary: 'Add and remove tags',
    description: 'A tag in both lists is removed.',
    params: contactParams,
    body: z
      .object({
        add: tags().optional().describe('Tags to add.'),
        remove: tags().optional().describe('Tags to remove.'),
      })
      .meta({ id: 'ContactTags' }),
    responses: {
      200: z.object({ id: recordFields.id, tags: z.array(z.string()) }).meta({ id: 'ContactTagsResult' }),
    },
    errors: [contactErrors.deleted],
    example: {
      ...byId,
      body: { add: ['customer'], remove: ['lead'] },
      responses: { 200: { id: example.id, tags: ['newsletter', 'customer'] } },
    },
    handle: async ({ ctx, params: { contact_id }, body }, { contacts }) => {
      const { add = [], remove = [] } = body;
      return { status: 200, body: await contacts.changeTags(ctx, { id: contact_id, add, remove }) };
    },
  }),
];
