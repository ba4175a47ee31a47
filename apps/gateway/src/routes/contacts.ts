import { contactErrors, toContactRecord } from '@outreach/contracts-contacts';
import {
  ContactCreateBody,
  ContactUpdateBody,
  toContactInput,
} from '@outreach/contracts-contacts/contact-input';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { Contact, ContactListQuery, ContactPage, toContactPage, toListRequest } from './contact-lists.ts';
import { breakdownExample, BreakdownRecord, toBreakdown } from './icp-profile.ts';
import { CONTACT_READERS, contactParams, requirePresent, route } from './route.ts';

/** A contact with the breakdown of its score; only the operation that reads one contact returns it. */
const ScoredContact = Contact.extend({
  score_breakdown: BreakdownRecord.describe('The parts of the score.'),
}).meta({ id: 'ScoredContact' });

/** The reasons for which a workspace must not have an address. */
const addressErrors = [
  contactErrors.assignedToOtherClient,
  contactErrors.globallySuppressed,
  contactErrors.suppressed,
];

const { example } = contactCreated;
const byId = { params: { contact_id: example.id } };

export const contactRoutes = [
  route({
    method: 'get',
    path: '/api/v1/contacts/',
    operationId: 'listContacts',
    summary: 'List contacts',
    description:
      'Parameters are combined with AND. A comma-separated parameter matches any of its values. A repeated `tag` matches contacts that have all of the tags.',
    tags: ['contacts'],
    scope: CONTACT_READERS,
    query: ContactListQuery,
    responses: { 200: ContactPage },
    example: {
      query: { page_size: '50', icp_tier: 'A,B', search: 'maria', sort: 'created_desc' },
      responses: { 200: { data: [example], meta: { next_cursor: null, has_more: false, total_count: 1 } } },
    },
    handle: async ({ ctx, query }, { contacts }) => {
      const found = await contacts.listContacts(ctx, toListRequest(query));
      return { status: 200, body: toContactPage(found) };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/contacts/',
    operationId: 'createContact',
    summary: 'Create a contact',
    description:
      'Returns 201 with the new contact. If the workspace already has a contact with this address, returns 200 with that contact, unchanged.',
    tags: ['contacts'],
    scope: ['contacts:write'],
    idempotent: true,
    body: ContactCreateBody,
    responses: { 201: Contact, 200: Contact },
    errors: addressErrors,
    example: {
      body: { email: example.email, first_name: 'Maria', last_name: 'Keller', tags: ['newsletter'] },
      responses: { 201: example, 200: example },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { contact, created } = await contacts.createContact(ctx, toContactInput(body));
      return { status: created ? 201 : 200, body: toContactRecord(requirePresent(contact)) };
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/contacts/{contact_id}/',
    operationId: 'getContact',
    summary: 'Get a contact',
    description: 'Also returns a soft-deleted contact.',
    tags: ['contacts'],
    scope: CONTACT_READERS,
    params: contactParams,
    responses: { 200: ScoredContact },
    example: { ...byId, responses: { 200: { ...example, score_breakdown: breakdownExample } } },
    handle: async ({ ctx, params: { contact_id } }, { contacts }) => {
      const { contact, score_breakdown } = await contacts.getContact(ctx, { id: contact_id });
      const record = toContactRecord(requirePresent(contact));
      return {
        status: 200,
        body: { ...record, score_breakdown: toBreakdown(requirePresent(score_breakdown)) },
      };
    },
  }),
  route({
    method: 'patch',
    path: '/api/v1/contacts/{contact_id}/',
    operationId: 'updateContact',
    summary: 'Update a contact',
    description:
      'Fields that are left out stay unchanged, and `null` clears a field. `tags` is replaced as a whole; `custom_fields` is merged, and `null` removes a custom field.',
    tags: ['contacts'],
    scope: ['contacts:write'],
    params: contactParams,
    body: ContactUpdateBody,
    responses: { 200: Contact },
    errors: [contactErrors.duplicateEmail, contactErrors.deleted, ...addressErrors],
    example: { ...byId, body: { title: 'Chief Revenue Officer', phone: null }, responses: { 200: example } },
    handle: async ({ ctx, params: { contact_id }, body }, { contacts }) => {
      const { contact } = await contacts.updateContact(ctx, { id: contact_id, ...toContactInput(body) });
      return { status: 200, body: toContactRecord(requirePresent(contact)) };
    },
  }),
];
