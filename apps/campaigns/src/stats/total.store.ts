import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import { sumCounters, toCounters, type Counters } from './counters.ts';
import type { CountChange, StatsReader } from './ports.ts';
import { upsertGroups } from './upsert.store.ts';

/** `_id` is the id of the campaign. */
interface TotalDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly counts: Partial<Counters>;
}

const schema = tenantSchema<TotalDocument>({ _id: String, counts: Object });

/** Counters of whole campaigns, which lists of campaigns show. */
export function createTotals(
  connection: Connection,
): Pick<StatsReader, 'totals'> & { add(changes: readonly CountChange[]): Promise<void> } {
  const totals: Model<TotalDocument> = defineModel(connection, 'campaign_totals', schema);
  return {
    add: async (changes) => {
      const byCampaign = Map.groupBy(changes, ({ campaignId }) => campaignId);
      await upsertGroups(totals, byCampaign, (_, own) => ({ $inc: toIncrements(own) }));
    },
    totals: async (campaignIds) => {
      const found = await totals.find({ _id: { $in: [...campaignIds] } }).lean<TotalDocument[]>();
      const counts = new Map(found.map((total) => [total._id, total.counts]));
      return new Map(campaignIds.map((id) => [id, toCounters(counts.get(id))]));
    },
  };
}

/** The increments of the field `counts`. */
export function toIncrements(changes: readonly CountChange[]): Record<string, number> {
  const sums = sumCounters(changes.map(({ counts }) => counts));
  return Object.fromEntries(Object.entries(sums).map(([name, count]) => [`counts.${name}`, count]));
}
