import { workFields } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { Send } from './send.ts';

/** A send as it is stored. A collection of sends is also a work queue. */
export type SendDocument = Omit<Send, 'id'> & { readonly _id: string };
export type SendModel = Model<SendDocument>;

/** The index that finds due sends. */
export const WORK_DUE = 'due_by_account';

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<SendDocument>(
  {
    _id: String,
    campaign_id: required(String),
    enrollment_id: required(String),
    sequence_id: required(String),
    contact_id: required(String),
    thread_id: String,
    answer: {
      type: { _id: false, campaign_id: String, enrollment_id: String, despite_unsubscribe: Boolean },
      default: undefined,
    },
    refused_cc: { type: [Number], default: undefined },
    contact_email: String,
    address_digest: String,
    step_id: required(String),
    step_number: required(Number),
    variant_id: String,
    sequence_version: Number,
    sealed_rendering: Buffer,
    sending_account_id: required(String),
    from_email: required(String),
    subject: String,
    message_id: String,
    status: required(String),
    scheduled_at: required(Date),
    account_day: required(String),
    campaign_day: required(String),
    sent_at: Date,
    delivered_at: Date,
    opened_at: Date,
    open_count: Number,
    machine_open_count: Number,
    clicked_at: Date,
    click_count: Number,
    machine_click_count: Number,
    replied_at: Date,
    reply_counts: Object,
    bounced_at: Date,
    unsubscribed_at: Date,
    complained_at: Date,
    smtp_code: Number,
    enhanced_code: String,
    smtp_response: String,
    bounce_classification: String,
    bounce_type: String,
    error: String,
    created_at: required(Date),
    version: required(Number),
    due_at: workFields.due_at,
    lease_token: workFields.lease_token,
    attempts: workFields.attempts,
    unknown_count: Number,
    kept_feedback: { type: Array, default: undefined },
  },
  [
    // Workers of all workspaces find due sends by time, and skip busy accounts without reading documents.
    [
      { due_at: 1, sending_account_id: 1, status: 1, workspace_id: 1, _id: 1 },
      { name: WORK_DUE, partialFilterExpression: { due_at: { $type: 'date' } } },
    ],
    [
      { workspace_id: 1, enrollment_id: 1, step_number: 1 },
      { name: 'one_per_step', unique: true },
    ],
    [{ workspace_id: 1, campaign_id: 1, status: 1, scheduled_at: 1 }, { name: 'of_campaign' }],
    [{ workspace_id: 1, campaign_id: 1, created_at: 1, _id: 1 }, { name: 'log' }],
    [{ workspace_id: 1, contact_id: 1 }, { name: 'of_contact' }],
  ],
);

export function sendModel(connection: Connection): SendModel {
  return defineModel(connection, 'sends', schema);
}

export function fromSendDocument({ _id, ...send }: SendDocument): Send {
  return { id: _id, ...send };
}

export function toSendDocument({ id, ...send }: Send): SendDocument {
  return { _id: id, ...send };
}
