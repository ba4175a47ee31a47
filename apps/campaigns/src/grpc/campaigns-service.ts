import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import {
  CampaignsServiceService,
  ENROLLMENT_STATUSES,
  type Enrollment as EnrollmentMessage,
} from '@outreach/contracts-campaigns';
import { bindRpc, type BoundService } from '@outreach/service-kit';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Deps } from '../domain/ports.ts';

/** What a contact is enrolled in is part of the contact (decisions §2). */
const CONTACT_READERS = ['contacts:read', 'contacts:write'] as const;

/** outreach.campaigns.v1.CampaignsService on the domain. */
export function campaignsService(deps: Pick<Deps, 'enrollments'>): BoundService {
  return bindRpc(CampaignsServiceService, {
    listContactEnrollments: {
      scope: CONTACT_READERS,
      query: async (_ctx, { contact_id: contactId, statuses, page }) => {
        const list = await deps.enrollments.listOfContact({
          contactId,
          statuses: toKnownValues('status', ENROLLMENT_STATUSES, statuses),
          page: fromPage(page),
        });
        return { enrollments: list.items.map(toEnrollmentMessage), meta: toMeta(list) };
      },
    },
  });
}

function toEnrollmentMessage(enrollment: Enrollment): EnrollmentMessage {
  return {
    ...enrollment,
    contact_email: enrollment.contact_email ?? undefined,
    stop_reason: enrollment.stop_reason ?? undefined,
    next_step: enrollment.next_step ?? undefined,
    next_send_at: enrollment.next_send_at ?? undefined,
    last_sent_at: enrollment.last_sent_at ?? undefined,
    sending_account_id: enrollment.sending_account_id ?? undefined,
    completed_at: enrollment.completed_at ?? undefined,
  };
}
