import type { Connection, Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema, type Units } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import type { CompletionChecks } from './ports.ts';

/** Longer than a check takes; after it another process repeats it. */
export const CHECK_LEASE_MS = 15_000;

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

export interface CompletionCheckOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly clock: Clock;
  readonly ids: NewId;
}

export interface StoredCompletionChecks extends CompletionChecks {
  /** `_id` is the id of the campaign. */
  readonly queue: WorkQueue<WorkFields>;
}

export function createCompletionChecks(options: CompletionCheckOptions): StoredCompletionChecks {
  const { connection, units, clock } = options;
  const model: Model<WorkFields> = defineModel(connection, 'completion_checks', schema);
  const queue = createWorkQueue<WorkFields>({ ...options, model, leaseMs: CHECK_LEASE_MS });
  return {
    queue,
    request: async (campaignIds) => {
      if (campaignIds.length === 0) return;
      // Without a token a running check loses its claim: it may have read the counts before this change.
      const update = { $set: { lease_token: null, attempts: 0, due_at: new Date(clock.now()) } };
      await model.bulkWrite(
        [...new Set(campaignIds)].map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
      );
      units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}
