import type { Connection, Model } from 'mongoose';
import type { DeadLetters } from '@outreach/event-bus';
import { defineModel, runAsSystem, tenantSchema, type Units } from '@outreach/mongo-kit';
import type { NewId } from '@outreach/service-kit';
import type { ClaimedEnrichment, EnrichmentQueue, EnrichmentRequests } from './ports.ts';

/** `_id` is the id of the contact; the document holds no data of the contact. */
interface RequestDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly token: string;
  readonly attempts: number;
  /** When a worker may claim the request; for a claimed one, the end of the lease. */
  readonly due_at: Date;
}

const schema = tenantSchema<RequestDocument>(
  { _id: String, token: { type: String, required: true }, attempts: Number, due_at: Date },
  [[{ workspace_id: 1, due_at: 1 }, { name: 'due' }]],
);

/** The source of dead letters of given up requests. */
export const ENRICHMENT_SOURCE = 'enrichment';
const REASON = 'one job enriches the contacts of all workspaces';

export interface EnrichmentStoreOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'unitOfWork'>;
  readonly deadLetters: DeadLetters;
  readonly newId: NewId;
}

export interface EnrichmentStores {
  readonly requests: EnrichmentRequests;
  readonly queue: EnrichmentQueue;
}

export function createEnrichmentStores(options: EnrichmentStoreOptions): EnrichmentStores {
  const rows: Model<RequestDocument> = defineModel(options.connection, 'enrichment_requests', schema);
  return { requests: createRequests(rows, options), queue: createQueue(rows, options) };
}

function createRequests(
  rows: Model<RequestDocument>,
  { units, deadLetters, newId }: EnrichmentStoreOptions,
): EnrichmentRequests {
  return {
    add: async (contactIds, at) => {
      if (contactIds.length === 0) return;
      const $set = { token: newId('enq'), attempts: 0, due_at: at };
      await rows.bulkWrite(
        contactIds.map((_id) => ({ updateOne: { filter: { _id }, update: { $set }, upsert: true } })),
      );
    },
    remove: async (contactId) => {
      await rows.deleteOne({ _id: contactId });
      await units.unitOfWork(async (session) =>
        deadLetters.remove({ source: ENRICHMENT_SOURCE, key: contactId }, session),
      );
    },
  };
}

function createQueue(
  rows: Model<RequestDocument>,
  { units, deadLetters, newId }: EnrichmentStoreOptions,
): EnrichmentQueue {
  const own = ({ contactId, token }: ClaimedEnrichment) => ({ _id: contactId, token });
  const finish = async (claim: ClaimedEnrichment): Promise<boolean> =>
    (await rows.deleteOne(own(claim))).deletedCount === 1;
  return {
    finish,
    workspaces: async () => runAsSystem(REASON, async () => rows.distinct('workspace_id')),
    claim: async (workspaceId, { now, until, countMax }) =>
      runAsSystem(REASON, async () => {
        const due = { workspace_id: workspaceId, due_at: { $lte: now } };
        const found = await rows
          .find(due, { _id: 1 })
          .sort({ due_at: 1 })
          .limit(countMax)
          .lean<{ _id: string }[]>();
        if (found.length === 0) return [];
        const ids = { _id: { $in: found.map(({ _id }) => _id) } };
        const token = newId('enq');
        await rows.updateMany({ ...due, ...ids }, { $set: { token, due_at: until }, $inc: { attempts: 1 } });
        // Requests that another worker claimed concurrently have its token.
        const claimed = await rows
          .find({ workspace_id: workspaceId, ...ids, token })
          .lean<RequestDocument[]>();
        return claimed.map(({ _id, attempts }) => ({ contactId: _id, workspaceId, token, attempts }));
      }),
    postpone: async (claim, dueAt) => {
      await rows.updateOne(own(claim), { $set: { due_at: dueAt } });
    },
    giveUp: async (claim, reason) =>
      units.unitOfWork(async (session) => {
        if (!(await finish(claim))) return;
        const work = { workspace_id: claim.workspaceId, id: claim.contactId };
        const letter = {
          source: ENRICHMENT_SOURCE,
          key: claim.contactId,
          subject: ENRICHMENT_SOURCE,
          event: undefined,
        };
        await deadLetters.put({ ...letter, reason, work }, session);
      }),
  };
}
