import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { CheckWork } from './ports.ts';

/** Longer than the questions of a check. */
const LEASE_MS = 60_000;

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

/** `_id` is the id of the domain. */
export function createCheckWork(base: ServiceBase): CheckWork & { readonly queue: WorkQueue<WorkFields> } {
  const model: Model<WorkFields> = defineModel(base.mongo.connection, 'tracking_domain_checks', schema);
  const queue = createWorkQueue<WorkFields>({ ...base, model, leaseMs: LEASE_MS });
  return {
    queue,
    checkAt: async (domainId, at) => {
      // Without a token a running worker loses its claim.
      const change = { $set: { due_at: at, lease_token: null, attempts: 0 } };
      await model.updateOne({ _id: domainId }, change, { upsert: true });
      base.units.afterCommit(() => queue.wakeUp.raise());
    },
    remove: async (domainId) => {
      await model.deleteOne({ _id: domainId });
    },
  };
}
