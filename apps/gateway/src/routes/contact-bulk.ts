import { recordOf, resultsOf } from '@outreach/contracts-common';
import { BULK_ROWS_MAX, ContactCreateBody, toContactInput } from '@outreach/contracts-contacts/contact-input';
import { DEDUP_BEHAVIORS, ROW_STATUSES } from '@outreach/contracts-contacts/enumerations';
import type { RowOutcome } from '@outreach/contracts-contacts/gen/bulk.ts';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { BULK_BYTES_MAX, checkRows, summarise, type InvalidRow } from './bulk-rows.ts';
import { EXAMPLE_ULID, requirePresent, route } from './route.ts';
import { booleanOr, enumOr } from './optional-fields.ts';

const DEADLINE_MS = 30_000;

const BulkBody = z
  .object({
    contacts: z
      .array(z.unknown())
      .min(1)
      .max(BULK_ROWS_MAX)
      .describe('Each has the fields of the operation that creates a contact.'),
    options: z
      .object({
        dedup_behavior: enumOr(DEDUP_BEHAVIORS, 'update'),
        trigger_scoring: booleanOr(true),
        trigger_enrichment: booleanOr(false).describe('Enriches created and updated contacts afterwards.'),
      })
      .default({ dedup_behavior: 'update', trigger_scoring: true, trigger_enrichment: false }),
  })
  .meta({ id: 'ContactBulk' });

const BulkResult = z
  .object({
    total: z.int().describe('Number of items.'),
    created: z.int().describe('Number of items created.'),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    suppressed: z.int(),
    conflicts: z.int(),
    failed: z.int().describe('Number of invalid items.'),
    results: resultsOf(
      z.object({
        index: z.int(),
        email: z.string().nullable(),
        status: enumText(ROW_STATUSES),
        contact_id: z.string().nullable(),
        error: z.object({ code: z.string(), message: z.string(), field: z.string().nullable() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'ContactBulkResult' });

type Row = z.output<typeof BulkResult>['results'][number];

const email = 'maria@example.com';
const counts = {
  total: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  suppressed: 0,
  conflicts: 0,
  failed: 0,
};
const result = { index: 0, email, status: 'created', contact_id: `ct_${EXAMPLE_ULID}`, error: null };

export const contactBulkRoutes = [
  route({
    method: 'post',
    path: '/api/v1/contacts/bulk/',
    operationId: 'bulkUpsertContacts',
    summary: 'Create or update up to 1,000 contacts',
    description:
      'Each contact has its own result: an invalid contact does not affect other contacts. If an address occurs more than once, the last contact wins. `options.dedup_behavior` decides about existing contacts: `update` overwrites the fields that are present, `skip` changes nothing, `fill_empty` fills empty fields only.',
    tags: ['contacts'],
    scope: ['contacts:write'],
    limits: ['bulk'],
    idempotent: true,
    bodyBytesMax: BULK_BYTES_MAX,
    deadlineMs: DEADLINE_MS,
    body: BulkBody,
    responses: { 200: BulkResult },
    example: {
      body: { contacts: [{ email, first_name: 'Maria' }], options: { dedup_behavior: 'update' } },
      responses: { 200: { ...counts, results: [result] } },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { valid, invalid } = checkRows(ContactCreateBody, body.contacts);
      const rows = valid.map(({ value }) => toContactInput(value));
      const { outcomes } = await contacts.bulkUpsertContacts(ctx, { rows, ...body.options });
      const done = valid.map(({ index, value: { email: address } }, position) => {
        const outcome: RowOutcome = requirePresent(outcomes[position]);
        return { index, email: address, ...recordOf(outcome) };
      });
      const failed = invalid.map((row) => toFailure(row, body.contacts[row.index]));
      return { status: 200, body: toResult([...done, ...failed]) };
    },
  }),
];

/** The address of the row as the client sent it. */
function toFailure({ index, error }: InvalidRow, raw: unknown): Row {
  const given: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'email') : undefined;
  return {
    index,
    email: typeof given === 'string' ? given : null,
    status: 'failed',
    contact_id: null,
    error,
  };
}

function toResult(rows: readonly Row[]): z.output<typeof BulkResult> {
  const { count, ...whole } = summarise(rows);
  return {
    ...whole,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    suppressed: count('suppressed'),
    conflicts: count('conflict'),
    failed: count('failed'),
  };
}
