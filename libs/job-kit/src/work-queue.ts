import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { IndexRow } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import { createLeasedRows, ENDED, type LeasedRow, type LeasedRows, type LeaseFields } from './leased-rows.ts';
import { idleQueuesOf } from './idle-queues.ts';
import { pickFairly } from './pick-fairly.ts';
import type { WakeUp } from './wake-ups/wake-up.ts';

/** Candidates that one claim reads, per item that it may take. */
const CANDIDATES_PER_ITEM = 4;
const CANDIDATES_MAX = 1_000;

/** The fields of a queued item. A collection with these fields can be the store of a work queue. */
export interface WorkFields extends LeaseFields {
  /** Claims so far, the current one included. */
  readonly attempts?: number;
  /** Why the item was given up; absent otherwise. */
  readonly failure_reason?: string;
}

/** Schema fields of a queued item, to be spread into the schema of its collection. */
export const workFields = {
  due_at: { type: Date, default: null },
  lease_token: { type: String, default: null },
  attempts: { type: Number, default: 0 },
  failure_reason: String,
};

/** The index that claims use. Work of all workspaces is found by time, so it does not begin with the workspace. */
export const workIndex: IndexRow = [
  { due_at: 1, workspace_id: 1 },
  { name: 'work_due', partialFilterExpression: { due_at: { $type: 'date' } } },
];

/** An item in the hands of one worker until its lease ends. */
export interface Claim<Row> extends LeasedRow {
  /** 1 for the first claim. */
  readonly attempt: number;
  readonly row: Row;
}

export interface ClaimOptions {
  /** Items to claim at most. */
  readonly max: number;
  /** How many more items of a workspace the worker takes; no limit without it. */
  readonly roomOf?: (workspaceId: string) => number;
}

export interface ClaimResult<Row> {
  readonly claims: readonly Claim<Row>[];
  /** When the next item becomes due; undefined when the queue is empty. Now or earlier when more items are due. */
  readonly nextDueAt: Date | undefined;
}

export interface WorkQueue<Row extends WorkFields> {
  /** Claims due items, the oldest first, in turn over the workspaces. */
  claim(options: ClaimOptions): Promise<ClaimResult<Row>>;
  /** Extends the lease. Joins the open unit of work. False when the item belongs to another worker or is gone. */
  renew(claim: Claim<unknown>, set?: Partial<Row>): Promise<boolean>;
  /** Deletes the item. Joins the open unit of work. False when the claim was lost; the caller then rolls back. */
  complete(claim: Claim<unknown>): Promise<boolean>;
  /** Ends the lease; the item is due again at `at`. Joins the open unit of work. False when the claim was lost. */
  retryAt(claim: Claim<unknown>, at: Date, set?: Partial<Row>): Promise<boolean>;
  /** Ends the lease and keeps the row without a due time. Joins the open unit of work. False when the claim was lost. */
  finish(claim: Claim<unknown>, set?: Partial<Row>): Promise<boolean>;
  /** Parks an item that no worker can handle, with the reason. False when the claim was lost. */
  giveUp(claim: Claim<unknown>, reason: string): Promise<boolean>;
  /** Ms until the next item is due; Infinity when the queue is empty. Idle queues of a service share one command. */
  untilDueMs(): Promise<number>;
  /** Raised by the code that adds items, after its commit. */
  readonly wakeUp: WakeUp;
  /** The clock of the due times. */
  readonly clock: Clock;
  /** Time in ms after which an item of a silent worker is due again. */
  readonly leaseMs: number;
}

export interface WorkQueueOptions<Row extends WorkFields> {
  readonly model: Model<Row>;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Time in ms after which an item of a silent worker is due again. */
  readonly leaseMs: number;
  /** Further condition of claimable items. */
  readonly filter?: QueryFilter<Row>;
}

/**
 * A leased work queue on a collection. A claim sets a fresh token and moves `due_at` to the end of the lease, so an item
 * of a killed worker becomes due by itself: with a lease of 30 s, a worker killed at t=5 s is replaced at t=30 s.
 */
export function createWorkQueue<Row extends WorkFields>(options: WorkQueueOptions<Row>): WorkQueue<Row> {
  const { model, clock, leaseMs, filter } = options;
  const onClaim: UpdateQuery<WorkFields> = { $inc: { attempts: 1 } };
  const rows = createLeasedRows<Row>({ ...options, onClaim });
  const update = async (leased: LeasedRow, set: object): Promise<boolean> =>
    rows.change({ leased, update: { $set: set } });
  return {
    clock,
    leaseMs,
    wakeUp: rows.wakeUp,
    untilDueMs: async () => {
      const dueAt = await idleQueuesOf(model.db).nextDueAt(model.collection.collectionName, filter ?? {});
      return dueAt === undefined ? Infinity : dueAt.getTime() - clock.now();
    },
    claim: async (wanted) => claimDue({ rows, filter, clock }, wanted),
    renew: async (claim, set) => update(claim, { ...set, due_at: new Date(clock.now() + leaseMs) }),
    complete: async (claim) => rows.delete(claim),
    retryAt: async (claim, at, set) => update(claim, { ...set, due_at: at, lease_token: null }),
    finish: async (claim, set) => update(claim, { ...set, ...ENDED }),
    giveUp: async (claim, reason) => update(claim, { ...ENDED, failure_reason: reason }),
  };
}

interface ClaimPorts<Row extends WorkFields> {
  readonly rows: LeasedRows<Row>;
  readonly filter: QueryFilter<Row> | undefined;
  readonly clock: Clock;
}

async function claimDue<Row extends WorkFields>(
  ports: ClaimPorts<Row>,
  { max, roomOf = () => max }: ClaimOptions,
): Promise<ClaimResult<Row>> {
  const now = new Date(ports.clock.now());
  const { due, nextDueAt } = await findCandidates(ports, { max, now, roomOf });
  const picked = pickFairly(due, { max, ownerOf: ({ workspace_id }) => workspace_id, roomOf });
  const { lease, rows } = await ports.rows.claim(picked.map(({ _id }) => _id));
  const claims = rows.map((row) => ({
    id: row._id,
    workspaceId: row.workspace_id,
    token: lease.token,
    attempt: row.attempts ?? 1,
    row,
  }));
  const isMoreDue = due.length > picked.length && picked.length === max;
  return { claims, nextDueAt: isMoreDue ? now : nextDueAt };
}

interface CandidateSearch {
  readonly max: number;
  readonly now: Date;
  readonly roomOf: (workspaceId: string) => number;
}

type Candidate = Pick<WorkFields, '_id' | 'workspace_id'>;

/** Due items of workspaces with room. A workspace that fills a page does not hide the items of the others. */
async function findCandidates<Row extends WorkFields>(
  { rows, filter }: ClaimPorts<Row>,
  { max, now, roomOf }: CandidateSearch,
): Promise<{ due: readonly Candidate[]; nextDueAt: Date | undefined }> {
  const limit = Math.min(CANDIDATES_MAX, max * CANDIDATES_PER_ITEM);
  const due: Candidate[] = [];
  const passed = new Set<string>();
  for (let round = 0; round < max; round += 1) {
    const where = { ...filter, workspace_id: { $nin: [...passed] } } as QueryFilter<Row>;
    const found = await rows.findDue({ max: limit, fields: ['workspace_id'], where });
    due.push(...found.due.filter(({ workspace_id }) => roomOf(workspace_id) > 0));
    if (found.due.length < limit) return { due, nextDueAt: found.nextDueAt };
    for (const { workspace_id } of found.due) passed.add(workspace_id);
    if (new Set(due.map(({ workspace_id }) => workspace_id)).size >= max) break;
  }
  return { due, nextDueAt: now };
}
