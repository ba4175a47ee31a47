import { campaignErrors, ENROLL_CONTACTS_MAX, EnrollOutcome } from '@outreach/contracts-campaigns';
import { id } from '@outreach/http-kit';
import { z } from 'zod';
import { EXAMPLE_ULID, route } from './route.ts';

const ID_LENGTH_MAX = 100;

const Enrolled = z
  .object({
    enrolled_count: z.int().nonnegative(),
    skipped_count: z.int().nonnegative(),
    results: z.array(
      z.object({
        contact_id: z.string(),
        status: EnrollOutcome,
        enrollment_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'EnrollResult' });

const contactId = `ct_${EXAMPLE_ULID}`;

/** Enrollment in sequences. */
export const sequenceRoutes = [
  route({
    method: 'post',
    path: '/api/v1/sequences/{sequence_id}/enroll/',
    operationId: 'enrollInSequence',
    summary: 'Enroll contacts in a sequence',
    description:
      'Enrolls the contacts in the campaign `campaign_id`; without it, in the only active campaign of the sequence. Contacts that do not match the filter of the campaign are skipped.',
    tags: ['sequences'],
    scope: ['campaigns:write'],
    idempotent: true,
    params: z.object({ sequence_id: id('seq') }),
    body: z.object({
      /** A malformed id is reported as not found, like an unknown id. */
      contact_ids: z.array(z.string().min(1).max(ID_LENGTH_MAX)).min(1).max(ENROLL_CONTACTS_MAX),
      campaign_id: id('cmp').optional(),
    }),
    responses: { 200: Enrolled },
    errors: [campaignErrors.noSingleActiveCampaign, campaignErrors.ended, campaignErrors.suppressed],
    example: {
      params: { sequence_id: `seq_${EXAMPLE_ULID}` },
      body: { contact_ids: [contactId] },
      responses: {
        200: {
          enrolled_count: 1,
          skipped_count: 0,
          results: [{ contact_id: contactId, status: 'enrolled', enrollment_id: `enr_${EXAMPLE_ULID}` }],
        },
      },
    },
    handle: async ({ ctx, params: { sequence_id }, body }, { campaigns }) => {
      const { campaign_id, contact_ids } = body;
      const reply = await campaigns.enrollInSequence(ctx, {
        sequence_id,
        contact_ids,
        ...(campaign_id !== undefined && { campaign_id }),
      });
      const results = reply.results.map(({ contact_id, status, enrollment_id = null }) => ({
        contact_id,
        status,
        enrollment_id,
      }));
      return { status: 200, body: { ...reply, results } };
    },
  }),
];
