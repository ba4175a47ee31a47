import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import { OPEN_STATUSES, type Enrollment } from '../domain/enrollment.ts';
import type { EnrollmentStore } from '../domain/ports.ts';

const OPEN_PER_STEP_MAX = 500;
const OF_CONTACT = 'of_contact';

interface EnrollmentDocument extends Omit<Enrollment, 'id'> {
  readonly _id: string;
}

const schema = tenantSchema<EnrollmentDocument>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    sequence_id: { type: String, required: true },
    contact_id: { type: String, required: true },
    contact_email: String,
    status: { type: String, required: true },
    stop_reason: String,
    source: { type: String, required: true },
    current_step: Number,
    steps_total: Number,
    next_step: Number,
    next_send_at: Date,
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
      { name: 'one_per_campaign', unique: true },
    ],
    // The status behind the order lets it be told apart without reading the enrollments.
    [{ workspace_id: 1, contact_id: 1, enrolled_at: 1, _id: 1, status: 1 }, { name: OF_CONTACT }],
  ],
);

export function createEnrollmentStore(connection: Connection, cursors: Cursors): EnrollmentStore {
  const enrollments: Model<EnrollmentDocument> = defineModel(connection, 'enrollments', schema);
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
    openOf: async (deletions) => {
      // An $or alone gives an index no bounds but the workspace.
      const filter = {
        contact_id: { $in: deletions.map(({ contactId }) => contactId) },
        status: { $in: [...OPEN_STATUSES] },
        $or: deletions.map(({ contactId, deletedAt }) => ({
          contact_id: contactId,
          enrolled_at: { $lt: deletedAt },
        })),
      };
      const found = await enrollments
        .find(filter)
        .hint(OF_CONTACT)
        .limit(OPEN_PER_STEP_MAX)
        .lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
    },
    save: async (changed) => {
      await enrollments.bulkWrite(
        changed.map(({ id, workspace_id, ...members }) => ({
          updateOne: { filter: { _id: id }, update: { $set: members } },
        })),
      );
    },
    scrub: async (contactIds) => {
      await enrollments.updateMany(
        { contact_id: { $in: [...contactIds] } },
        { $set: { contact_email: null } },
      );
    },
  };
}

function fromDocument({ _id, ...members }: EnrollmentDocument): Enrollment {
  return { id: _id, ...members };
}
