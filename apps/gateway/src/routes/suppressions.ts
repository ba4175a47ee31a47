import { describedBy, recordFields, recordOf, resultsOf } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { BULK_ROWS_MAX } from '@outreach/contracts-contacts/contact-input';
import { SUPPRESSION_SCOPES, SUPPRESSION_TYPES } from '@outreach/contracts-contacts/enumerations';
import type { Suppression, SuppressionInput } from '@outreach/contracts-contacts/gen/suppressions.ts';
import { SUPPRESSION_REASONS, SUPPRESSION_SOURCES } from '@outreach/contracts-contacts/suppression-reasons';
import { email, enumText, id, text, TEXT_MAX } from '@outreach/http-kit/fields';
import { normaliseDomain, normaliseEmail } from '@outreach/values';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { BULK_BYTES_MAX, checkRows, summarise, type InvalidRow } from './bulk-rows.ts';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID, requirePresent, route } from './route.ts';
import { enumOr, optionalEnum } from './optional-fields.ts';

const SuppressionRecord = z
  .object({
    id: recordFields.id,
    workspace_id: recordFields.workspace_id,
    scope: enumText(SUPPRESSION_SCOPES).describe(
      '`workspace`. The operator of the service adds global suppressions.',
    ),
    type: enumText(SUPPRESSION_TYPES).describe('`email` or `domain`.'),
    value: z
      .string()
      .describe('The address or the domain; `sha256:` and a digest after the erasure of its contact.'),
    reason: enumText(SUPPRESSION_REASONS).describe('The reason for the suppression.'),
    source: enumText(SUPPRESSION_SOURCES).describe('The origin of the suppression.'),
    campaign_id: z.string().nullable().describe('Id of the campaign.'),
    contact_id: z.string().nullable().describe('Id of the contact.'),
    created_at: recordFields.created_at,
    updated_at: z.iso
      .datetime()
      .nullable()
      .describe('When a stronger reason replaced a weaker one; null before.'),
  })
  .meta({ id: 'Suppression' });

const SuppressionBody = z
  .object(
    describedBy(SuppressionRecord, {
      type: z.enum(SUPPRESSION_TYPES),
      value: text(TEXT_MAX.email),
      scope: optionalEnum(['workspace']),
      reason: enumOr(SUPPRESSION_REASONS, 'manual'),
    }),
  )
  .transform((body, issues) => {
    const value = body.type === 'email' ? normaliseEmail(body.value) : normaliseDomain(body.value);
    if (value !== undefined) return { ...body, value };
    const message = body.type === 'email' ? 'must be an email address' : 'must be a domain name';
    issues.addIssue({ code: 'custom', path: ['value'], message });
    return z.NEVER;
  })
  .meta({ id: 'SuppressionCreate' });

const RowError = z.object({ code: z.string(), message: z.string(), field: z.string().nullable() });
const BulkResult = z
  .object({
    total: z.int().describe('Number of items.'),
    created: z.int().describe('Number of items created.'),
    existing: z.int(),
    failed: z.int().describe('Number of invalid items.'),
    results: resultsOf(
      z.object({
        index: z.int(),
        status: z.enum(['created', 'existing', 'failed']),
        suppression_id: z.string().nullable(),
        error: RowError.nullable(),
      }),
    ),
  })
  .meta({ id: 'SuppressionBulkResult' });

const Check = z.object({
  email: z.string(),
  suppressed: z.boolean(),
  scope: enumText(SUPPRESSION_SCOPES).nullable(),
  type: enumText(SUPPRESSION_TYPES).nullable(),
  reason: enumText(SUPPRESSION_REASONS).nullable(),
});

const params = z.object({ suppression_id: id('sup').describe('Id of the suppression.') });
const example = {
  id: `sup_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  scope: 'workspace',
  type: 'email',
  value: 'maria@example.com',
  reason: 'do_not_contact',
  source: 'api',
  campaign_id: null,
  contact_id: null,
  created_at: EXAMPLE_TIME,
  updated_at: null,
};
const created = { index: 0, status: 'created', suppression_id: example.id, error: null };
const input = { type: 'email', value: 'maria@example.com', reason: 'do_not_contact' };
const tags = ['suppressions'];
const resource = new Resource({
  path: '/api/v1/suppressions/{suppression_id}/',
  params,
  record: SuppressionRecord,
  example,
  toRecord,
});

export const suppressionRoutes = [
  resource.list({
    operationId: 'listSuppressions',
    summary: 'List suppressions',
    description: 'Suppressions of the workspace, newest first.',
    tags,
    scope: CONTACT_READERS,
    call: async (ctx, page, { contacts }) => contacts.listSuppressions(ctx, { page }),
    items: ({ suppressions }) => suppressions,
  }),
  route({
    method: 'post',
    path: '/api/v1/suppressions/',
    operationId: 'createSuppression',
    summary: 'Suppress an address or a domain',
    description:
      'Suppressed addresses receive no email. A suppressed domain includes its subdomains. Returns 200 if the suppression already exists: it keeps its id, and a stronger reason replaces a weaker one, in the order spam_complaint, gdpr_erasure, hard_bounce, do_not_contact, unsubscribed, manual.',
    tags,
    scope: ['contacts:write'],
    idempotent: true,
    body: SuppressionBody,
    responses: { 201: SuppressionRecord, 200: SuppressionRecord },
    example: { body: input, responses: { 201: example, 200: example } },
    handle: async ({ ctx, body }, { contacts }) => {
      const reply = await contacts.createSuppression(ctx, { input: toInput(body) });
      return { status: reply.created ? 201 : 200, body: toRecord(requirePresent(reply.suppression)) };
    },
  }),
  resource.delete({
    operationId: 'deleteSuppression',
    summary: 'Delete a suppression',
    description:
      'Suppressions because of complaints and erasures are deleted only by administrators and by API keys with the scope admin:keys.',
    tags,
    scope: ['contacts:write'],
    errors: [contactErrors.suppressionStays],
    call: async (ctx, id, { contacts }) => contacts.deleteSuppression(ctx, { id }),
  }),
  route({
    method: 'post',
    path: '/api/v1/suppressions/bulk/',
    operationId: 'bulkCreateSuppressions',
    summary: 'Suppress up to 1,000 addresses and domains',
    description:
      'Each suppression has its own result: an invalid suppression does not affect other suppressions.',
    tags,
    scope: ['contacts:write'],
    limits: ['bulk'],
    idempotent: true,
    bodyBytesMax: BULK_BYTES_MAX,
    body: z
      .object({ suppressions: z.array(z.unknown()).min(1).max(BULK_ROWS_MAX) })
      .meta({ id: 'SuppressionBulk' }),
    responses: { 200: BulkResult },
    example: {
      body: { suppressions: [input] },
      responses: { 200: { total: 1, created: 1, existing: 0, failed: 0, results: [created] } },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { valid, invalid } = checkRows(SuppressionBody, body.suppressions);
      const inputs = valid.map(({ value }) => toInput(value));
      const { outcomes } = await contacts.bulkCreateSuppressions(ctx, { inputs });
      const done = valid.map(({ index }, position) => {
        const outcome = requirePresent(outcomes[position]);
        const status = outcome.created ? ('created' as const) : ('existing' as const);
        return { index, status, suppression_id: outcome.suppression_id, error: null };
      });
      return { status: 200, body: toBulkResult([...done, ...invalid.map(toFailure)]) };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/suppressions/check/',
    operationId: 'checkSuppressions',
    summary: 'Check addresses against suppressions',
    description:
      'Returns for each of up to 1,000 addresses whether a suppression of the workspace or a global suppression matches it.',
    tags,
    scope: CONTACT_READERS,
    body: z
      .object({ emails: z.array(email()).min(1).max(BULK_ROWS_MAX) })
      .meta({ id: 'SuppressionCheckRequest' }),
    responses: { 200: z.object({ results: resultsOf(Check) }).meta({ id: 'SuppressionCheckResult' }) },
    example: {
      body: { emails: [example.value] },
      responses: {
        200: {
          results: [
            {
              email: example.value,
              suppressed: true,
              scope: 'workspace',
              type: 'email',
              reason: 'do_not_contact',
            },
          ],
        },
      },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { checks } = await contacts.checkSuppressions(ctx, { emails: body.emails });
      const results = checks.map(({ reasons: _reasons, ...check }) => recordOf(check));
      return { status: 200, body: { results } };
    },
  }),
];

function toInput({ type, value, reason }: z.output<typeof SuppressionBody>): SuppressionInput {
  return { type, value, reason };
}

function toRecord(suppression: Suppression): z.output<typeof SuppressionRecord> {
  // A suppression of the operator belongs to no workspace.
  const scope = suppression.workspace_id === '' ? 'global' : 'workspace';
  return { ...recordOf(suppression, 'created_at'), scope };
}

type Row = z.output<typeof BulkResult>['results'][number];

function toFailure({ index, error }: InvalidRow): Row {
  return { index, status: 'failed', suppression_id: null, error };
}

function toBulkResult(rows: readonly Row[]): z.output<typeof BulkResult> {
  const { count, ...whole } = summarise(rows);
  return { ...whole, created: count('created'), existing: count('existing'), failed: count('failed') };
}
