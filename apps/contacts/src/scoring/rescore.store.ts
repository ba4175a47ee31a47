import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
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

/** Longer than one step takes; after it another process continues. */
const LEASE_MS = 30_000;

export interface RescoreStores {
  readonly rescores: Rescores;
  readonly queue: WorkQueue<WorkFields & RescoreProgress>;
}

export function createRescores(base: Pick<ServiceBase, 'mongo' | 'units' | 'clock' | 'ids'>): RescoreStores {
  const model: Model<RescoreDocument> = defineModel(base.mongo.connection, 'contact_rescores', schema);
  const queue = createWorkQueue<RescoreDocument>({ ...base, model, leaseMs: LEASE_MS });
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
        base.units.afterCommit(() => queue.wakeUp.raise());
      },
    },
  };
}
