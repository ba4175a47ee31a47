import type { Model, PipelineStage, QueryFilter } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import { requireWorkspaceId, type NewId } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { LeaderLease } from './leader-lease.ts';
import { pollingJob } from './polling-job.ts';

/** An owner is compacted when it has this many rows more than it has cells. */
const SURPLUS_ROWS_MIN = 63;
const ROWS_PER_COMPACTION_MAX = 5_000;
const OWNERS_PER_ROUND_MAX = 200;
/** Owners whose added rows one process counts; the search over all owners finds the remaining owners. */
const MARKED_MAX = 10_000;

const ROUND_MS = 2_000;
/** Backstop: rows that several processes, or processes that were killed, have added. */
const ALL_EVERY_MS = 60_000;

/** A change of a count. Rows with the same keys are one cell; its count is the sum of their differences. */
export interface CountRow {
  readonly _id: string;
  readonly workspace_id: string;
  readonly difference: number;
}

/** The part of a row that its writer names. */
export type CountDifference<Row extends CountRow> = Omit<Row, '_id' | 'workspace_id'>;

/** Counts as rows of ±n: with a counter document, any two concurrent changes of a count would conflict. */
export interface CountRows<Row extends CountRow> {
  /** Runs in the unit of work that changes the counted records. */
  add(differences: readonly CountDifference<Row>[]): Promise<void>;
  /** Replaces the rows of all owners that have many by their sums. Returns the number of compacted owners. */
  compact(): Promise<number>;
  /** Like `compact`, for owners to which this process has added many rows. Calls the database only if there are any. */
  compactMarked(): Promise<number>;
}

export interface CountRowsOptions<Row extends CountRow> {
  readonly model: Model<Row>;
  /** The fields that name a cell, beside the workspace. */
  readonly keys: readonly (keyof Row & string)[];
  /** The key whose rows are read and compacted together; the workspace by default. */
  readonly owner?: keyof Row & string;
  readonly units: Pick<Units, 'writes' | 'unitOfWork' | 'afterCommit'>;
  readonly newId: NewId;
}

interface Owner {
  readonly workspaceId: string;
  readonly id: unknown;
}

export function createCountRows<Row extends CountRow>(options: CountRowsOptions<Row>): CountRows<Row> {
  const { model, owner = 'workspace_id', units, newId } = options;
  const added = new AddedRows();
  const compact = async (filter: object): Promise<number> =>
    runAsSystem('one job compacts the counts of all workspaces', async () => {
      const crowded = await findCrowded(options, filter);
      for (const found of crowded) await units.unitOfWork(async () => compactOwner(options, found));
      return crowded.length;
    });
  return {
    add: async (differences) => {
      if (differences.length === 0) return;
      const workspaceId = requireWorkspaceId();
      const rows = differences.map(
        (row) => ({ ...row, _id: newId('cnt'), workspace_id: workspaceId }) as Row,
      );
      await units.writes.insert(model, rows);
      units.afterCommit(() => added.count(rows.map((row) => row[owner])));
    },
    compact: async () => compact({}),
    compactMarked: async () => {
      const marked = added.takeCrowded(OWNERS_PER_ROUND_MAX);
      return marked.length === 0 ? 0 : compact({ [owner]: { $in: marked } });
    },
  };
}

/** The number of rows that this process has added since the last compaction, by owner. */
class AddedRows {
  readonly #counts = new Map<unknown, number>();

  count(owners: readonly unknown[]): void {
    for (const owner of owners) {
      const known = this.#counts.get(owner);
      if (known === undefined && this.#counts.size >= MARKED_MAX) return;
      this.#counts.set(owner, (known ?? 0) + 1);
    }
  }

  /** Removes and returns owners with many added rows. */
  takeCrowded(max: number): readonly unknown[] {
    const crowded = [...this.#counts].filter(([, rows]) => rows >= SURPLUS_ROWS_MIN).slice(0, max);
    for (const [owner] of crowded) this.#counts.delete(owner);
    return crowded.map(([owner]) => owner);
  }
}

async function findCrowded<Row extends CountRow>(
  { model, keys, owner = 'workspace_id' }: CountRowsOptions<Row>,
  filter: object,
): Promise<readonly Owner[]> {
  const cell = Object.fromEntries(
    [...new Set(['workspace_id', owner, ...keys])].map((path) => [path, `$${path}`]),
  );
  const stages: PipelineStage[] = [
    { $match: filter },
    { $group: { _id: cell, rows: { $sum: 1 } } },
    {
      $group: {
        _id: { workspace: '$_id.workspace_id', owner: `$_id.${owner}` },
        surplus: { $sum: { $subtract: ['$rows', 1] } },
      },
    },
    { $match: { surplus: { $gte: SURPLUS_ROWS_MIN } } },
    { $limit: OWNERS_PER_ROUND_MAX },
  ];
  const found = await model.aggregate<{ _id: { workspace: string; owner: unknown } }>(stages);
  return found.map(({ _id }) => ({ workspaceId: _id.workspace, id: _id.owner }));
}

async function compactOwner<Row extends CountRow>(
  { model, keys, owner = 'workspace_id', newId }: CountRowsOptions<Row>,
  { workspaceId, id }: Owner,
): Promise<void> {
  const filter = { workspace_id: workspaceId, [owner]: id } as QueryFilter<Row>;
  const found = (await model.find(filter).limit(ROWS_PER_COMPACTION_MAX).lean()) as Row[];
  const cells = Map.groupBy(found, (row) => JSON.stringify(keys.map((key) => row[key] ?? null)));
  const totals = [...cells.values()].flatMap((cell) => {
    const [first] = cell;
    if (first === undefined) return [];
    const difference = cell.reduce((sum, row) => sum + row.difference, 0);
    return difference === 0 ? [] : [{ ...first, _id: newId('cnt'), difference }];
  });
  await model.deleteMany({ ...filter, _id: { $in: found.map((row) => row._id) } } as QueryFilter<Row>);
  await model.insertMany(totals, { lean: true });
}

export interface CompactCountsOptions {
  /** Names of the two jobs. */
  readonly names: { readonly marked: string; readonly all: string };
  readonly counts: Pick<CountRows<CountRow>, 'compact' | 'compactMarked'>;
  readonly leader: LeaderLease;
}

/**
 * Keeps the number of rows per owner small, so that a sum stays cheap. Each process compacts the owners that it has
 * changed; one process searches all of them each minute.
 */
export function compactCountsJobs({ names, counts, leader }: CompactCountsOptions): readonly Job[] {
  return [
    pollingJob({
      name: names.marked,
      everyMs: ROUND_MS,
      run: async () => {
        await counts.compactMarked();
        return false;
      },
    }),
    pollingJob({
      name: names.all,
      everyMs: ALL_EVERY_MS,
      leader,
      run: async () => (await counts.compact()) > 0,
    }),
  ];
}
