import { ENROLLMENT_STATUSES, toEnrollmentRecord } from '@outreach/contracts-campaigns/enrollment';
import { cursor, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { commaList } from './contact-lists.ts';
import { toMeta, toPageRequest } from './convert.ts';
import { Enrollment, enrollmentExample } from './enrollment-records.ts';
import { contactParams } from './path-params.ts';
import { CONTACT_READERS, onePage, route } from './route.ts';

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
