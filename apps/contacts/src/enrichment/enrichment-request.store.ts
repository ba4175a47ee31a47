import type { Connection, Model } from 'mongoose';
import { createDeadLetters, type DeadLetters, type Requeue } from '@outreach/event-bus';
import { defineModel, runAsSystem, tenantSchema, type Units } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import type { ClaimedEnrichment, EnrichmentQueue, EnrichmentRequests } from './ports.ts';
import { inWorkspace } from '../in-workspace.ts';

/** Under the id of its contact; it holds nothing of the contact itself. */
interface RequestDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly token: string;
  readonly attempts: number;
  /** When it may be taken up; while a worker has it, when the worker is taken for dead. */
  readonly due_at: Date;
}

const schema = tenantSchema<RequestDocument>(
  { _id: String, token: { type: String, required: true }, attempts: Number, due_at: Date },
  [[{ workspace_id: 1, due_at: 1 }, { name: 'due' }]],
);

const SOURCE = 'enrichment';
const REASON = 'contacts of all workspaces are enriched by one job';

export interface EnrichmentStoreParts {
  readonly connection: Connection;
  readonly units: Pick<Units, 'unitOfWork'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface EnrichmentStores {
  readonly requests: EnrichmentRequests;
  readonly queue: EnrichmentQueue;
  /** By the source of the dead letters that it takes up again. */
  readonly requeue: Requeue;
}

export function createEnrichmentStores(parts: EnrichmentStoreParts): EnrichmentStores {
  const rows: Model<RequestDocument> = defineModel(parts.connection, 'enrichment_requests', schema);
  const letters = createDeadLetters(parts.connection);
  const requests = createRequests(rows, letters, parts);
  return {
    requests,
    queue: createQueue(rows, letters, parts),
    requeue: {
      [SOURCE]: async ({ workspace_id: workspaceId, id = '' }) => {
        const dueAt = new Date(parts.clock.now());
        await inWorkspace(parts, { workspaceId }, async () => requests.add([id], dueAt));
      },
    },
  };
}

function createRequests(
  rows: Model<RequestDocument>,
  letters: DeadLetters,
  { units, newId }: EnrichmentStoreParts,
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
      await units.unitOfWork(async (session) => letters.remove({ source: SOURCE, key: contactId }, session));
    },
  };
}

function createQueue(
  rows: Model<RequestDocument>,
  letters: DeadLetters,
  { units, newId }: EnrichmentStoreParts,
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
        // What another worker was quicker to take has its token.
        const taken = await rows.find({ workspace_id: workspaceId, ...ids, token }).lean<RequestDocument[]>();
        return taken.map(({ _id, attempts }) => ({ contactId: _id, workspaceId, token, attempts }));
      }),
    postpone: async (claim, dueAt) => {
      await rows.updateOne(own(claim), { $set: { due_at: dueAt } });
    },
    giveUp: async (claim, reason) =>
      units.unitOfWork(async (session) => {
        if (!(await finish(claim))) return;
        const work = { workspace_id: claim.workspaceId, id: claim.contactId };
        const letter = { source: SOURCE, key: claim.contactId, subject: SOURCE, event: undefined };
        await letters.put({ ...letter, reason, work }, session);
      }),
  };
}
