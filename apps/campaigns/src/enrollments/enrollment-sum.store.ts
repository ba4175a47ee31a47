import type { QueryFilter } from 'mongoose';
import { OPEN_STATUSES } from './enrollment.ts';
import {
  fromDocument,
  OF_CONTACT,
  type Collection,
  type EnrollmentDocument,
} from './enrollment-model.store.ts';
import type { ContactStop, EnrollmentProgress, EnrollmentStore } from './ports.ts';

const STOPPED_PER_STEP_MAX = 500;

/** Enrollments that events of contacts stop. */
export function stops(enrollments: Collection): Pick<EnrollmentStore, 'stoppedBy'> {
  return {
    stoppedBy: async (stops) => {
      const found = await enrollments
        .find(stoppedBy(stops))
        .hint(OF_CONTACT)
        .limit(STOPPED_PER_STEP_MAX)
        .lean<EnrollmentDocument[]>();
      return { enrollments: found.map(fromDocument), hasMore: found.length === STOPPED_PER_STEP_MAX };
    },
  };
}

/** Sums over the enrollments of a campaign. */
export function sums(enrollments: Collection): Pick<EnrollmentStore, 'countEnrolled' | 'progressOf'> {
  return {
    countEnrolled: async (campaignId, { from, to }) => {
      const enrolledAt = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
      return enrollments.countDocuments({ campaign_id: campaignId, enrolled_at: enrolledAt });
    },
    progressOf: async (campaignId) => {
      const isPlanned = {
        $and: [
          { $in: ['$status', [...OPEN_STATUSES]] },
          { $eq: ['$due_at', null] },
          { $ne: ['$next_step', null] },
        ],
      };
      const [sum] = await enrollments.aggregate<EnrollmentProgress>([
        { $match: { campaign_id: campaignId } },
        {
          $group: {
            _id: null,
            sent: { $sum: '$sent_count' },
            planned: { $sum: { $cond: [isPlanned, 1, 0] } },
          },
        },
      ]);
      return { sent: sum?.sent ?? 0, planned: sum?.planned ?? 0 };
    },
  };
}

/** The ids beside the `$or` bound the index; with an `$or` alone, its only bound would be the workspace. */
function stoppedBy(stops: readonly ContactStop[]): QueryFilter<EnrollmentDocument> {
  return {
    contact_id: { $in: stops.map(({ contactId }) => contactId) },
    $or: stops.map(({ contactId, at }) => ({
      contact_id: contactId,
      enrolled_at: { $lt: at },
      $or: [{ status: { $in: [...OPEN_STATUSES] } }, { stopped_by_event_at: { $gt: at } }],
    })),
  };
}
