import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { WinnerChecks } from './ports.ts';

/** Longer than the reading of the counters of all campaigns of a sequence. */
const LEASE_MS = 60_000;

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

export interface WinnerChecksOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Time between two evaluations of a sequence. */
  readonly everyMs: number;
}

/** Sequences with an undecided step. `_id` is the id of the sequence. */
export interface StoredWinnerChecks {
  readonly checks: WinnerChecks;
  readonly queue: WorkQueue<WorkFields>;
}

export function createWinnerChecks(options: WinnerChecksOptions): StoredWinnerChecks {
  const { connection, clock, everyMs } = options;
  const model: Model<WorkFields> = defineModel(connection, 'winner_checks', schema);
  return {
    queue: createWorkQueue<WorkFields>({ ...options, model, leaseMs: LEASE_MS }),
    checks: {
      request: async (sequenceId) => {
        const dueAt = new Date(clock.now() + everyMs);
        // Without a token a running worker loses its claim: it may have read the steps before the change.
        const change = { $set: { lease_token: null, attempts: 0 }, $setOnInsert: { due_at: dueAt } };
        await model.updateOne({ _id: sequenceId }, change, { upsert: true });
      },
      remove: async (sequenceId) => {
        await model.deleteOne({ _id: sequenceId });
      },
    },
  };
}
