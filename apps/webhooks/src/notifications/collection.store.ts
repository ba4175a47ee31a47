import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { CollectedEvents } from './collected-events.ts';
import type { CollectionStore, ReceivedEvents } from './ports.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** One document per workspace; `_id` is the id of the workspace. */
export type CollectionRow = WorkFields & Omit<CollectedEvents, 'due_at'>;

const schema = tenantSchema<CollectionRow>(
  { _id: String, listed: Array, event_count: Number, quiet_until: Date, ...workFields },
  [workIndex],
);

export interface CollectionStores {
  readonly collections: CollectionStore;
  readonly queue: WorkQueue<CollectionRow>;
}

export function createCollectionStores(base: ServiceBase, leaseMs: number): CollectionStores {
  const model: Model<CollectionRow> = defineModel(base.mongo.connection, 'notification_collections', schema);
  return {
    collections: {
      findOf: async (workspaceIds) => {
        const found = await model.find({ _id: { $in: [...workspaceIds] } }).lean<CollectionRow[]>();
        return new Map(found.map(({ _id, ...row }) => [_id, fromRow(row)]));
      },
      save: async (workspaceId, { listed, event_count, quiet_until, due_at }) => {
        const $set = { listed: [...listed], event_count, quiet_until, due_at };
        const filter = { _id: workspaceId, workspace_id: workspaceId };
        await model.updateOne(filter, { $set }, { upsert: true });
      },
    },
    queue: createWorkQueue({ ...base, model, leaseMs }),
  };
}

function fromRow({ listed, event_count, quiet_until, due_at }: Omit<CollectionRow, '_id'>): CollectedEvents {
  return { listed, event_count, quiet_until: quiet_until ?? null, due_at: due_at ?? null };
}

interface ReceivedDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly at: Date;
}

const receivedSchema = tenantSchema<ReceivedDocument>({ _id: String, at: Date }, [
  [{ at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
]);

/** A duplicate event is published at most 30 days after the first one. */
export function createReceivedEvents({ mongo, clock }: ServiceBase): ReceivedEvents {
  const model: Model<ReceivedDocument> = defineModel(mongo.connection, 'notified_events', receivedSchema);
  return {
    addNew: async (events) => {
      const known = await model
        .find({ _id: { $in: events.map(({ id }) => id) } }, { _id: 1 })
        .lean<Pick<ReceivedDocument, '_id'>[]>();
      const knownIds = new Set(known.map(({ _id }) => _id));
      const fresh = new Map(events.filter(({ id }) => !knownIds.has(id)).map((event) => [event.id, event]));
      const at = new Date(clock.now());
      const rows = [...fresh.values()].map(({ id, workspace_id }) => ({ _id: id, workspace_id, at }));
      if (rows.length > 0) await model.insertMany(rows, { lean: true });
      return new Set(fresh.keys());
    },
  };
}
