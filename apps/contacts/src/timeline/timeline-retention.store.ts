import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Model } from 'mongoose';
import type { RetentionFields, TimelineRetention } from './ports.ts';

/** Longer than one step takes; after it another process continues. */
const LEASE_MS = 30_000;

/** The setting of a workspace, and the work of applying it. `_id` is the id of the workspace. */
type TimelineRetentionRow = WorkFields & RetentionFields;

const schema = tenantSchema<TimelineRetentionRow>(
  {
    _id: String,
    days: { type: Number, required: true },
    version: { type: Number, required: true },
    ...workFields,
  },
  [workIndex],
);

export function createTimelineRetention(
  base: ServiceBase,
): TimelineRetention & { readonly queue: WorkQueue<TimelineRetentionRow> } {
  const { mongo, units, clock } = base;
  const model: Model<TimelineRetentionRow> = defineModel(mongo.connection, 'timeline_retention', schema);
  const queue = createWorkQueue<TimelineRetentionRow>({ ...base, model, leaseMs: LEASE_MS });
  return {
    queue,
    set: async (days, version) => {
      const _id = requireWorkspaceId();
      const stored = await model
        .findOne({ _id }, { version: 1 })
        .lean<Pick<TimelineRetentionRow, 'version'>>();
      if (stored !== null && stored.version >= version) return;
      // The worker that has the item loses it, so it deletes nothing by a setting that has been replaced.
      const due_at = days === 0 ? null : new Date(clock.now());
      const $set = { days, version, due_at, lease_token: null, attempts: 0 };
      await model.updateOne({ _id }, { $set }, { upsert: true });
      units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}
