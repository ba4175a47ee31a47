import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import {
  CampaignsServiceService,
  ENROLLMENT_STATUSES,
  type Enrollment as EnrollmentMessage,
  type EnrollmentOutcome as OutcomeMessage,
} from '@outreach/contracts-campaigns';
import { bindRpc, type BoundService } from '@outreach/service-kit';
import { enrollInSequence, type EnrollDeps, type EnrollmentOutcome } from '../domain/enroll-contacts.ts';
import type { Enrollment } from '../domain/enrollment.ts';

/** What a contact is enrolled in is part of the contact (decisions §2). */
const CONTACT_READERS = ['contacts:read', 'contacts:write'] as const;
const WRITE = ['campaigns:write'] as const;

/** outreach.campaigns.v1.CampaignsService on the domain. */
export function campaignsService(deps: EnrollDeps): BoundService {
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
    enrollInSequence: {
      scope: WRITE,
      // It asks the contacts service, which no transaction may wait for.
      joins: true,
      command: async (ctx, { sequence_id: sequenceId, campaign_id: campaignId, contact_ids: contactIds }) => {
        const outcomes = await enrollInSequence(deps, ctx, { sequenceId, campaignId, contactIds });
        const enrolled = outcomes.filter(({ status }) => status === 'enrolled');
        return {
          enrolled_count: enrolled.length,
          skipped_count: outcomes.length - enrolled.length,
          results: outcomes.map(toOutcomeMessage),
        };
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

function toOutcomeMessage({ contactId, status, enrollmentId }: EnrollmentOutcome): OutcomeMessage {
  return {
    contact_id: contactId,
    status,
    ...(enrollmentId !== null && { enrollment_id: enrollmentId }),
  };
}
