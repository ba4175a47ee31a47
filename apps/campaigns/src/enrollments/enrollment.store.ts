import type { ServiceBase } from '@outreach/app-kit';
import type { UnitWrites } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import { changedFields } from '@outreach/values';
import type { QueryFilter } from 'mongoose';
import { createEnrollmentAddresses } from './enrollment-address.store.ts';
import {
  BY_STATUS,
  enrollmentModel,
  fromDocument,
  OF_CONTACT,
  ONE_PER_CAMPAIGN,
  toDocument,
  type Collection,
  type EnrollmentDocument,
} from './enrollment-model.store.ts';
import { OPEN_STATUSES } from './enrollment.ts';
import type { ContactStop, EnrollmentProgress, EnrollmentStore } from './ports.ts';

const STOPPED_PER_STEP_MAX = 500;

export function createEnrollmentStore({ mongo, cursors, units }: ServiceBase): EnrollmentStore {
  const { connection } = mongo;
  const enrollments = enrollmentModel(connection);
  return {
    ...lists(enrollments, cursors),
    ...reads(enrollments),
    ...sums(enrollments),
    ...changes(enrollments, units.writes),
    ...createEnrollmentAddresses(connection),
  };
}

function lists(
  enrollments: Collection,
  cursors: Cursors,
): Pick<EnrollmentStore, 'listOfContact' | 'listOfCampaign'> {
  return {
    listOfContact: async ({ contactId, statuses, page }) =>
      findPage(cursors, {
        model: enrollments,
        list: 'enrollments_of_contact',
        filter: {
          contact_id: contactId,
          ...(statuses.length === 0 ? {} : { status: { $in: [...statuses] } }),
        },
        asked: JSON.stringify([contactId, ...statuses.toSorted()]),
        sortField: 'enrolled_at',
        page,
        toItem: fromDocument,
      }),
    listOfCampaign: async ({ campaignId, statuses, page }) =>
      findPage(cursors, {
        model: enrollments,
        list: 'enrollments_of_campaign',
        filter: {
          campaign_id: campaignId,
          ...(statuses.length === 0 ? {} : { status: { $in: [...statuses] } }),
        },
        asked: JSON.stringify([campaignId, ...statuses.toSorted()]),
        sortField: 'enrolled_at',
        page,
        toItem: fromDocument,
      }),
  };
}

function reads(
  enrollments: Collection,
): Pick<
  EnrollmentStore,
  'findById' | 'findByIds' | 'openAmong' | 'ofContacts' | 'inStatus' | 'stoppedBy' | 'idsOf'
> {
  return {
    findById: async (id) => {
      const found = await enrollments.findOne({ _id: id }).lean<EnrollmentDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    findByIds: async (ids) => {
      const found = await enrollments.find({ _id: { $in: [...ids] } }).lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
    },
    openAmong: async (ids) => {
      const open = { _id: { $in: [...ids] }, status: { $in: [...OPEN_STATUSES] } };
      const found = await enrollments.find(open, { _id: 1 }).lean<{ readonly _id: string }[]>();
      return new Set(found.map(({ _id }) => _id));
    },
    ofContacts: async (campaignId, contactIds) => {
      const filter = { campaign_id: campaignId, contact_id: { $in: [...contactIds] } };
      const found = await enrollments.find(filter).hint(ONE_PER_CAMPAIGN).lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
    },
    inStatus: async (campaignId, { statuses, max }) => {
      const filter = { campaign_id: campaignId, status: { $in: [...statuses] } };
      const found = await enrollments.find(filter).hint(BY_STATUS).limit(max).lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
    },
    stoppedBy: async (stops) => {
      const found = await enrollments
        .find(stoppedBy(stops))
        .hint(OF_CONTACT)
        .limit(STOPPED_PER_STEP_MAX)
        .lean<EnrollmentDocument[]>();
      return { enrollments: found.map(fromDocument), hasMore: found.length === STOPPED_PER_STEP_MAX };
    },
    idsOf: async (campaignId, contactIds) => {
      const filter = { campaign_id: campaignId, contact_id: { $in: [...contactIds] } };
      const found = await enrollments
        .find(filter, { contact_id: 1 })
        .hint(ONE_PER_CAMPAIGN)
        .lean<Pick<EnrollmentDocument, '_id' | 'contact_id'>[]>();
      return new Map(found.map(({ _id, contact_id }) => [contact_id, _id]));
    },
  };
}

function sums(enrollments: Collection): Pick<EnrollmentStore, 'countEnrolled' | 'progressOf'> {
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

function changes(
  enrollments: Collection,
  writes: UnitWrites,
): Pick<EnrollmentStore, 'insert' | 'save' | 'savePlanned'> {
  return {
    insert: async (added) => writes.insert(enrollments, added.map(toDocument)),
    save: async (changed) => {
      const result = await enrollments.bulkWrite(
        changed.map(({ before, after }) => ({
          updateOne: {
            filter: { _id: after.id, version: before.version },
            update: { $set: changedFields(before, after) },
          },
        })),
      );
      return result.matchedCount === changed.length;
    },
    savePlanned: async (planned) => {
      const result = await enrollments.bulkWrite(
        planned.map(({ id, version, sendAt, sendingAccountId, at }) => ({
          updateOne: {
            filter: { _id: id, version },
            update: {
              $set: {
                due_at: null,
                next_send_at: sendAt,
                sending_account_id: sendingAccountId,
                updated_at: at,
                version: version + 1,
              },
            },
          },
        })),
      );
      return result.matchedCount === planned.length;
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
