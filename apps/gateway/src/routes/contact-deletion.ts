import { recordFields, recordOf } from '@outreach/contracts-common';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { cursor, optionalText, pageOf, pageSize, queryFlag, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { contactParams, EXAMPLE_TIME, EXAMPLE_ULID, onePage, route, toMeta, toPageRequest } from './route.ts';
import { booleanOr } from './optional-fields.ts';

const DeletedContact = z
  .object({
    id: recordFields.id,
    is_deleted: z.literal(true),
    deletion_reason: z.string().nullable().describe('The reason, for the record.'),
    deleted_at: z.iso.datetime(),
  })
  .meta({ id: 'DeletedContact' });

const ErasedContact = z
  .object({
    id: recordFields.id,
    deleted: z.literal(true),
    hard: z.literal(true),
    retention_log_id: z.string().describe('Id of the retention log of the deletion.'),
  })
  .meta({ id: 'ErasedContact' });

const ContactDelete = z
  .object({
    deletion_reason: optionalText(TEXT_MAX.deletionReason).describe('The reason, for the record.'),
    suppress: booleanOr(false).describe(
      'With `hard=true`: also suppresses the address. Only its SHA-256 is stored.',
    ),
  })
  .meta({ id: 'ContactDelete' });

const RetentionLogRecord = z
  .object({
    id: recordFields.id,
    contact_id: recordFields.contact_id,
    email_sha256: z.string().describe('SHA-256 of the address in hexadecimal.'),
    reason: z.string().nullable().describe('The reason of the deletion.'),
    deleted_by: z.string().describe('Id of the user or API key that deleted the contact.'),
    created_at: recordFields.created_at,
  })
  .meta({ id: 'RetentionLog' });

const { example } = contactCreated;
const reason = 'Left the company';

const logExample = {
  id: `ret_${EXAMPLE_ULID}`,
  contact_id: example.id,
  email_sha256: '10ef04a5a1acd81d18a0c61fdd354a063da07223720a1d8760aa5c2afa5e8ee0',
  reason,
  deleted_by: `usr_${EXAMPLE_ULID}`,
  created_at: EXAMPLE_TIME,
};

/** Soft and hard deletion, and the retention logs of hard deletions. */
export const contactDeletionRoutes = [
  route({
    method: 'delete',
    path: '/api/v1/contacts/{contact_id}/',
    operationId: 'deleteContact',
    summary: 'Delete a contact',
    description:
      'A soft delete, the default, keeps the record readable by its id and frees the address. Repeating it returns the same response. A hard delete (`hard=true`) removes the contact and its personal data from every service within 60 seconds, also after a soft delete.',
    tags: ['contacts'],
    scope: ['contacts:write'],
    scopeWhen: { parameter: 'hard', value: 'true', scope: ['admin:gdpr'] },
    params: contactParams,
    query: z.object({
      hard: queryFlag().describe('`true` deletes the contact and its personal data for good.'),
    }),
    body: ContactDelete,
    responses: { 200: z.union([DeletedContact, ErasedContact]) },
    example: {
      params: { contact_id: example.id },
      body: { deletion_reason: reason },
      responses: {
        200: { id: example.id, is_deleted: true, deletion_reason: reason, deleted_at: EXAMPLE_TIME },
      },
    },
    handle: async ({ ctx, params: { contact_id }, query, body }, { contacts }) => {
      const request = { id: contact_id, deletion_reason: body.deletion_reason ?? undefined };
      if (query.hard === true) {
        const erased = await contacts.eraseContact(ctx, { ...request, suppress: body.suppress });
        return { status: 200, body: { ...erased, deleted: true as const, hard: true as const } };
      }
      const deleted = recordOf(await contacts.deleteContact(ctx, request), 'deleted_at');
      return { status: 200, body: { ...deleted, is_deleted: true as const } };
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/retention-logs/',
    operationId: 'listRetentionLogs',
    summary: 'List retention logs',
    description: 'One entry per hard-deleted contact, newest first.',
    tags: ['contacts'],
    scope: ['admin:gdpr'],
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(RetentionLogRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(logExample) },
    },
    handle: async ({ ctx, query }, { contacts }) => {
      const { retention_logs, meta } = await contacts.listRetentionLogs(ctx, { page: toPageRequest(query) });
      return {
        status: 200,
        body: { data: retention_logs.map((log) => recordOf(log, 'created_at')), meta: toMeta(meta) },
      };
    },
  }),
];
