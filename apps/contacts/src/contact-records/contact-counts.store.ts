import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema, type Units } from '@outreach/mongo-kit';
import { requireWorkspaceId, type NewId } from '@outreach/service-kit';
import { score } from './lead-score.ts';
import type { ContactCounts } from './ports.ts';

/** A workspace is compacted when it has this many rows more than one per tier and score. */
const SURPLUS_ROWS_MIN = 63;
const ROWS_PER_COMPACTION_MAX = 5_000;
const WORKSPACES_PER_ROUND_MAX = 200;
/** Workspaces whose added rows one process counts; the search in all workspaces finds the others. */
const MARKED_MAX = 10_000;

/** Rows without tier and score were written when all contacts were unscored. */
const UNSCORED = score({ fit: 0, engagement: 0 });

interface CountRow {
  _id: string;
  workspace_id: string;
  difference: number;
  icp_tier?: string;
  lead_score?: number;
}

/** The sums of one tier. Grouped by tier because single cells would be hundreds of documents. */
interface TierSums {
  readonly _id: string | null;
  readonly cells: readonly { readonly lead_score?: number; readonly count: number }[];
}

/** Counts as rows of ±n: with a counter document, any two concurrent creates in a workspace would conflict. */
export interface StoredContactCounts extends ContactCounts {
  /** Replaces the rows of all workspaces that have many by their sums. Returns the number of compacted workspaces. */
  compact(): Promise<number>;
  /** Like `compact`, for workspaces to which this process has added many rows. Asks the database only if there are any. */
  compactMarked(): Promise<number>;
}

export const countSchema = tenantSchema<CountRow>(
  {
    _id: String,
    difference: { type: Number, required: true },
    icp_tier: String,
    lead_score: Number,
  },
  [[{ workspace_id: 1, icp_tier: 1, lead_score: 1, difference: 1 }, { name: 'sum_by_cell' }]],
);

export interface ContactCountsOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'writes' | 'unitOfWork' | 'afterCommit'>;
  readonly newId: NewId;
}

export function createContactCounts({ connection, units, newId }: ContactCountsOptions): StoredContactCounts {
  const rows: Model<CountRow> = defineModel(connection, 'contact_counts', countSchema);
  const added = new AddedRows();
  const compact = async (filter: object): Promise<number> =>
    runAsSystem('one job compacts the counts of all workspaces', async () => {
      const crowded = await workspacesToCompact(rows, filter);
      for (const id of crowded) await units.unitOfWork(async () => compactWorkspace(rows, id, newId));
      return crowded.length;
    });
  return {
    add: async (changes) => {
      if (changes.length === 0) return;
      const workspaceId = requireWorkspaceId();
      await units.writes.insert(
        rows,
        changes.map((change) => ({ _id: newId('cnt'), ...change })),
      );
      units.afterCommit(() => added.count(workspaceId, changes.length));
    },
    ...sums(rows),
    compact: async () => compact({}),
    compactMarked: async () => {
      const marked = added.takeCrowded(WORKSPACES_PER_ROUND_MAX);
      return marked.length === 0 ? 0 : compact({ workspace_id: { $in: marked } });
    },
  };
}

/** The number of rows that this process has added since the last compaction, by workspace. */
class AddedRows {
  readonly #counts = new Map<string, number>();

  count(workspaceId: string, rows: number): void {
    const known = this.#counts.get(workspaceId);
    if (known === undefined && this.#counts.size >= MARKED_MAX) return;
    this.#counts.set(workspaceId, (known ?? 0) + rows);
  }

  /** Removes and returns workspaces with many added rows. */
  takeCrowded(max: number): readonly string[] {
    const crowded = [...this.#counts].filter(([, rows]) => rows >= SURPLUS_ROWS_MIN).slice(0, max);
    for (const [workspaceId] of crowded) this.#counts.delete(workspaceId);
    return crowded.map(([workspaceId]) => workspaceId);
  }
}

async function workspacesToCompact(rows: Model<CountRow>, filter: object): Promise<readonly string[]> {
  const found = await rows.aggregate<{ _id: string }>([
    { $match: filter },
    {
      $group: {
        _id: { workspace: '$workspace_id', icp_tier: '$icp_tier', lead_score: '$lead_score' },
        rows: { $sum: 1 },
      },
    },
    { $group: { _id: '$_id.workspace', surplus: { $sum: { $subtract: ['$rows', 1] } } } },
    { $match: { surplus: { $gte: SURPLUS_ROWS_MIN } } },
    { $limit: WORKSPACES_PER_ROUND_MAX },
  ]);
  return found.map(({ _id }) => _id);
}

function sums(rows: Model<CountRow>): Pick<ContactCounts, 'cells' | 'total'> {
  return {
    cells: async () => {
      const tiers = await rows.aggregate<TierSums>([
        {
          $group: {
            _id: { icp_tier: '$icp_tier', lead_score: '$lead_score' },
            count: { $sum: '$difference' },
          },
        },
        {
          $group: {
            _id: '$_id.icp_tier',
            cells: { $push: { lead_score: '$_id.lead_score', count: '$count' } },
          },
        },
      ]);
      return tiers.flatMap(({ _id, cells }) =>
        cells.map(({ lead_score, count }) => ({
          icp_tier: _id ?? UNSCORED.icp_tier,
          lead_score: lead_score ?? UNSCORED.lead_score,
          count,
        })),
      );
    },
    total: async () => {
      const [sum] = await rows.aggregate<{ count: number }>([
        { $group: { _id: null, count: { $sum: '$difference' } } },
      ]);
      return sum?.count ?? 0;
    },
  };
}

async function compactWorkspace(rows: Model<CountRow>, workspaceId: string, newId: NewId): Promise<void> {
  const found = await rows
    .find({ workspace_id: workspaceId })
    .limit(ROWS_PER_COMPACTION_MAX)
    .lean<CountRow[]>();
  const cells = Map.groupBy(found, ({ icp_tier, lead_score }) => `${icp_tier ?? ''} ${lead_score ?? ''}`);
  const totals = [...cells.values()].flatMap((cell) => {
    const [first] = cell;
    if (first === undefined) return [];
    const difference = cell.reduce((sum, row) => sum + row.difference, 0);
    return difference === 0 ? [] : [{ ...first, _id: newId('cnt'), difference }];
  });
  await rows.deleteMany({ workspace_id: workspaceId, _id: { $in: found.map((row) => row._id) } });
  await rows.insertMany(totals, { lean: true });
}
