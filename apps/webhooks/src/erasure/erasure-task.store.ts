import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { ErasureTasks } from './ports.ts';

/** The removal of the data of one record; its id is the id of the record. */
const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

/** Time in ms after which an erasure passes to another worker. */
const LEASE_MS = 15_000;

export interface ErasureTaskStore {
  readonly tasks: ErasureTasks;
  readonly queue: WorkQueue<WorkFields>;
}

export function createErasureTasks(base: ServiceBase): ErasureTaskStore {
  const model = defineModel(base.mongo.connection, 'erasure_tasks', schema);
  const queue = createWorkQueue<WorkFields>({ ...base, model, leaseMs: LEASE_MS });
  const tasks: ErasureTasks = {
    add: async ({ id, workspaceId, at }) => {
      const $set = { due_at: at, lease_token: null, attempts: 0 };
      await model.updateOne({ _id: id, workspace_id: workspaceId }, { $set }, { upsert: true });
      base.units.afterCommit(() => queue.wakeUp.raise());
    },
  };
  return { tasks, queue };
}
