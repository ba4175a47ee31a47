import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import { COUNTER_NAMES, NO_COUNTERS, type CounterName } from './campaign-metrics.ts';
import type { CampaignMetricsStore } from './ports.ts';

/** A change of a counter; the counter is the sum of its differences. */
interface CounterRow {
  readonly _id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly counter: CounterName;
  readonly difference: number;
}

const schema = tenantSchema<CounterRow>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    counter: { type: String, required: true, enum: COUNTER_NAMES },
    difference: { type: Number, required: true },
  },
  [[{ workspace_id: 1, campaign_id: 1, counter: 1, difference: 1 }, { name: 'sum_by_counter' }]],
);

export function createCampaignMetrics(connection: Connection): CampaignMetricsStore {
  const rows: Model<CounterRow> = defineModel(connection, 'campaign_counters', schema);
  return {
    read: async (campaignIds) => {
      const sums = await rows.aggregate<{ _id: { campaign: string; counter: CounterName }; sum: number }>([
        { $match: { campaign_id: { $in: [...campaignIds] } } },
        { $group: { _id: { campaign: '$campaign_id', counter: '$counter' }, sum: { $sum: '$difference' } } },
      ]);
      const byCampaign = Map.groupBy(sums, ({ _id }) => _id.campaign);
      const countersOf = (id: string) => (byCampaign.get(id) ?? []).map(({ _id, sum }) => [_id.counter, sum]);
      return new Map(
        campaignIds.map((id) => [id, { ...NO_COUNTERS, ...Object.fromEntries(countersOf(id)) }]),
      );
    },
  };
}
