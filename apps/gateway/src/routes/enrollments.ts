import { campaignErrors } from '@outreach/contracts-campaigns';
import { ENROLLMENT_STATUSES, toEnrollmentRecord } from '@outreach/contracts-campaigns/enrollment';
import { resultsOf } from '@outreach/contracts-common';
import { cursor, enumText, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { commaList } from './contact-lists.ts';
import { campaignParams, onePage, route, toMeta, toPageRequest } from './route.ts';
import {
  contactIds,
  Enrolled,
  enrolledExample,
  Enrollment,
  enrollmentExample,
  toEnrolled,
} from './enrollment-records.ts';
import { booleanOr } from './optional-fields.ts';

const Removed = z
  .object({
    removed_count: z.int().nonnegative(),
    canceled_sends: z.int().nonnegative(),
    results: resultsOf(z.object({ contact_id: z.string(), status: enumText(['removed', 'not_enrolled']) })),
  })
  .meta({ id: 'RemoveContactsResult' });

const byId = { params: { campaign_id: enrollmentExample.campaign_id } };
const resource = new Resource({
  path: '/api/v1/enrollments/{enrollment_id}/',
  params: z.object({ enrollment_id: id('enr').describe('Id of the enrollment.') }),
  record: Enrollment,
  example: enrollmentExample,
  toRecord: toEnrollmentRecord,
});
const one = {
  params: z.object({ enrollment_id: id('enr').describe('Id of the enrollment.') }),
  errors: [campaignErrors.enrollmentTransition, campaignErrors.ended],
};
const writes = { method: 'post', scope: ['campaigns:write'], idempotent: true } as const;
const ofCampaigns = { tags: ['campaigns'] };
const ofEnrollments = { tags: ['enrollments'] };
const body = { contact_ids: [enrollmentExample.contact_id] };

/** The enrollments of campaigns. */
export const enrollmentRoutes = [
  route({
    ...ofCampaigns,
    method: 'get',
    path: '/api/v1/campaigns/{campaign_id}/enrollments/',
    operationId: 'listCampaignEnrollments',
    summary: 'List the enrollments of a campaign',
    description: 'Newest first.',
    scope: ['campaigns:read'],
    params: campaignParams,
    query: z.object({ status: commaList(ENROLLMENT_STATUSES), page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(Enrollment) },
    example: {
      ...byId,
      query: { status: 'active,paused', page_size: '50' },
      responses: { 200: onePage(enrollmentExample) },
    },
    handle: async ({ ctx, params: { campaign_id }, query }, { campaigns }) => {
      const { enrollments, meta } = await campaigns.listCampaignEnrollments(ctx, {
        campaign_id,
        statuses: query.status ?? [],
        page: toPageRequest(query),
      });
      return { status: 200, body: { data: enrollments.map(toEnrollmentRecord), meta: toMeta(meta) } };
    },
  }),
  route({
    ...writes,
    ...ofCampaigns,
    path: '/api/v1/campaigns/{campaign_id}/enroll/',
    operationId: 'enrollInCampaign',
    summary: 'Enroll contacts in a campaign',
    description:
      'The contacts do not have to match `contact_filter`. Contacts of a draft or paused campaign wait for its launch or resume.',
    params: campaignParams,
    body: z.object({ contact_ids: contactIds }).meta({ id: 'EnrollContacts' }),
    responses: { 200: Enrolled },
    errors: [campaignErrors.ended, campaignErrors.allSuppressed],
    example: { ...byId, body, responses: { 200: enrolledExample } },
    handle: async ({ ctx, params: { campaign_id }, body: { contact_ids } }, { campaigns }) => {
      const reply = await campaigns.enrollInCampaign(ctx, { campaign_id, contact_ids });
      return { status: 200, body: toEnrolled(reply) };
    },
  }),
  route({
    ...writes,
    ...ofCampaigns,
    path: '/api/v1/campaigns/{campaign_id}/remove-contacts/',
    operationId: 'removeContacts',
    summary: 'Remove contacts from a campaign',
    description:
      'Stops the enrollments of the contacts. With `stop_pending_sends`, their queued emails are canceled too.',
    params: campaignParams,
    body: z
      .object({ contact_ids: contactIds, stop_pending_sends: booleanOr(false) })
      .meta({ id: 'RemoveContacts' }),
    responses: { 200: Removed },
    errors: [campaignErrors.ended],
    example: {
      ...byId,
      body: { ...body, stop_pending_sends: true },
      responses: {
        200: {
          removed_count: 1,
          canceled_sends: 0,
          results: [{ contact_id: enrollmentExample.contact_id, status: 'removed' }],
        },
      },
    },
    handle: async (
      { ctx, params: { campaign_id }, body: { contact_ids, stop_pending_sends } },
      { campaigns },
    ) => {
      const reply = await campaigns.removeContacts(ctx, {
        campaign_id,
        contact_ids,
        stop_pending_sends,
      });
      return { status: 200, body: reply };
    },
  }),
  resource.act({
    ...writes,
    ...ofEnrollments,
    ...one,
    operationId: 'pauseEnrollment',
    summary: 'Pause an enrollment',
    description: 'No further step is sent to the contact until the enrollment is resumed.',
    action: 'pause',
    changed: { status: 'paused' },
    call: async (ctx, id, { campaigns }) => (await campaigns.pauseEnrollment(ctx, { id })).enrollment,
  }),
  resource.act({
    ...writes,
    ...ofEnrollments,
    ...one,
    operationId: 'resumeEnrollment',
    summary: 'Resume an enrollment',
    description: 'The enrollment is active again, or pending while its campaign is not active.',
    action: 'resume',
    call: async (ctx, id, { campaigns }) => (await campaigns.resumeEnrollment(ctx, { id })).enrollment,
  }),
];
