import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { EnrollmentTasks, TaskFields } from './ports.ts';

/** Longer than the transaction of one batch takes; after it another process continues. */
const LEASE_MS = 10_000;

/** A stored task. `_id` is the campaign, the task and its domain, so a campaign has each task once. */
type TaskRow = WorkFields & TaskFields;

const schema = tenantSchema<TaskRow>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    task: { type: String, required: true },
    after: String,
    started_at: Date,
    is_repetition: Boolean,
    domain: String,
    ...workFields,
  },
  [workIndex, [{ workspace_id: 1, campaign_id: 1 }, { name: 'of_campaign' }]],
);

export function createEnrollmentTasks(
  base: ServiceBase,
): EnrollmentTasks & { readonly queue: WorkQueue<TaskRow> } {
  const { mongo, units, clock } = base;
  const model: Model<TaskRow> = defineModel(mongo.connection, 'enrollment_tasks', schema);
  const queue = createWorkQueue<TaskRow>({ ...base, model, leaseMs: LEASE_MS });
  // Without a token a running task loses its claim: it may have read enrollments before this change.
  const startNow = (): Pick<TaskRow, 'lease_token' | 'attempts'> & { readonly due_at: Date } => ({
    lease_token: null,
    attempts: 0,
    due_at: new Date(clock.now()),
  });
  return {
    queue,
    add: async (campaignId, tasks, { isRestart = false } = {}) => {
      const start = startNow();
      await model.bulkWrite(
        tasks.map((task) => ({
          updateOne: {
            filter: { _id: `${campaignId}:${task}` },
            update: {
              $set: { campaign_id: campaignId, task, ...start },
              // The first snapshot of a campaign has ended when a restart finds none.
              $setOnInsert: { started_at: start.due_at, ...(isRestart && { is_repetition: true }) },
              ...(isRestart && { $unset: { after: '' } }),
            },
            upsert: true,
          },
        })),
      );
      units.afterCommit(() => queue.wakeUp.raise());
    },
    addDomainStop: async (campaignId, domain) => {
      const start = startNow();
      await model.updateOne(
        { _id: `${campaignId}:stop_domain:${domain}` },
        {
          $set: { campaign_id: campaignId, task: 'stop_domain', domain, started_at: start.due_at, ...start },
        },
        { upsert: true },
      );
      units.afterCommit(() => queue.wakeUp.raise());
    },
    of: async (campaignId) => {
      const rows = await model.find({ campaign_id: campaignId }, { task: 1 }).lean<Pick<TaskRow, 'task'>[]>();
      return rows.map(({ task }) => task);
    },
  };
}
