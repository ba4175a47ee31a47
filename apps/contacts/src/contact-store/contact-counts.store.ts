import type { ServiceBase } from '@outreach/app-kit';
import { createCountRows, type CountRow, type CountRows } from '@outreach/job-kit/count-rows';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import { score } from '../lead-score/index.ts';
import type { ContactCounts } from './ports.ts';

/** Rows without tier and score were written when all contacts were unscored. */
const UNSCORED = score({ fit: 0, engagement: 0 });

interface TierCount extends CountRow {
  readonly icp_tier?: string;
  readonly lead_score?: number;
}

/** The sums of one tier. Grouped by tier because single cells would be hundreds of documents. */
interface TierSums {
  readonly _id: string | null;
  readonly cells: readonly { readonly lead_score?: number; readonly count: number }[];
}

export interface StoredContactCounts
  extends ContactCounts, Pick<CountRows<TierCount>, 'compact' | 'compactMarked'> {}

export const countSchema = tenantSchema<TierCount>(
  {
    _id: String,
    difference: { type: Number, required: true },
    icp_tier: String,
    lead_score: Number,
  },
  [[{ workspace_id: 1, icp_tier: 1, lead_score: 1, difference: 1 }, { name: 'sum_by_cell' }]],
);

export function createContactCounts({
  mongo,
  units,
  ids,
}: Pick<ServiceBase, 'mongo' | 'units' | 'ids'>): StoredContactCounts {
  const model: Model<TierCount> = defineModel(mongo.connection, 'contact_counts', countSchema);
  const rows = createCountRows({ units, newId: ids, model, keys: ['icp_tier', 'lead_score'] });
  return { ...rows, ...sums(model) };
}

function sums(rows: Model<TierCount>): Pick<ContactCounts, 'cells' | 'total'> {
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
