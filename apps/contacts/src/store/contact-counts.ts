import type { ClientSession } from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { newId } from '@outreach/service-kit';
import type { ContactCounts } from '../domain/ports.ts';

/** Rows of one workspace that are worth folding, and how many one fold takes. */
const ROWS_WORTH_FOLDING = 64;
const ROWS_PER_FOLD_MAX = 5_000;
const WORKSPACES_PER_ROUND_MAX = 200;

interface CountRow {
  _id: string;
  workspace_id: string;
  difference: number;
}

/** Counts as ±n rows: a counter document would make every two creates of a workspace conflict. */
export interface StoredContactCounts extends ContactCounts {
  /** Replaces many rows of a workspace by their sum, for workspaces that have many; answers how many it folded. */
  foldRows(unitOfWork: <T>(fn: (session: ClientSession) => Promise<T>) => Promise<T>): Promise<number>;
}

export const countSchema = tenantSchema<CountRow>(
  { _id: String, difference: { type: Number, required: true } },
  [[{ workspace_id: 1, difference: 1 }, { name: 'sum' }]],
);

export function createContactCounts(connection: Connection): StoredContactCounts {
  const rows: Model<CountRow> = defineModel(connection, 'contact_counts', countSchema);
  return {
    add: async (difference) => {
      await rows.insertMany([{ _id: newId('cnt'), difference }], { lean: true });
    },
    total: async () => {
      const [sum] = await rows.aggregate<{ total: number }>([
        { $group: { _id: null, total: { $sum: '$difference' } } },
      ]);
      return sum?.total ?? 0;
    },
    foldRows: async (unitOfWork) =>
      runAsSystem('counts of all workspaces are folded by one job', async () => {
        const crowded = await rows.aggregate<{ _id: string }>([
          { $group: { _id: '$workspace_id', rows: { $sum: 1 } } },
          { $match: { rows: { $gte: ROWS_WORTH_FOLDING } } },
          { $limit: WORKSPACES_PER_ROUND_MAX },
        ]);
        for (const { _id } of crowded) await unitOfWork(async () => foldWorkspace(rows, _id));
        return crowded.length;
      }),
  };
}

async function foldWorkspace(rows: Model<CountRow>, workspaceId: string): Promise<void> {
  const found = await rows.find({ workspace_id: workspaceId }).limit(ROWS_PER_FOLD_MAX).lean<CountRow[]>();
  const difference = found.reduce((sum, row) => sum + row.difference, 0);
  await rows.deleteMany({ workspace_id: workspaceId, _id: { $in: found.map((row) => row._id) } });
  await rows.insertMany([{ _id: newId('cnt'), workspace_id: workspaceId, difference }], { lean: true });
}
