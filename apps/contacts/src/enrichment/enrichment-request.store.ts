import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import {
  createWorkQueue,
  workFields,
  workIndex,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { EnrichmentRequests } from './ports.ts';

/** `_id` is the id of the contact; the document holds no data of the contact. */
type RequestDocument = WorkFields;

const schema = tenantSchema<RequestDocument>({ _id: String, ...workFields }, [workIndex]);

/** The source of dead letters of given up requests. */
export const ENRICHMENT_SOURCE = 'enrichment';

export interface EnrichmentStores {
  readonly requests: EnrichmentRequests;
  readonly queue: WorkQueue<WorkFields>;
  /** Turns a claimed request into a dead letter, which an operator can retry. False when the claim was lost. */
  readonly giveUp: (claim: Claim<unknown>, reason: string) => Promise<boolean>;
}

type StoreBase = Pick<ServiceBase, 'mongo' | 'units' | 'deadLetters' | 'clock' | 'ids'>;

/** @param leaseMs time after which the request of a silent worker is due again. */
export function createEnrichmentStores(base: StoreBase, leaseMs: number): EnrichmentStores {
  const { units, deadLetters } = base;
  const model: Model<RequestDocument> = defineModel(base.mongo.connection, 'enrichment_requests', schema);
  const queue = createWorkQueue<RequestDocument>({ ...base, model, leaseMs });
  return {
    requests: createRequests(model, queue, base),
    queue,
    giveUp: async (claim, reason) =>
      units.unitOfWork(async (session) => {
        if (!(await queue.complete(claim))) return false;
        const { id, workspaceId } = claim;
        const letter = { source: ENRICHMENT_SOURCE, key: id, subject: ENRICHMENT_SOURCE, event: undefined };
        await deadLetters.put({ ...letter, reason, work: { workspace_id: workspaceId, id } }, session);
        return true;
      }),
  };
}

function createRequests(
  rows: Model<RequestDocument>,
  queue: WorkQueue<RequestDocument>,
  { units, deadLetters }: StoreBase,
): EnrichmentRequests {
  return {
    add: async (contactIds, at) => {
      if (contactIds.length === 0) return;
      // Without a token the claim of a running worker is lost: it may have read the contact before the new request.
      const update = { $set: { lease_token: null, attempts: 0, due_at: at } };
      await rows.bulkWrite(
        contactIds.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
      );
      units.afterCommit(() => queue.wakeUp.raise());
    },
    remove: async (contactId) => {
      await rows.deleteOne({ _id: contactId });
      await units.unitOfWork(async (session) =>
        deadLetters.remove({ source: ENRICHMENT_SOURCE, key: contactId }, session),
      );
    },
  };
}
