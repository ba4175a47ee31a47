import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { WinnerChecks } from './ports.ts';

/** Longer than the reading of the counters of all campaigns of a sequence. */
const LEASE_MS = 60_000;

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

/**
 * Sequences with an undecided step. `_id` is the id of the sequence.
 * @param everyMs time between two evaluations of a sequence.
 */
export function createWinnerChecks(
  base: ServiceBase,
  everyMs: number,
): WinnerChecks & { readonly queue: WorkQueue<WorkFields> } {
  const model: Model<WorkFields> = defineModel(base.mongo.connection, 'winner_checks', schema);
  return {
    queue: createWorkQueue<WorkFields>({ ...base, model, leaseMs: LEASE_MS }),
    request: async (sequenceId) => {
      const dueAt = new Date(base.clock.now() + everyMs);
      // Without a token a running worker loses its claim: it may have read the steps before the change.
      const change = { $set: { lease_token: null, attempts: 0 }, $setOnInsert: { due_at: dueAt } };
      await model.updateOne({ _id: sequenceId }, change, { upsert: true });
    },
    remove: async (sequenceId) => {
      await model.deleteOne({ _id: sequenceId });
    },
  };
}
