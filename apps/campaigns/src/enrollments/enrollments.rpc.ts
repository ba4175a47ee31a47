import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import { ENROLLMENT_STATUSES } from '@outreach/contracts-campaigns/enrollment';
import type {
  Enrollment as EnrollmentMessage,
  EnrollmentOutcome as OutcomeMessage,
  EnrollInCampaignRequest,
  EnrollInSequenceRequest,
} from '@outreach/contracts-campaigns/gen/enrollments.ts';
import type { GetAudienceResponse } from '@outreach/contracts-campaigns/gen/planning.ts';
import { notFound } from '@outreach/errors';
import { NOTHING, preparedCommand } from '@outreach/service-kit/rpc';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { readAudience, type Audience } from './audience.ts';
import {
  commitEnrollments,
  planCampaignEnrollments,
  planSequenceEnrollments,
  type EnrollmentOutcome,
  type EnrollmentPlan,
} from './enroll-contacts.ts';
import type { EnrollmentPorts } from './enrollment-ports.ts';
import { pauseEnrollment, resumeEnrollment } from './pause-enrollment.ts';
import { removeContacts } from './remove-contacts.ts';
import type { Enrollment } from './enrollment.ts';

/** The enrollments of a contact are part of the contact. */
const CONTACT_READERS = ['contacts:read', 'contacts:write'] as const;

export function enrollmentMethods(ports: EnrollmentPorts): CampaignsMethods {
  return { ...listMethods(ports), ...enrollMethods(ports), ...changeMethods(ports) };
}

function listMethods(ports: EnrollmentPorts): CampaignsMethods {
  return {
    getAudience: {
      scope: READ,
      query: async (ctx, { campaign_id: id }) => {
        const campaign = await ports.campaigns.findById(id);
        if (campaign === undefined) throw notFound();
        return toAudienceMessage(id, await readAudience(ports, ctx, campaign));
      },
    },
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
    listCampaignEnrollments: {
      scope: READ,
      query: async (_ctx, { campaign_id: campaignId, statuses, page }) => {
        // A wrong cursor is reported before an unknown campaign.
        const list = await ports.enrollments.listOfCampaign({
          campaignId,
          statuses: toKnownValues('status', ENROLLMENT_STATUSES, statuses),
          page: fromPage(page),
        });
        if ((await ports.campaigns.findById(campaignId)) === undefined) throw notFound();
        return { enrollments: list.items.map(toEnrollmentMessage), meta: toMeta(list) };
      },
    },
  };
}

function toAudienceMessage(
  campaignId: string,
  { matching, accepted, leftOut, isEstimated }: Audience,
): GetAudienceResponse {
  return { campaign_id: campaignId, matching, accepted, left_out: leftOut, is_estimated: isEstimated };
}

function enrollMethods(ports: EnrollmentPorts): CampaignsMethods {
  return {
    enrollInSequence: preparedCommand({
      scope: WRITE,
      about: NOTHING,
      prepare: async (ctx, request: EnrollInSequenceRequest) => {
        const { sequence_id: sequenceId, campaign_id: campaignId, contact_ids: contactIds } = request;
        return planSequenceEnrollments(ports, ctx, { sequenceId, campaignId, contactIds });
      },
      commit: async (_ctx, plan) => commitPlan(ports, plan),
    }),
    enrollInCampaign: preparedCommand({
      scope: WRITE,
      about: NOTHING,
      prepare: async (ctx, request: EnrollInCampaignRequest) => {
        const { campaign_id: campaignId, contact_ids: contactIds } = request;
        return planCampaignEnrollments(ports, ctx, { campaignId, contactIds });
      },
      commit: async (_ctx, plan) => commitPlan(ports, plan),
    }),
  };
}

function changeMethods(ports: EnrollmentPorts): CampaignsMethods {
  return {
    removeContacts: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, request) => {
        const {
          campaign_id: campaignId,
          contact_ids: contactIds,
          stop_pending_sends: stopPendingSends,
        } = request;
        const { outcomes, canceledSends } = await removeContacts(ports, {
          campaignId,
          contactIds,
          stopPendingSends,
        });
        return {
          removed_count: outcomes.filter(({ status }) => status === 'removed').length,
          canceled_sends: canceledSends,
          results: outcomes.map(({ contactId, status }) => ({ contact_id: contactId, status })),
        };
      },
    },
    pauseEnrollment: {
      scope: WRITE,
      about: aboutContact,
      command: async (_ctx, { id }) => ({
        enrollment: toEnrollmentMessage(await pauseEnrollment(ports, id)),
      }),
    },
    resumeEnrollment: {
      scope: WRITE,
      about: aboutContact,
      command: async (_ctx, { id }) => ({
        enrollment: toEnrollmentMessage(await resumeEnrollment(ports, id)),
      }),
    },
  };
}

async function commitPlan(ports: EnrollmentPorts, plan: EnrollmentPlan) {
  await commitEnrollments(ports, plan);
  return {
    enrolled_count: plan.enrollments.length,
    skipped_count: plan.outcomes.length - plan.enrollments.length,
    results: plan.outcomes.map(toOutcomeMessage),
  };
}

/** The reply contains the address of the contact. */
function aboutContact({
  enrollment,
}: {
  readonly enrollment: EnrollmentMessage | undefined;
}): readonly string[] {
  return enrollment === undefined ? [] : [enrollment.contact_id];
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
