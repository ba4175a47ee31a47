import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import {
  ENROLLMENT_STATUSES,
  type CampaignsServiceService,
  type Enrollment as EnrollmentMessage,
  type EnrollmentOutcome as OutcomeMessage,
  type EnrollInSequenceRequest,
} from '@outreach/contracts-campaigns';
import { NOTHING, preparedCommand, type MethodsOf } from '@outreach/service-kit';
import {
  commitEnrollments,
  planEnrollments,
  type CommitEnrollmentsPorts,
  type EnrollmentOutcome,
  type PlanEnrollmentsPorts,
} from './enroll-contacts.ts';
import type { Enrollment } from './enrollment.ts';
import type { EnrollmentStore } from './ports.ts';

/** The enrollments of a contact are part of the contact. */
const CONTACT_READERS = ['contacts:read', 'contacts:write'] as const;
const WRITE = ['campaigns:write'] as const;

export type EnrollmentMethods = MethodsOf<
  typeof CampaignsServiceService,
  'listContactEnrollments' | 'enrollInSequence'
>;

export type EnrollmentMethodPorts = PlanEnrollmentsPorts &
  CommitEnrollmentsPorts & { readonly enrollments: Pick<EnrollmentStore, 'listOfContact'> };

export function enrollmentMethods(ports: EnrollmentMethodPorts): EnrollmentMethods {
  return {
    listContactEnrollments: {
      scope: CONTACT_READERS,
      query: async (_ctx, { contact_id: contactId, statuses, page }) => {
        const list = await ports.enrollments.listOfContact({
          contactId,
          statuses: toKnownValues('status', ENROLLMENT_STATUSES, statuses),
          page: fromPage(page),
        });
        return { enrollments: list.items.map(toEnrollmentMessage), meta: toMeta(list) };
      },
    },
    enrollInSequence: preparedCommand({
      scope: WRITE,
      about: NOTHING,
      prepare: async (ctx, request: EnrollInSequenceRequest) => {
        const { sequence_id: sequenceId, campaign_id: campaignId, contact_ids: contactIds } = request;
        return planEnrollments(ports, ctx, { sequenceId, campaignId, contactIds });
      },
      commit: async (_ctx, plan) => {
        await commitEnrollments(ports, plan);
        return {
          enrolled_count: plan.enrollments.length,
          skipped_count: plan.outcomes.length - plan.enrollments.length,
          results: plan.outcomes.map(toOutcomeMessage),
        };
      },
    }),
  };
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
