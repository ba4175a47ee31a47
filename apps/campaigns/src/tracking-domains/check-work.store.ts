import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { CheckWork } from './ports.ts';

/** Longer than the questions of a check. */
const LEASE_MS = 60_000;

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

export interface CheckWorkOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly clock: Clock;
  readonly ids: NewId;
}

/** `_id` is the id of the domain. */
export interface StoredCheckWork {
  readonly work: CheckWork;
  readonly queue: WorkQueue<WorkFields>;
}

export function createCheckWork(options: CheckWorkOptions): StoredCheckWork {
  const model: Model<WorkFields> = defineModel(options.connection, 'tracking_domain_checks', schema);
  const queue = createWorkQueue<WorkFields>({ ...options, model, leaseMs: LEASE_MS });
  return {
    queue,
    work: {
      checkAt: async (domainId, at) => {
        // Without a token a running worker loses its claim.
        const change = { $set: { due_at: at, lease_token: null, attempts: 0 } };
        await model.updateOne({ _id: domainId }, change, { upsert: true });
        options.units.afterCommit(() => queue.wakeUp.raise());
      },
      remove: async (domainId) => {
        await model.deleteOne({ _id: domainId });
      },
    },
  };
}
