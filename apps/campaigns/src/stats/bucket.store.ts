import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model, PipelineStage } from 'mongoose';
import { COUNTER_NAMES, quarterOf, type Counters } from './counters.ts';
import type { CountChange, Period, StatsReader } from './ports.ts';
import { toIncrements } from './total.store.ts';
import { upsertGroups } from './upsert.store.ts';

interface BucketDocument {
  /** Campaign, step, variant and quarter. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly step_id: string;
  readonly variant_id: string | null;
  readonly at: Date;
  readonly counts: Partial<Counters>;
}

const schema = tenantSchema<BucketDocument>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    step_id: { type: String, required: true },
    variant_id: String,
    at: { type: Date, required: true },
    counts: Object,
  },
  [[{ workspace_id: 1, campaign_id: 1, at: 1 }, { name: 'of_campaign' }]],
);

/** Counters by quarter of an hour, step and variant. */
export function createBuckets(connection: Connection): Pick<StatsReader, 'byQuarter' | 'byVariant'> & {
  add(changes: readonly CountChange[]): Promise<void>;
} {
  const buckets: Model<BucketDocument> = defineModel(connection, 'buckets', schema);
  return {
    add: async (changes) => {
      await upsertGroups(buckets, Map.groupBy(changes, bucketId), toUpdate);
    },
    byQuarter: async (campaignId, period) => {
      const found = await buckets.aggregate<{ _id: Date } & Partial<Counters>>([
        inPeriod(campaignId, period),
        { $group: { _id: '$at', ...SUMS } },
        { $sort: { _id: 1 } },
      ]);
      return found.map(({ _id: at, ...counts }) => ({ at, counts }));
    },
    byVariant: async (campaignId, period) => {
      const found = await buckets.aggregate<
        { _id: { readonly step: string; readonly variant?: string | null } } & Partial<Counters>
      >([
        inPeriod(campaignId, period),
        { $group: { _id: { step: '$step_id', variant: '$variant_id' }, ...SUMS } },
      ]);
      return found.map(({ _id, ...counts }) => ({
        stepId: _id.step,
        variantId: _id.variant ?? null,
        counts,
      }));
    },
  };
}

const SUMS = Object.fromEntries(COUNTER_NAMES.map((name) => [name, { $sum: `$counts.${name}` }]));

function bucketId({ campaignId, stepId, variantId, at }: CountChange): string {
  return `${campaignId}:${stepId}:${variantId ?? ''}:${quarterOf(at).toISOString()}`;
}

/** The changes are of one bucket. */
function toUpdate(first: CountChange, cell: readonly CountChange[]): object {
  return {
    $inc: toIncrements(cell),
    $setOnInsert: {
      campaign_id: first.campaignId,
      step_id: first.stepId,
      variant_id: first.variantId,
      at: quarterOf(first.at),
    },
  };
}

export function inPeriod(campaignId: string, { from, to }: Period): PipelineStage.Match {
  const at = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  return { $match: { campaign_id: campaignId, ...(Object.keys(at).length > 0 && { at }) } };
}
