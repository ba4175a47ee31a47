import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { readById } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import type { InboundRecord, InboxPosition, InboxStore } from './ports.ts';

interface PositionRow extends InboxPosition {
  /** The account and the folder. */
  readonly _id: string;
}

/** Messages that are read together for the personal data of a contact. */
const MESSAGES_READ = 500;

type InboundRow = Omit<InboundRecord, 'id'> & { readonly _id: string };

const required = (type: unknown): object => ({ type, required: true });

const positionSchema = tenantSchema<PositionRow>(
  {
    _id: String,
    account_id: required(String),
    mailbox: required(String),
    uid_validity: required(Number),
    last_uid: required(Number),
    read_since: required(Date),
    read_at: required(Date),
    alone: { type: { uid: Number, failures: Number }, default: null, _id: false },
  },
  [[{ workspace_id: 1, account_id: 1 }, { name: 'of_account' }]],
);

const inboundSchema = tenantSchema<InboundRow>(
  {
    _id: String,
    account_id: required(String),
    mailbox: required(String),
    uid_validity: required(Number),
    uid: required(Number),
    message_key: required(String),
    kind: required(String),
    intent: String,
    bounce_classification: String,
    send_id: required(String),
    campaign_id: required(String),
    contact_id: required(String),
    snippet: String,
    received_at: required(Date),
    created_at: required(Date),
  },
  [
    [
      { workspace_id: 1, account_id: 1, mailbox: 1, uid_validity: 1, uid: 1 },
      { name: 'one_per_uid', unique: true },
    ],
    [
      { workspace_id: 1, message_key: 1 },
      { name: 'one_per_message', unique: true },
    ],
    [{ workspace_id: 1, contact_id: 1 }, { name: 'of_contact' }],
  ],
);

export function createInboxStore(connection: Connection): InboxStore {
  const positions: Model<PositionRow> = defineModel(connection, 'inbox_positions', positionSchema);
  const inbound: Model<InboundRow> = defineModel(connection, 'inbound', inboundSchema);
  return {
    findPositions: async (accountId) => {
      const rows = await positions.find({ account_id: accountId }).lean<PositionRow[]>();
      return rows.map(fromRow);
    },
    start: async (position) => {
      const row = await positions
        .findOneAndUpdate(
          { _id: idOf(position) },
          { $setOnInsert: position },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<PositionRow>();
      return fromRow(row);
    },
    move: async ({ uid_validity, last_uid, ...position }, after) => {
      const filter = { _id: idOf(position), uid_validity, last_uid };
      return (await positions.updateOne(filter, { $set: after })).matchedCount === 1;
    },
    findKeys: async (keys) => {
      if (keys.length === 0) return new Set();
      const filter = { message_key: { $in: [...keys] } };
      const found = await inbound.find(filter, { message_key: 1 }).lean<Pick<InboundRow, 'message_key'>[]>();
      return new Set(found.map(({ message_key }) => message_key));
    },
    insert: async (records) => {
      if (records.length === 0) return;
      await inbound.insertMany(
        records.map(({ id, ...record }) => ({ _id: id, ...record })),
        { lean: true },
      );
    },
    readAll: async (contactId, position) => {
      const read = { filter: { contact_id: contactId }, after: position, size: MESSAGES_READ };
      const { documents, after } = await readById(inbound, read);
      return { records: documents.map(toEvent), after };
    },
    eraseTexts: async (contactIds) => {
      await inbound.updateMany({ contact_id: { $in: [...contactIds] } }, { $set: { snippet: null } });
    },
  };
}

/** The message in the shape of a stored event. */
function toEvent({ _id: id, received_at, account_id, ...row }: InboundRow): object {
  const { kind, intent, bounce_classification, send_id, campaign_id, contact_id, snippet } = row;
  const about = { contact_id, campaign_id, send_id, sending_account_id: account_id };
  const data = { kind, intent, bounce_classification, snippet, ...about };
  return { id, type: 'inbox.message_recorded', timestamp: received_at, data };
}

function idOf({ account_id, mailbox }: Pick<InboxPosition, 'account_id' | 'mailbox'>): string {
  return `${account_id}:${mailbox}`;
}

function fromRow({
  account_id,
  mailbox,
  uid_validity,
  last_uid,
  read_since,
  read_at,
  alone,
}: PositionRow): InboxPosition {
  return { account_id, mailbox, uid_validity, last_uid, read_since, read_at, alone };
}
