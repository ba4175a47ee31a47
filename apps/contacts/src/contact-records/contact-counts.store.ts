import type { ClientSession } from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema, type UnitWrites } from '@outreach/mongo-kit';
import { newId } from '@outreach/service-kit';
import type { ContactCounts } from '../domain/ports.ts';
import { score } from './lead-score.ts';

/** Rows of one workspace beyond one per tier and score that are worth folding, and how many one fold takes. */
const ROWS_WORTH_FOLDING = 64;
const ROWS_PER_FOLD_MAX = 5_000;
const WORKSPACES_PER_ROUND_MAX = 200;

/** Rows of versions before the counts knew scores stand for unscored contacts, as all were then. */
const UNSCORED = score({ fit: 0, engagement: 0 });

interface CountRow {
  _id: string;
  workspace_id: string;
  difference: number;
  icp_tier?: string;
  lead_score?: number;
}

/** The sums of a tier: one by one they would be hundreds of documents. */
interface TierSums {
  readonly _id: string | null;
  readonly cells: readonly { readonly lead_score?: number; readonly count: number }[];
}

/** Counts as ±n rows: a counter document would make every two creates of a workspace conflict. */
export interface StoredContactCounts extends ContactCounts {
  /** Replaces many rows of a workspace by their sums, for workspaces that have many; answers how many it folded. */
  foldRows(unitOfWork: <T>(fn: (session: ClientSession) => Promise<T>) => Promise<T>): Promise<number>;
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

export function createContactCounts(connection: Connection, writes: UnitWrites): StoredContactCounts {
  const rows: Model<CountRow> = defineModel(connection, 'contact_counts', countSchema);
  return {
    add: async (changes) => {
      if (changes.length === 0) return;
      await writes.insert(
        rows,
        changes.map((change) => ({ _id: newId('cnt'), ...change })),
      );
    },
    ...sums(rows),
    foldRows: async (unitOfWork) =>
      runAsSystem('counts of all workspaces are folded by one job', async () => {
        const crowded = await rows.aggregate<{ _id: string }>([
          {
            $group: {
              _id: { workspace: '$workspace_id', icp_tier: '$icp_tier', lead_score: '$lead_score' },
              rows: { $sum: 1 },
            },
          },
          { $group: { _id: '$_id.workspace', surplus: { $sum: { $subtract: ['$rows', 1] } } } },
          { $match: { surplus: { $gte: ROWS_WORTH_FOLDING - 1 } } },
          { $limit: WORKSPACES_PER_ROUND_MAX },
        ]);
        for (const { _id } of crowded) await unitOfWork(async () => foldWorkspace(rows, _id));
        return crowded.length;
      }),
  };
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

async function foldWorkspace(rows: Model<CountRow>, workspaceId: string): Promise<void> {
  const found = await rows.find({ workspace_id: workspaceId }).limit(ROWS_PER_FOLD_MAX).lean<CountRow[]>();
  const cells = Map.groupBy(found, ({ icp_tier, lead_score }) => `${icp_tier ?? ''} ${lead_score ?? ''}`);
  const sums = [...cells.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const difference = members.reduce((sum, row) => sum + row.difference, 0);
    return difference === 0 ? [] : [{ ...first, _id: newId('cnt'), difference }];
  });
  await rows.deleteMany({ workspace_id: workspaceId, _id: { $in: found.map((row) => row._id) } });
  await rows.insertMany(sums, { lean: true });
}
