import { ENROLLMENT_STATUSES, EnrollmentRecord, toEnrollmentRecord } from '@outreach/contracts-campaigns';
import { cursor, id, pageOf, pageSize } from '@outreach/http-kit';
import { z } from 'zod';
import { commaList } from './contact-lists.ts';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID, route } from './route.ts';
import { toMeta, toPageRequest } from './convert.ts';

const Enrollment = EnrollmentRecord.meta({ id: 'Enrollment' });

const enrollmentExample: z.input<typeof Enrollment> = {
  id: `enr_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  campaign_id: `cmp_${EXAMPLE_ULID}`,
  sequence_id: `seq_${EXAMPLE_ULID}`,
  contact_id: `ct_${EXAMPLE_ULID}`,
  contact_email: 'maria@example.com',
  status: 'active',
  stop_reason: null,
  source: 'filter',
  current_step: 1,
  steps_total: 3,
  next_step: 2,
  next_send_at: EXAMPLE_TIME,
  last_sent_at: EXAMPLE_TIME,
  sending_account_id: `acc_${EXAMPLE_ULID}`,
  sent_count: 1,
  opened: true,
  replied: false,
  bounced: false,
  enrolled_at: EXAMPLE_TIME,
  completed_at: null,
  updated_at: EXAMPLE_TIME,
};

/** The enrollments of a contact. */
export const contactEnrollmentRoutes = [
  route({
    method: 'get',
    path: '/api/v1/contacts/{contact_id}/enrollments/',
    operationId: 'listContactEnrollments',
    summary: 'List the enrollments of a contact',
    description: 'Enrollments in campaigns of every status, newest first, also for a soft-deleted contact.',
    tags: ['contacts'],
    scope: CONTACT_READERS,
    params: z.object({ contact_id: id('ct') }),
    query: z.object({ status: commaList(ENROLLMENT_STATUSES), page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(Enrollment) },
    example: {
      params: { contact_id: enrollmentExample.contact_id },
      query: { status: 'active,paused', page_size: '50' },
      responses: { 200: { data: [enrollmentExample], meta: { next_cursor: null, has_more: false } } },
    },
    handle: async ({ ctx, params: { contact_id }, query }, { campaigns, contacts }) => {
      // The contacts service refuses an unknown contact; the campaigns service returns an empty list for it.
      await contacts.getContact(ctx, { id: contact_id });
      const { enrollments, meta } = await campaigns.listContactEnrollments(ctx, {
        contact_id,
        statuses: query.status ?? [],
        page: toPageRequest(query),
      });
      return { status: 200, body: { data: enrollments.map(toEnrollmentRecord), meta: toMeta(meta) } };
    },
  }),
];
