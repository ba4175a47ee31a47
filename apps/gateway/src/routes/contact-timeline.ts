import { ENROLLMENT_STATUSES, toEnrollmentRecord } from '@outreach/contracts-campaigns/enrollment';
import {
  ENGAGEMENT_EVENT_TYPES,
  EngagementEventRecord,
  toEngagementEventRecord,
} from '@outreach/contracts-contacts/engagement';
import { cursor, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { commaList } from './contact-lists.ts';
import { Enrollment, enrollmentExample } from './enrollment-records.ts';
import {
  CONTACT_READERS,
  contactParams,
  EXAMPLE_TIME,
  EXAMPLE_ULID,
  onePage,
  route,
  toMeta,
  toPageRequest,
} from './route.ts';

const EngagementEvent = EngagementEventRecord.meta({ id: 'EngagementEvent' });

const eventExample: z.input<typeof EngagementEvent> = {
  id: `eng_${EXAMPLE_ULID}`,
  event_type: 'email_replied',
  occurred_at: EXAMPLE_TIME,
  contact_id: `ct_${EXAMPLE_ULID}`,
  campaign_id: `cmp_${EXAMPLE_ULID}`,
  enrollment_id: `enr_${EXAMPLE_ULID}`,
  send_id: `snd_${EXAMPLE_ULID}`,
  step_number: 1,
  variant_id: null,
  sending_account_id: `acc_${EXAMPLE_ULID}`,
  is_machine: false,
  metadata: { subject: 'A quick question', intent: 'interested', snippet: 'Sounds good. When can we talk?' },
};

/** The timeline and the enrollments of a contact. */
export const contactTimelineRoutes = [
  route({
    method: 'get',
    path: '/api/v1/contacts/{contact_id}/events/',
    operationId: 'listContactEvents',
    summary: 'List the timeline of a contact',
    description:
      'Emails to the contact and its reactions, newest first, also for a soft-deleted contact. `is_machine` is `true` for reactions of scanners, proxies and automatic replies; they do not count in scores and metrics.',
    tags: ['contacts'],
    scope: CONTACT_READERS,
    params: contactParams,
    query: z.object({ event_type: commaList(ENGAGEMENT_EVENT_TYPES), limit: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(EngagementEvent) },
    example: {
      params: { contact_id: eventExample.contact_id },
      query: { event_type: 'email_opened,email_replied', limit: '50' },
      responses: { 200: onePage(eventExample) },
    },
    handle: async ({ ctx, params: { contact_id }, query }, { contacts }) => {
      const { events, meta } = await contacts.listContactEvents(ctx, {
        contact_id,
        event_types: query.event_type ?? [],
        page: toPageRequest({ page_size: query.limit, cursor: query.cursor }),
      });
      return { status: 200, body: { data: events.map(toEngagementEventRecord), meta: toMeta(meta) } };
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/contacts/{contact_id}/enrollments/',
    operationId: 'listContactEnrollments',
    summary: 'List the enrollments of a contact',
    description: 'Enrollments in campaigns of every status, newest first, also for a soft-deleted contact.',
    tags: ['contacts'],
    scope: CONTACT_READERS,
    params: contactParams,
    query: z.object({ status: commaList(ENROLLMENT_STATUSES), page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(Enrollment) },
    example: {
      params: { contact_id: enrollmentExample.contact_id },
      query: { status: 'active,paused', page_size: '50' },
      responses: { 200: onePage(enrollmentExample) },
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
