import { recordOf } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import type { VerificationJob } from '@outreach/contracts-contacts/gen/verifications.ts';
import { VERIFICATION_CONTACTS_MAX, VerificationJobRecord } from '@outreach/contracts-contacts/verification';
import { id, optional } from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

/** Room for 10,000 ids. */
const BODY_BYTES_MAX = 1_048_576;

const Job = VerificationJobRecord.meta({ id: 'VerificationJob' });
const params = z.object({ verification_id: id('ver').describe('Id of the verification job.') });
const Body = z
  .object({
    contact_ids: z
      .array(id('ct'))
      .min(1)
      .max(VERIFICATION_CONTACTS_MAX)
      .optional()
      .describe('Ids of contacts. A contact that is deleted before its turn counts as unknown.'),
    segment_id: optional(id('seg'), { type: 'string' }).describe('Id of a segment.'),
    import_id: optional(id('imp'), { type: 'string' }).describe(
      'Id of an import: the contacts that it has created, changed or found so far.',
    ),
  })
  .meta({ id: 'VerificationCreate' });

const example: VerificationJobRecord = {
  id: `ver_${EXAMPLE_ULID}`,
  status: 'completed',
  total: 120,
  processed: 120,
  counts: { valid: 100, risky: 10, catch_all: 0, invalid: 8, unknown: 2 },
  created_at: EXAMPLE_TIME,
  finished_at: '2026-01-31T09:30:02.000Z',
};
const queued: VerificationJobRecord = {
  ...example,
  status: 'queued',
  processed: 0,
  counts: { valid: 0, risky: 0, catch_all: 0, invalid: 0, unknown: 0 },
  finished_at: null,
};
const resource = new Resource({
  path: '/api/v1/verifications/{verification_id}/',
  params,
  record: Job,
  example,
  toRecord: (job: VerificationJob) => recordOf(job, 'counts', 'created_at'),
});
const tags = ['verifications'];

export const verificationRoutes = [
  resource.create({
    operationId: 'createVerification',
    summary: 'Verify the addresses of several contacts',
    description:
      'Creates a verification job. The body has exactly one of `contact_ids`, `segment_id` and `import_id`. A result sets `verification_status`, `verified_at` and `mail_provider` of the contact; `unknown` changes nothing. No email is sent, and no mail server is asked about a mailbox.',
    tags,
    scope: ['contacts:write'],
    bodyBytesMax: BODY_BYTES_MAX,
    body: Body,
    given: { segment_id: `seg_${EXAMPLE_ULID}` },
    changed: queued,
    call: async (ctx, { contact_ids = [], ...source }, { contacts }) =>
      (await contacts.createVerification(ctx, { contact_ids, ...withoutNull(source) })).job,
  }),
  resource.list({
    operationId: 'listVerifications',
    summary: 'List verification jobs',
    description: 'Newest first.',
    tags,
    scope: CONTACT_READERS,
    call: async (ctx, page, { contacts }) => contacts.listVerifications(ctx, { page }),
    items: ({ jobs }) => jobs,
  }),
  resource.get({
    operationId: 'getVerification',
    summary: 'Get a verification job',
    tags,
    scope: CONTACT_READERS,
    call: async (ctx, id, { contacts }) => (await contacts.getVerification(ctx, { id })).job,
  }),
  resource.act({
    operationId: 'cancelVerification',
    summary: 'Cancel a verification job',
    description: 'Results that are already stored stay.',
    tags,
    scope: ['contacts:write'],
    errors: [contactErrors.verificationEnded],
    action: 'cancel',
    changed: { ...queued, status: 'canceled', finished_at: EXAMPLE_TIME },
    call: async (ctx, id, { contacts }) => (await contacts.cancelVerification(ctx, { id })).job,
  }),
];
