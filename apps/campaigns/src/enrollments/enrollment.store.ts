import { findPage, type Cursors, type UnitWrites } from '@outreach/mongo-kit';
import type { Connection } from 'mongoose';
import { addressChanges, addressReads } from './enrollment-address.store.ts';
import {
  BY_STATUS,
  enrollmentModel,
  fromDocument,
  ONE_PER_CAMPAIGN,
  toDocument,
  type Collection,
  type EnrollmentDocument,
} from './enrollment-model.store.ts';
import { stops, sums } from './enrollment-sum.store.ts';
import type { EnrollmentStore } from './ports.ts';

export interface EnrollmentStoreOptions {
  readonly connection: Connection;
  readonly cursors: Cursors;
  readonly writes: UnitWrites;
}

export function createEnrollmentStore(options: EnrollmentStoreOptions): EnrollmentStore {
  const { connection, cursors, writes } = options;
  const enrollments = enrollmentModel(connection);
  return {
    ...lists(enrollments, cursors),
    ...reads(enrollments),
    ...stops(enrollments),
    ...sums(enrollments),
    ...addressReads(enrollments),
    ...changes(enrollments, writes),
    ...addressChanges(enrollments),
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
): Pick<EnrollmentStore, 'findById' | 'findByIds' | 'ofContacts' | 'inStatus' | 'idsOf'> {
  return {
    findById: async (id) => {
      const found = await enrollments.findOne({ _id: id }).lean<EnrollmentDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    findByIds: async (ids) => {
      const found = await enrollments.find({ _id: { $in: [...ids] } }).lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
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

function changes(
  enrollments: Collection,
  writes: UnitWrites,
): Pick<EnrollmentStore, 'insert' | 'save' | 'savePlanned'> {
  return {
    insert: async (added) => writes.insert(enrollments, added.map(toDocument)),
    save: async (changed) => {
      const result = await enrollments.bulkWrite(
        changed.map(({ id, workspace_id, ...enrollment }) => ({
          updateOne: {
            filter: { _id: id, version: enrollment.version - 1 },
            update: { $set: enrollment },
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
