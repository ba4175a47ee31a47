import type { ServiceBase } from '@outreach/app-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Model, QueryFilter } from 'mongoose';
import type { StoredEvent } from './event.ts';
import { erasedBody } from './personal-data.ts';
import type { ErasedIds, EventFeed, EventRange, EventRanges, EventStore, RangePosition } from './ports.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;
const LIST = 'events';

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
    [{ workspace_id: 1, type: 1, sequence: 1 }, { name: 'feed_by_type' }],
    [{ workspace_id: 1, type: 1, occurred_at: 1, _id: 1 }, { name: 'by_time' }],
    [{ workspace_id: 1, aggregate_id: 1, _id: 1 }, { name: 'by_record' }],
    [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
  ],
);

export interface EventStores {
  readonly store: EventStore;
  readonly feed: EventFeed;
  readonly ranges: EventRanges;
}

export function createEventStores({ mongo, cursors, erasures }: ServiceBase): EventStores {
  const events: Model<EventDocument> = defineModel(mongo.connection, 'events', schema);
  return {
    store: createEventStore(events, erasures),
    feed: createEventFeed(events, cursors, erasures),
    ranges: createEventRanges(events),
  };
}

function createEventFeed(events: Model<EventDocument>, cursors: Cursors, erased: ErasedIds): EventFeed {
  return {
    list: async ({ types, after }, page) => {
      const found = await findPage(cursors, {
        model: events,
        list: LIST,
        filter: { sequence: { $gt: after }, ...(types.length === 0 ? {} : { type: { $in: [...types] } }) },
        asked: JSON.stringify([after, types]),
        sortField: 'sequence',
        isNumber: true,
        isAscending: true,
        page,
        toItem: (document) => document,
      });
      const bodies = await shownBodies(found.items, erased);
      const items = found.items.map(({ _id: id, sequence }) => ({
        id,
        sequence,
        body: bodies.get(id) ?? '',
      }));
      return { ...found, items };
    },
    sequenceOf: async (eventId) => {
      const found = await events.findOne({ _id: eventId }, { sequence: 1 }).lean<EventDocument>();
      return found?.sequence;
    },
  };
}

function createEventRanges(events: Model<EventDocument>): EventRanges {
  return {
    count: async (range) => events.countDocuments(toRangeQuery(range)),
    list: async (range, { after, limit }) => {
      const found = await events
        .find({ $and: [toRangeQuery(range), afterPosition(after)] }, { type: 1, occurred_at: 1 })
        .sort({ occurred_at: 1, _id: 1 })
        .limit(limit)
        .lean<Pick<EventDocument, '_id' | 'type' | 'occurred_at'>[]>();
      return found.map(({ _id: id, ...event }) => ({ id, ...event }));
    },
  };
}

function toRangeQuery({ types, from, to, sequenceMax }: EventRange): QueryFilter<EventDocument> {
  const occurred_at = { $gte: from, $lt: to };
  return { type: { $in: [...types] }, occurred_at, sequence: { $lte: sequenceMax } };
}

function afterPosition(position: RangePosition | undefined): QueryFilter<EventDocument> {
  if (position === undefined) return {};
  const { at, id } = position;
  return { occurred_at: { $gte: at }, $or: [{ occurred_at: { $gt: at } }, { _id: { $gt: id } }] };
}

/** The stored bodies. A record that was erased a short time ago may still be stored with its data. */
async function shownBodies(
  documents: readonly EventDocument[],
  erased: ErasedIds,
): Promise<ReadonlyMap<string, string>> {
  const ids = await erased.erasedOf([...new Set(documents.map(({ aggregate_id: id }) => id))]);
  return new Map(
    documents.map(({ _id: id, ...event }) => [
      id,
      ids.has(event.aggregate_id) ? erasedBody({ id, ...event }) : event.body,
    ]),
  );
}

function createEventStore(events: Model<EventDocument>, erased: ErasedIds): EventStore {
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
      const found = await events.find({ _id: { $in: [...ids] } }).lean<EventDocument[]>();
      return shownBodies(found, erased);
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
