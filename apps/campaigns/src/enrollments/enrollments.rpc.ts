import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import { ENROLLMENT_STATUSES } from '@outreach/contracts-campaigns/enrollment';
import type {
  Enrollment as EnrollmentMessage,
  EnrollInCampaignRequest,
  EnrollInSequenceRequest,
} from '@outreach/contracts-campaigns/gen/enrollments.ts';
import { notFound } from '@outreach/errors';
import { NOTHING, preparedCommand } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { readAudience } from './audience.ts';
import { commitEnrollments, planCampaignEnrollments, planSequenceEnrollments } from './enroll-contacts.ts';
import type { EnrollmentPorts } from './ports.ts';
import { changeStatus } from './change-status.ts';
import { removeContacts } from './remove-contacts.ts';

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
        return readAudience(ports, ctx, campaign);
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
        return { enrollments: list.items.map(withoutNull), meta: toMeta(list) };
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
        return { enrollments: list.items.map(withoutNull), meta: toMeta(list) };
      },
    },
  };
}

function enrollMethods(ports: EnrollmentPorts): CampaignsMethods {
  return {
    enrollInSequence: preparedCommand({
      scope: WRITE,
      about: NOTHING,
      prepare: async (ctx, request: EnrollInSequenceRequest) => planSequenceEnrollments(ports, ctx, request),
      commit: async (_ctx, plan) => commitEnrollments(ports, plan),
    }),
    enrollInCampaign: preparedCommand({
      scope: WRITE,
      about: NOTHING,
      prepare: async (ctx, request: EnrollInCampaignRequest) => planCampaignEnrollments(ports, ctx, request),
      commit: async (_ctx, plan) => commitEnrollments(ports, plan),
    }),
  };
}

function changeMethods(ports: EnrollmentPorts): CampaignsMethods {
  return {
    removeContacts: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, request) => removeContacts(ports, request),
    },
    pauseEnrollment: {
      scope: WRITE,
      about: aboutContact,
      command: async (_ctx, { id }) => ({
        enrollment: withoutNull(await changeStatus(ports, id, 'pause')),
      }),
    },
    resumeEnrollment: {
      scope: WRITE,
      about: aboutContact,
      command: async (_ctx, { id }) => ({
        enrollment: withoutNull(await changeStatus(ports, id, 'resume')),
      }),
    },
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
