import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { Enrollment } from './enrollment.ts';

/** Names of indexes, for queries that name theirs. */
export const OF_CONTACT = 'of_contact';
export const ONE_PER_CAMPAIGN = 'one_per_campaign';
export const BY_STATUS = 'by_status_zone_and_due';
export const BY_ADDRESS = 'by_address';
export const NEXT_DUE = 'next_due';

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
    address_digest: String,
    address_key: String,
    time_zone: String,
    mail_provider: String,
    contact_version: Number,
    status: { type: String, required: true },
    stop_reason: String,
    stopped_by_event_at: Date,
    keeps_queued: Boolean,
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
    thread_id: String,
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
      { name: NEXT_DUE, partialFilterExpression: { due_at: { $type: 'date' } } },
    ],
    [{ workspace_id: 1, address_key: 1 }, { name: BY_ADDRESS }],
    // The status at the end lets the index filter by status without reading documents.
    [{ workspace_id: 1, campaign_id: 1, enrolled_at: 1, _id: 1, status: 1 }, { name: 'of_campaign' }],
    // The status at the end lets the index filter by status without reading documents.
    [{ workspace_id: 1, contact_id: 1, enrolled_at: 1, _id: 1, status: 1 }, { name: OF_CONTACT }],
  ],
);

export type Collection = Model<EnrollmentDocument>;

export function enrollmentModel(connection: Connection): Collection {
  return defineModel(connection, 'enrollments', schema);
}

export function fromDocument({ _id, ...enrollment }: EnrollmentDocument): Enrollment {
  return { id: _id, ...enrollment };
}

export function toDocument({ id, ...enrollment }: Enrollment): EnrollmentDocument {
  return { _id: id, ...enrollment };
}
