import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { Channel, MessageStore, QueuedMessage } from './ports.ts';

/** Longer than all attempts take. A message that no worker sends, because mail was switched off, is removed then. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

export type MessageRow = WorkFields & QueuedMessage & { readonly created_at: Date };

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<MessageRow>(
  {
    _id: String,
    channel: required(String),
    // Empty for Slack.
    recipient: String,
    listed: Array,
    event_count: required(Number),
    failures: required(Number),
    created_at: required(Date),
    ...workFields,
  },
  [workIndex, [{ created_at: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_SECONDS }]],
);

export interface MessageStores {
  readonly messages: MessageStore;
  /** Messages of a channel wait for their own workers: a hanging Slack server holds no letter back. */
  readonly queueOf: (channel: Channel) => WorkQueue<MessageRow>;
}

export function createMessageStores(base: ServiceBase, leaseMs: number): MessageStores {
  const { clock, ids } = base;
  const model: Model<MessageRow> = defineModel(base.mongo.connection, 'notifications', schema);
  return {
    messages: {
      add: async (added) => {
        const now = new Date(clock.now());
        const waiting = { failures: 0, created_at: now, due_at: now, lease_token: null, attempts: 0 };
        await model.insertMany(
          added.map((message) => ({ _id: ids('ntf'), ...message, ...waiting })),
          { lean: true },
        );
      },
    },
    queueOf: (channel) => createWorkQueue({ ...base, model, leaseMs, filter: { channel } }),
  };
}
