import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { RateChange, RateCounts, RatedCampaign, StatsReader } from './ports.ts';
import { upsertGroups } from './upsert.store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS = 7;
const DAY_CHARACTERS = 10;

interface RateDocument {
  /** Campaign, last resume and day. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly sent?: number;
  readonly hard_bounces?: number;
  readonly complaints?: number;
}

const schema = tenantSchema<RateDocument>({
  _id: String,
  sent: Number,
  hard_bounces: Number,
  complaints: Number,
});

/** Counters of campaigns by UTC day, from which their rates are evaluated. A resume starts new counters. */
export function createRateDays(
  connection: Connection,
): Pick<StatsReader, 'recent'> & { add(changes: readonly RateChange[]): Promise<void> } {
  const days: Model<RateDocument> = defineModel(connection, 'campaign_rates', schema);
  return {
    add: async (changes) => {
      // Emails from before the last resume count no more.
      const counted = changes.filter(({ campaign, at }) => at >= (campaign.resumed_at ?? new Date(0)));
      if (counted.length === 0) return;
      const cells = Map.groupBy(counted, ({ campaign, at }) => rateId(campaign, at));
      await upsertGroups(days, cells, (_, cell) => ({ $inc: sumOf(cell) }));
    },
    recent: async (campaign, now) => {
      const ids = Array.from({ length: DAYS }, (_, day) =>
        rateId(campaign, new Date(now.getTime() - day * DAY_MS)),
      );
      const found = await days.find({ _id: { $in: ids } }).lean<RateDocument[]>();
      const total = (field: 'sent' | 'hard_bounces' | 'complaints'): number =>
        found.reduce((sum, document) => sum + (document[field] ?? 0), 0);
      return { sent: total('sent'), hardBounces: total('hard_bounces'), complaints: total('complaints') };
    },
  };
}

function rateId({ id, resumed_at: resumedAt }: RatedCampaign, at: Date): string {
  return `${id}:${resumedAt?.toISOString() ?? ''}:${at.toISOString().slice(0, DAY_CHARACTERS)}`;
}

function sumOf(cell: readonly RateChange[]): Record<string, number> {
  const total = (name: keyof RateCounts): number =>
    cell.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  return { sent: total('sent'), hard_bounces: total('hardBounces'), complaints: total('complaints') };
}
