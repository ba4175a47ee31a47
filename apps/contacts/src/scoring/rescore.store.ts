import type { Connection, Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import { requireWorkspaceId, type Clock, type NewId } from '@outreach/service-kit';
import type { RescoreProgress, Rescores } from './ports.ts';

/** One document per workspace; `_id` is the id of the workspace. */
interface RescoreDocument extends WorkFields, RescoreProgress {}

const schema = tenantSchema<RescoreDocument>(
  {
    _id: String,
    request_id: { type: String, required: true },
    requested_at: Date,
    pass: Number,
    after: String,
    ...workFields,
  },
  [workIndex],
);

export interface RescoreStoreOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Time in ms after which the rescore of a silent worker is due again. */
  readonly leaseMs: number;
}

export interface RescoreStores {
  readonly rescores: Rescores;
  readonly queue: WorkQueue<WorkFields & RescoreProgress>;
}

export function createRescores(options: RescoreStoreOptions): RescoreStores {
  const model: Model<RescoreDocument> = defineModel(options.connection, 'contact_rescores', schema);
  const queue = createWorkQueue<RescoreDocument>({ ...options, model });
  return {
    queue,
    rescores: {
      request: async (requestId, at) => {
        const progress = { request_id: requestId, requested_at: at, pass: 1, after: null };
        const work = { due_at: at, lease_token: null, attempts: 0 };
        await model.updateOne(
          { _id: requireWorkspaceId() },
          { $set: { ...progress, ...work } },
          { upsert: true },
        );
        options.units.afterCommit(() => queue.wakeUp.raise());
      },
    },
  };
}
