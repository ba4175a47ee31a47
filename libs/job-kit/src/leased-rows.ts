import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import { queueWakeUpsOf } from './wake-ups/queue-wake-ups.ts';
import type { WakeUp } from './wake-ups/wake-up.ts';

const REASON = 'workers serve the queued work of all workspaces';

/** The fields of a row that one worker at a time may lease. */
export interface LeaseFields {
  readonly _id: string;
  readonly workspace_id: string;
  /** When the row may be claimed: its next attempt, or the end of the current lease. Null while nothing is to do. */
  readonly due_at: Date | null;
  /** Token of the current claim; null while no worker has the row. */
  readonly lease_token?: string | null;
}

export interface Lease {
  readonly token: string;
  readonly untilMs: number;
}

/** A row under the lease of one worker. */
export interface LeasedRow {
  readonly id: string;
  readonly workspaceId: string;
  /** Every write of the worker names this token: after the lease passed to another worker, it changes nothing. */
  readonly token: string;
}

export interface LeasedChange<Row> {
  readonly leased: LeasedRow;
  readonly update: UpdateQuery<Row>;
}

export interface DueOptions<Row, Field> {
  readonly max: number;
  readonly fields: readonly Field[];
  /** Further condition, for example without keys that have no room. */
  readonly where?: QueryFilter<Row>;
  /** `nextDueAt` is searched this far ahead; without limit by default. */
  readonly aheadMs?: number;
}

export interface DueRows<Row> {
  /** The earliest first. Further rows are due when there are `max` of them. */
  readonly due: readonly Row[];
  /** When the next row becomes due; undefined when none is found, or when there are `max` due rows. */
  readonly nextDueAt: Date | undefined;
}

/** Leases on the rows of a collection, for workers that schedule in memory. `createWorkQueue` is made of it. */
export interface LeasedRows<Row extends LeaseFields> {
  /** A lease for rows that are created claimed: their `due_at` is the end of the lease. */
  newLease(): Lease;
  findDue<Field extends keyof Row & string>(
    options: DueOptions<Row, Field>,
  ): Promise<DueRows<Pick<Row, Field | '_id'>>>;
  /** Claims the rows that are still due, under one lease. Another worker has the remaining rows. */
  claim(ids: readonly string[]): Promise<{ readonly lease: Lease; readonly rows: readonly Row[] }>;
  /** Ends rows that are still due and that no worker needs to claim. */
  endDue(ids: readonly string[], set: Partial<Row>): Promise<void>;
  /** Moves rows that are still due to a later time. */
  postponeDue(ids: readonly string[], at: Date): Promise<void>;
  /** Ends leases: the rows are due at `at`, by default at once. */
  release(leased: readonly LeasedRow[], at?: Date): Promise<void>;
  /**
   * Changes rows under their leases, in one command. Returns the number of lost leases: these rows are unchanged.
   * With `acknowledgedBy: 'primary'` it does not wait for replication: for writes that a later claim repeats.
   */
  changeAll(
    changes: readonly LeasedChange<Row>[],
    options?: { readonly acknowledgedBy?: 'primary' },
  ): Promise<number>;
  /** Changes one row. Joins the open unit of work. False when the lease was lost. */
  change(change: LeasedChange<Row>): Promise<boolean>;
  /** Deletes one row. Joins the open unit of work. False when the lease was lost. */
  delete(leased: LeasedRow): Promise<boolean>;
  /** Raised by the code that adds due rows, after its commit. */
  readonly wakeUp: WakeUp;
}

export interface LeasedRowsOptions<Row extends LeaseFields> {
  readonly model: Model<Row>;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Time in ms after which a row of a silent worker is due again. */
  readonly leaseMs: number;
  /** Name of the index for `findDue`; chosen by the database by default. */
  readonly index?: string;
  /** Further change of a row that is claimed. */
  readonly onClaim?: UpdateQuery<Row>;
}

/** The fields of a row that has ended: no worker claims it. */
export const ENDED = { due_at: null, lease_token: null } as const;

export function createLeasedRows<Row extends LeaseFields>(options: LeasedRowsOptions<Row>): LeasedRows<Row> {
  const { model, clock, ids, leaseMs } = options;
  const newLease = (): Lease => ({ token: ids('lease'), untilMs: clock.now() + leaseMs });
  const changeAll: LeasedRows<Row>['changeAll'] = async (changes, { acknowledgedBy } = {}) => {
    if (changes.length === 0) return 0;
    const writes = changes.map(({ leased, update }) => ({
      updateOne: { filter: underLease<Row>(leased), update },
    }));
    const written = await asSystem(async () =>
      acknowledgedBy === 'primary' ? bulkWriteOnPrimary(model, writes) : bulkWrite(model, writes),
    );
    return changes.length - written.matchedCount;
  };
  return {
    newLease,
    changeAll,
    wakeUp: queueWakeUpsOf(model.db).create(model.collection.collectionName),
    findDue: async (wanted) => asSystem(async () => findDue(options, wanted)),
    claim: async (wanted) => {
      const lease = newLease();
      return { lease, rows: await asSystem(async () => claim(options, wanted, lease)) };
    },
    endDue: async (wanted, set) => {
      if (wanted.length === 0) return;
      const filter = stillDue<Row>(wanted, clock.now());
      await asSystem(async () => model.updateMany(filter, { $set: { ...set, ...ENDED } }));
    },
    postponeDue: async (wanted, at) => {
      if (wanted.length === 0) return;
      const update: UpdateQuery<LeaseFields> = { $set: { due_at: at, lease_token: null } };
      await asSystem(async () => model.updateMany(stillDue<Row>(wanted, clock.now()), update));
    },
    release: async (leased, at = new Date(clock.now())) => {
      const update: UpdateQuery<LeaseFields> = { $set: { due_at: at, lease_token: null } };
      await changeAll(leased.map((row) => ({ leased: row, update })));
    },
    change: async ({ leased, update }) => {
      const updated = await asSystem(async () => model.updateOne(underLease<Row>(leased), update));
      return updated.matchedCount === 1;
    },
    delete: async (leased) => {
      const deleted = await asSystem(async () => model.deleteOne(underLease<Row>(leased)));
      return deleted.deletedCount === 1;
    },
  };
}

interface RowWrite<Row> {
  readonly updateOne: { readonly filter: QueryFilter<Row>; readonly update: UpdateQuery<Row> };
}

interface Written {
  readonly matchedCount: number;
}

async function bulkWrite<Row>(model: Model<Row>, writes: readonly RowWrite<Row>[]): Promise<Written> {
  return model.bulkWrite(writes as Parameters<typeof model.bulkWrite>[0], { ordered: false });
}

/** By the driver alone: mongoose would check the type of each field of each change. */
async function bulkWriteOnPrimary<Row>(
  { collection }: Model<Row>,
  writes: readonly RowWrite<Row>[],
): Promise<Written> {
  const options = { ordered: false, writeConcern: { w: 1 } };
  return collection.bulkWrite(writes as Parameters<typeof collection.bulkWrite>[0], options);
}

async function asSystem<T>(fn: () => Promise<T>): Promise<T> {
  return runAsSystem(REASON, fn);
}

/** A row whose lease passed to another worker does not match. */
function underLease<Row>({ id, workspaceId, token }: LeasedRow): QueryFilter<Row> {
  const filter: QueryFilter<LeaseFields> = { _id: id, workspace_id: workspaceId, lease_token: token };
  return filter;
}

function stillDue<Row>(ids: readonly string[], nowMs: number): QueryFilter<Row> {
  const filter: QueryFilter<LeaseFields> = { _id: { $in: [...ids] }, due_at: { $lte: new Date(nowMs) } };
  return filter;
}

async function findDue<Row extends LeaseFields, Field extends keyof Row & string>(
  { model, clock, index }: LeasedRowsOptions<Row>,
  { max, fields, where, aheadMs }: DueOptions<Row, Field>,
): Promise<DueRows<Pick<Row, Field | '_id'>>> {
  const nowMs = clock.now();
  // Without `$type`, a hint on the partial index reads all of it: the bound alone does not become the range of the scan.
  const until = aheadMs === undefined ? {} : { $lte: new Date(nowMs + aheadMs) };
  const due_at = { $type: 'date', ...until };
  const query = model
    .find({ ...where, due_at } as QueryFilter<Row>, ['due_at', ...fields])
    .sort({ due_at: 1 })
    .limit(max);
  if (index !== undefined) query.hint(index);
  const found = await query.lean<(Pick<Row, Field | '_id'> & { readonly due_at: Date })[]>();
  const laterIndex = found.findIndex((row) => row.due_at.getTime() > nowMs);
  if (laterIndex === -1) return { due: found, nextDueAt: undefined };
  return { due: found.slice(0, laterIndex), nextDueAt: found[laterIndex]?.due_at };
}

async function claim<Row extends LeaseFields>(
  { model, clock, onClaim }: LeasedRowsOptions<Row>,
  ids: readonly string[],
  { token, untilMs }: Lease,
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const $set = { lease_token: token, due_at: new Date(untilMs) };
  await model.updateMany(stillDue<Row>(ids, clock.now()), { ...onClaim, $set });
  // A row that another worker claimed first has the token of that worker.
  const claimed: QueryFilter<LeaseFields> = { _id: { $in: [...ids] }, lease_token: token };
  return model.find(claimed as QueryFilter<Row>).lean<Row[]>();
}
