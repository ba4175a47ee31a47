import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Clock } from '@outreach/service-kit';
import type { InboxUse, InboxWork } from './ports.ts';

/** A worker renews it three times within this time; a mailbox of a killed worker is read again after it. */
const LEASE_MS = 45_000;

/** Due mailboxes that one round compares with the connections. */
const WAITING_MAX = 2_000;
const REASON = 'the mailboxes of all workspaces share the connections of a process';

/** A mailbox that a worker reads. `_id` is the id of the account. */
export interface InboxRow extends WorkFields {
  /** The time of the first email: messages that arrived before it are no answers. */
  readonly started_at: Date;
  /** The time of the last email, not exact. */
  readonly last_sent_at: Date;
}

const schema = tenantSchema<InboxRow>(
  {
    _id: String,
    started_at: { type: Date, required: true },
    last_sent_at: { type: Date, required: true },
    ...workFields,
  },
  [workIndex],
);

export interface StoredInboxWork extends InboxWork {
  readonly queue: WorkQueue<InboxRow>;
  readonly waiting: WaitingInboxes;
}

/** Mailboxes of all workspaces that are due and that no worker reads. */
export interface WaitingInboxes {
  /** Their number by workspace, of those that have waited longest. */
  countByWorkspace(): Promise<ReadonlyMap<string, number>>;
  /** When the oldest one became due; undefined without one. */
  oldestDueAt(): Promise<Date | undefined>;
}

export function createInboxWork(base: ServiceBase): StoredInboxWork {
  const { mongo, units, clock } = base;
  const model: Model<InboxRow> = defineModel(mongo.connection, 'account_inboxes', schema);
  const queue = createWorkQueue<InboxRow>({ ...base, model, leaseMs: LEASE_MS });
  const wake = (): void => units.afterCommit(() => queue.wakeUp.raise());
  return {
    queue,
    waiting: createWaiting(model, clock),
    use: async (uses) => {
      if (uses.length === 0) return;
      await model.bulkWrite(uses.flatMap((use) => toWrites(use, new Date(clock.now()))));
      wake();
    },
    restart: async (accountId) => {
      const $set = { due_at: new Date(clock.now()), lease_token: null, attempts: 0 };
      await model.updateOne({ _id: accountId }, { $set });
      wake();
    },
    resume: async (accountId) => {
      const $set = { due_at: new Date(clock.now()), attempts: 0 };
      await model.updateOne({ _id: accountId, lease_token: null }, { $set });
      wake();
    },
    remove: async (accountId) => {
      await model.deleteOne({ _id: accountId });
    },
  };
}

function createWaiting(model: Model<InboxRow>, clock: Clock): WaitingInboxes {
  const findDue = async (max: number): Promise<readonly InboxRow[]> =>
    runAsSystem(REASON, async () =>
      model
        .find({ due_at: { $type: 'date', $lte: new Date(clock.now()) } }, { workspace_id: 1, due_at: 1 })
        .sort({ due_at: 1 })
        .limit(max)
        .hint('work_due')
        .lean<InboxRow[]>(),
    );
  return {
    countByWorkspace: async () => {
      const counts = new Map<string, number>();
      for (const { workspace_id: id } of await findDue(WAITING_MAX))
        counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },
    oldestDueAt: async () => (await findDue(1))[0]?.due_at ?? undefined,
  };
}

/** Adds the row, or makes it due again if no worker needed it for a long time. */
function toWrites({ accountId, from, to }: InboxUse, now: Date): Parameters<Model<InboxRow>['bulkWrite']>[0] {
  return [
    {
      updateOne: {
        filter: { _id: accountId },
        update: {
          $max: { last_sent_at: to },
          $setOnInsert: { started_at: from, due_at: now, lease_token: null, attempts: 0 },
        },
        upsert: true,
      },
    },
    { updateOne: { filter: { _id: accountId, due_at: null }, update: { $set: { due_at: now } } } },
  ];
}
