import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { CompletionCheck } from './ports.ts';

/** Longer than any transaction: every request that the end of a claim did not see has committed by then. */
export const CONFIRM_MS = 60_000;
/** Longer than the work on one campaign takes; after it another process repeats the work. */
const LEASE_MS = 15_000;

/** A queued campaign. */
export type QueuedCampaign = WorkFields & CompletionCheck;

const schema = tenantSchema<QueuedCampaign>({ _id: String, ...workFields, is_confirmation: Boolean }, [
  workIndex,
]);

/** A work queue with campaigns. `_id` is the id of the campaign, so each campaign is queued once. */
export interface CampaignQueue {
  readonly queue: WorkQueue<QueuedCampaign>;
  /** Part of a transaction: the campaigns are due at this time. */
  add(campaignIds: readonly string[], at: Date): Promise<void>;
  /**
   * Part of a transaction: the campaigns are due at this time, or earlier if an earlier time was requested. A request that
   * finds an earlier time writes nothing, so that many transactions can request the same campaign concurrently. It may
   * commit after a worker has read the campaign: the worker has to look at the campaign once more, after `CONFIRM_MS`.
   */
  request(campaignIds: readonly string[], at: Date): Promise<void>;
}

export function createCampaignQueue(
  base: Pick<ServiceBase, 'mongo' | 'clock' | 'ids'> & { readonly units: Pick<Units, 'afterCommit'> },
  collection: string,
): CampaignQueue {
  const { mongo, units } = base;
  const model: Model<QueuedCampaign> = defineModel(mongo.connection, collection, schema);
  const queue = createWorkQueue<QueuedCampaign>({ ...base, model, leaseMs: LEASE_MS });
  const add: CampaignQueue['add'] = async (campaignIds, at) => {
    if (campaignIds.length === 0) return;
    // Without a token, a worker that has read the campaign before this change loses its claim.
    const update = { $set: { lease_token: null, attempts: 0, due_at: at, is_confirmation: false } };
    await model.bulkWrite(
      [...new Set(campaignIds)].map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
    );
    units.afterCommit(() => queue.wakeUp.raise());
  };
  return {
    queue,
    add,
    request: async (campaignIds, at) => {
      if (campaignIds.length === 0) return;
      const waiting = {
        _id: { $in: [...campaignIds] },
        lease_token: null,
        due_at: { $lte: at },
        // The worker deletes a confirmation, so a request replaces it.
        is_confirmation: { $ne: true },
      };
      const found = await model.find(waiting, { _id: 1 }).lean<{ readonly _id: string }[]>();
      const requested = new Set(found.map(({ _id }) => _id));
      await add(
        campaignIds.filter((id) => !requested.has(id)),
        at,
      );
    },
  };
}
