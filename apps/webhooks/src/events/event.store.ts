import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { StoredEvent } from './event.ts';
import type { EventStore } from './ports.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;

interface EventDocument extends Omit<StoredEvent, 'id'> {
  readonly _id: string;
  readonly created_at: Date;
}

const schema = tenantSchema<EventDocument>(
  {
    _id: String,
    sequence: Number,
    type: String,
    aggregate_id: String,
    occurred_at: Date,
    body: String,
    created_at: Date,
  },
  [
    [
      { workspace_id: 1, sequence: 1 },
      { name: 'feed', unique: true },
    ],
    [{ workspace_id: 1, aggregate_id: 1 }, { name: 'by_aggregate' }],
    [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
  ],
);

export function createEventStore(connection: Connection): EventStore {
  const events: Model<EventDocument> = defineModel(connection, 'events', schema);
  return {
    insert: async (stored, at) => {
      const documents = stored.map(({ id, ...event }) => ({ _id: id, ...event, created_at: at }));
      await events.insertMany(documents, { lean: true });
    },
    findKnownIds: async (ids) => {
      const found = await events
        .find({ _id: { $in: [...ids] } }, { _id: 1 })
        .lean<Pick<EventDocument, '_id'>[]>();
      return new Set(found.map(({ _id }) => _id));
    },
    findBodies: async (ids) => {
      const found = await events
        .find({ _id: { $in: [...ids] } }, { body: 1 })
        .lean<Pick<EventDocument, '_id' | 'body'>[]>();
      return new Map(found.map(({ _id, body }) => [_id, body]));
    },
    listOfAggregate: async ({ workspaceId, id }, { afterId, limit }) => {
      const found = await events
        .find({ workspace_id: workspaceId, aggregate_id: id, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<EventDocument[]>();
      return found.map(({ _id, created_at: _created, ...event }) => ({ id: _id, ...event }));
    },
    replaceBodies: async (changed) => {
      await events.bulkWrite(
        changed.map(({ id: _id, workspace_id, body }) => ({
          updateOne: { filter: { _id, workspace_id }, update: { $set: { body } } },
        })),
      );
    },
  };
}
