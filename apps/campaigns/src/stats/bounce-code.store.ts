import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import { inPeriod } from './bucket.store.ts';
import { quarterOf } from './counters.ts';
import type { BounceCode, BounceCount, CountedBounce, StatsReader } from './ports.ts';
import { upsertGroups } from './upsert.store.ts';

const SAMPLE_CHARACTERS_MAX = 500;
/** Distinct codes of an answer; servers do not use more. */
const CODES_MAX = 1_000;

interface BounceDocument extends BounceCode {
  /** Campaign, quarter and code. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly at: Date;
  readonly count: number;
  readonly sample: string;
}

const schema = tenantSchema<BounceDocument>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    at: { type: Date, required: true },
    classification: { type: String, required: true },
    type: { type: String, required: true },
    smtp_code: Number,
    enhanced_code: String,
    count: Number,
    sample: String,
  },
  [[{ workspace_id: 1, campaign_id: 1, at: 1 }, { name: 'of_campaign' }]],
);

/** Bounces by quarter of an hour and code. */
export function createBounceCodes(
  connection: Connection,
): Pick<StatsReader, 'bounces'> & { add(bounces: readonly CountedBounce[]): Promise<void> } {
  const codes: Model<BounceDocument> = defineModel(connection, 'bounce_codes', schema);
  return {
    add: async (bounces) => {
      await upsertGroups(codes, Map.groupBy(bounces, codeId), toUpdate);
    },
    bounces: async (campaignId, period) => {
      const found = await codes.aggregate<{ _id: BounceCode } & Pick<BounceCount, 'count' | 'sample'>>([
        inPeriod(campaignId, period),
        {
          $group: {
            _id: {
              classification: '$classification',
              type: '$type',
              smtp_code: '$smtp_code',
              enhanced_code: '$enhanced_code',
            },
            count: { $sum: '$count' },
            sample: { $last: '$sample' },
          },
        },
        { $sort: { count: -1, _id: 1 } },
        { $limit: CODES_MAX },
      ]);
      return found.map(({ _id, ...counted }) => ({
        ..._id,
        smtp_code: _id.smtp_code ?? null,
        enhanced_code: _id.enhanced_code ?? null,
        ...counted,
      }));
    },
  };
}

function codeId({ campaignId, at, classification, type, smtp_code, enhanced_code }: CountedBounce): string {
  const code = [classification, type, smtp_code ?? '', enhanced_code ?? ''].join(':');
  return `${campaignId}:${quarterOf(at).toISOString()}:${code}`;
}

/** The bounces have one code. */
function toUpdate(first: CountedBounce, cell: readonly CountedBounce[]): object {
  const { campaignId, at, classification, type, smtp_code, enhanced_code, sample } = first;
  return {
    $inc: { count: cell.length },
    $set: { sample: sample.slice(0, SAMPLE_CHARACTERS_MAX) },
    $setOnInsert: {
      campaign_id: campaignId,
      at: quarterOf(at),
      classification,
      type,
      smtp_code,
      enhanced_code,
    },
  };
}
