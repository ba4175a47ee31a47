import { campaignErrors } from '@outreach/contracts-campaigns';
import { id } from '@outreach/http-kit';
import { z } from 'zod';
import {
  contactIds,
  Enrolled,
  enrolledExample,
  enrollmentExample,
  toEnrolled,
} from './enrollment-records.ts';
import { route } from './route.ts';

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
      contact_ids: contactIds,
      campaign_id: id('cmp').optional(),
    }),
    responses: { 200: Enrolled },
    errors: [campaignErrors.noSingleActiveCampaign, campaignErrors.ended, campaignErrors.suppressed],
    example: {
      params: { sequence_id: enrollmentExample.sequence_id },
      body: { contact_ids: [enrollmentExample.contact_id] },
      responses: { 200: enrolledExample },
    },
    handle: async ({ ctx, params: { sequence_id }, body }, { campaigns }) => {
      const { campaign_id, contact_ids } = body;
      const reply = await campaigns.enrollInSequence(ctx, {
        sequence_id,
        contact_ids,
        ...(campaign_id !== undefined && { campaign_id }),
      });
      return { status: 200, body: toEnrolled(reply) };
    },
  }),
];
