import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection } from 'mongoose';
import type { ErasureTasks } from './ports.ts';

/** The removal of the data of one record; its id is the id of the record. */
const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

export interface ErasureTaskOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly leaseMs: number;
}

export interface ErasureTaskStore {
  readonly tasks: ErasureTasks;
  readonly queue: WorkQueue<WorkFields>;
}

export function createErasureTasks(options: ErasureTaskOptions): ErasureTaskStore {
  const model = defineModel(options.connection, 'erasure_tasks', schema);
  const queue = createWorkQueue<WorkFields>({ ...options, model });
  const tasks: ErasureTasks = {
    add: async ({ id, workspaceId, at }) => {
      const $set = { due_at: at, lease_token: null, attempts: 0 };
      await model.updateOne({ _id: id, workspace_id: workspaceId }, { $set }, { upsert: true });
      options.units.afterCommit(() => queue.wakeUp.raise());
    },
  };
  return { tasks, queue };
}
