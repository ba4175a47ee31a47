import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Model } from 'mongoose';
import type { RetentionStore } from './ports.ts';
import { RETENTION_OF_NEW_WORKSPACE, type Retention } from './retention.ts';

/** Longer than one step takes; after it another process continues. */
const LEASE_MS = 30_000;

/** The settings of a workspace, and the work of applying them. `_id` is the id of the workspace. */
export type RetentionRow = WorkFields & Retention;

const days = { type: Number, required: true };
const schema = tenantSchema<RetentionRow>(
  {
    _id: String,
    sends_days: days,
    timeline_days: days,
    inbox_days: days,
    version: { type: Number, required: true },
    sends_deleted_before: { type: Date, default: null },
    applied_inbox_days: days,
    ...workFields,
  },
  [workIndex],
);

export interface StoredRetention extends RetentionStore {
  /** The settings of all workspaces that have changed them. */
  readonly queue: WorkQueue<RetentionRow>;
}

export function createRetentionStore(base: ServiceBase): StoredRetention {
  const model: Model<RetentionRow> = defineModel(base.mongo.connection, 'retention', schema);
  const queue = createWorkQueue<RetentionRow>({ ...base, model, leaseMs: LEASE_MS });
  return {
    queue,
    find: async () => {
      const found = await model.findOne({ _id: requireWorkspaceId() }).lean<RetentionRow>();
      return found === null ? RETENTION_OF_NEW_WORKSPACE : toRetention(found);
    },
    save: async (retention, applyAt) => {
      // The worker that has the item loses it, so it applies no settings that have been replaced.
      const work = { due_at: applyAt, lease_token: null, attempts: 0 };
      await model.updateOne(
        { _id: requireWorkspaceId() },
        { $set: { ...retention, ...work } },
        { upsert: true },
      );
      base.units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}

export function toRetention(row: RetentionRow): Retention {
  const { sends_days, timeline_days, inbox_days, version, sends_deleted_before, applied_inbox_days } = row;
  return { sends_days, timeline_days, inbox_days, version, sends_deleted_before, applied_inbox_days };
}
