import type { Connection, Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema, type Units } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';

/** Longer than the work on one campaign takes; after it another process repeats the work. */
export const CAMPAIGN_LEASE_MS = 15_000;

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

export interface CampaignQueueOptions {
  readonly connection: Connection;
  /** The collection of the queue. */
  readonly collection: string;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly clock: Clock;
  readonly ids: NewId;
}

/** A work queue with campaigns. `_id` is the id of the campaign, so each campaign is queued once. */
export interface CampaignQueue {
  readonly queue: WorkQueue<WorkFields>;
  /** Part of a transaction: the campaigns are due at this time. */
  add(campaignIds: readonly string[], at: Date): Promise<void>;
}

export function createCampaignQueue({ collection, ...options }: CampaignQueueOptions): CampaignQueue {
  const { connection, units } = options;
  const model: Model<WorkFields> = defineModel(connection, collection, schema);
  const queue = createWorkQueue<WorkFields>({ ...options, model, leaseMs: CAMPAIGN_LEASE_MS });
  return {
    queue,
    add: async (campaignIds, at) => {
      if (campaignIds.length === 0) return;
      // Without a token, a worker that has read the campaign before this change loses its claim.
      const update = { $set: { lease_token: null, attempts: 0, due_at: at } };
      await model.bulkWrite(
        [...new Set(campaignIds)].map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
      );
      units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}
