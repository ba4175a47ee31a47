import { defineModel, findPage, tenantSchema, type Cursors, type UnitWrites } from '@outreach/mongo-kit';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { addressKey, OPEN_STATUSES, type Enrollment } from './enrollment.ts';
import type { ContactStop, EnrollmentProgress, EnrollmentStore } from './ports.ts';

const STOPPED_PER_STEP_MAX = 500;
const OF_ADDRESSES_MAX = 1_000;
const OF_CONTACT = 'of_contact';
const BY_ADDRESS = 'by_address';
const ONE_PER_CAMPAIGN = 'one_per_campaign';
export const BY_STATUS = 'by_status_zone_and_due';

export interface EnrollmentDocument extends Omit<Enrollment, 'id'> {
  readonly _id: string;
}

const schema = tenantSchema<EnrollmentDocument>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    sequence_id: { type: String, required: true },
    contact_id: { type: String, required: true },
    contact_email: String,
    address_key: String,
    time_zone: String,
    contact_version: Number,
    status: { type: String, required: true },
    stop_reason: String,
    stopped_by_event_at: Date,
    source: { type: String, required: true },
    current_step: Number,
    steps_total: Number,
    next_step: Number,
    next_send_at: Date,
    due_at: Date,
    last_sent_at: Date,
    sending_account_id: String,
    sent_count: Number,
    opened: Boolean,
    replied: Boolean,
    bounced: Boolean,
    enrolled_at: { type: Date, required: true },
    completed_at: Date,
    updated_at: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  [
    [
      { workspace_id: 1, campaign_id: 1, contact_id: 1 },
      { name: ONE_PER_CAMPAIGN, unique: true },
    ],
    // The planner reads the due enrollments of open zones: follow-ups by account, and new leads, which have none.
    [
      { workspace_id: 1, campaign_id: 1, status: 1, time_zone: 1, sending_account_id: 1, due_at: 1 },
      { name: BY_STATUS },
    ],
    [
      { workspace_id: 1, campaign_id: 1, status: 1, due_at: 1 },
      { name: 'next_due', partialFilterExpression: { due_at: { $type: 'date' } } },
    ],
    [{ workspace_id: 1, address_key: 1 }, { name: BY_ADDRESS }],
    // The status at the end lets the index filter by status without reading documents.
    [{ workspace_id: 1, campaign_id: 1, enrolled_at: 1, _id: 1, status: 1 }, { name: 'of_campaign' }],
    // The status at the end lets the index filter by status without reading documents.
    [{ workspace_id: 1, contact_id: 1, enrolled_at: 1, _id: 1, status: 1 }, { name: OF_CONTACT }],
  ],
);

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
    ...sums(enrollments),
    ...changes(enrollments, writes),
  };
}

export type Collection = Model<EnrollmentDocument>;

export function enrollmentModel(connection: Connection): Collection {
  return defineModel(connection, 'enrollments', schema);
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
  | 'findById'
  | 'findByIds'
  | 'ofContacts'
  | 'inStatus'
  | 'openOfDomain'
  | 'ofAddresses'
  | 'stoppedBy'
  | 'idsOf'
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
    openOfDomain: async (campaignId, { domain, max }) => {
      const filter = {
        // The character after `@` ends the range of the domain.
        address_key: { $gte: `${domain}@`, $lt: `${domain}A` },
        campaign_id: campaignId,
        status: { $in: [...OPEN_STATUSES] },
      };
      const found = await enrollments.find(filter).hint(BY_ADDRESS).limit(max).lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
    },
    ofAddresses: async (accountId, emails) => {
      const filter = { address_key: { $in: emails.map(addressKey) }, sending_account_id: accountId };
      const found = await enrollments
        .find(filter, { contact_email: 1 })
        .hint(BY_ADDRESS)
        .limit(OF_ADDRESSES_MAX)
        .lean<Pick<EnrollmentDocument, '_id' | 'contact_email'>[]>();
      return new Map(
        [...Map.groupBy(found, ({ contact_email }) => contact_email ?? '')].map(([email, own]) => [
          email,
          own.map(({ _id }) => _id),
        ]),
      );
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
): Pick<
  EnrollmentStore,
  'insert' | 'save' | 'savePlanned' | 'movedCampaignIds' | 'updateAddresses' | 'eraseAddresses'
> {
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
    movedCampaignIds: async (addresses) => {
      const found = await enrollments
        .find(
          { contact_id: { $in: addresses.map(({ contactId }) => contactId) }, status: 'active' },
          { contact_id: 1, campaign_id: 1, time_zone: 1 },
        )
        .hint(OF_CONTACT)
        .lean<Pick<EnrollmentDocument, 'contact_id' | 'campaign_id' | 'time_zone'>[]>();
      const zones = new Map(addresses.map(({ contactId, timeZone }) => [contactId, timeZone]));
      const moved = found.filter(({ contact_id: id, time_zone: zone }) => zones.get(id) !== zone);
      return [...new Set(moved.map(({ campaign_id: id }) => id))];
    },
    updateAddresses: async (addresses) => {
      await enrollments.bulkWrite(
        addresses.map(({ contactId, email, timeZone, version }) => ({
          updateMany: {
            filter: { contact_id: contactId, contact_version: { $not: { $gte: version } } },
            update: {
              $set: {
                contact_email: email,
                address_key: addressKey(email),
                time_zone: timeZone,
                contact_version: version,
              },
            },
          },
        })),
      );
    },
    eraseAddresses: async (contactIds) => {
      await enrollments.updateMany(
        { contact_id: { $in: [...contactIds] } },
        { $set: { contact_email: null, address_key: null, contact_version: Number.MAX_SAFE_INTEGER } },
      );
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

function fromDocument({ _id, ...enrollment }: EnrollmentDocument): Enrollment {
  return { id: _id, ...enrollment };
}

function toDocument({ id, ...enrollment }: Enrollment): EnrollmentDocument {
  return { _id: id, ...enrollment };
}
