import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model, PipelineStage } from 'mongoose';
import { QUARTER_MS, quarterOf, sumCounters, toSeries, type Counters } from './counters.ts';
import type { createBuckets } from './bucket.store.ts';
import type { CountChange, Period } from './ports.ts';
import { dayOf } from './split-period.ts';
import { upsertGroups } from './upsert.store.ts';

/** Between step and variant in the name of a cell. */
const SEPARATOR = ':';

interface DayDocument {
  /** Campaign and day. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly day: Date;
  /** Counters of the day, by step and variant. */
  readonly cells: Readonly<Record<string, Partial<Counters>>>;
  /** Counters of time series, by the number of the quarter of an hour in the day. */
  readonly quarters?: Readonly<Record<string, Partial<Counters>>>;
}

const schema = tenantSchema<DayDocument>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    day: { type: Date, required: true },
    cells: Object,
    quarters: Object,
  },
  [[{ workspace_id: 1, campaign_id: 1, day: 1 }, { name: 'of_campaign' }]],
);

/**
 * Counters by UTC day: an analysis of months reads one document per day instead of thousands of buckets. The periods are
 * whole days.
 */
export function createStatDays(connection: Connection): ReturnType<typeof createBuckets> {
  const days: Model<DayDocument> = defineModel(connection, 'stat_days', schema);
  return {
    add: async (changes) => {
      const byDay = Map.groupBy(changes, (change) => `${change.campaignId}:${isoDay(change.at)}`);
      await upsertGroups(days, byDay, toUpdate);
    },
    byQuarter: async (campaignId, period) => {
      const found = await days
        .find(inDays(campaignId, period), { day: 1, quarters: 1 })
        .lean<DayDocument[]>();
      return found.flatMap(({ day, quarters = {} }) =>
        Object.entries(quarters).map(([quarter, counts]) => ({
          at: new Date(day.getTime() + Number(quarter) * QUARTER_MS),
          counts,
        })),
      );
    },
    byVariant: async (campaignId, period) => {
      const found = await days.find(inDays(campaignId, period), { cells: 1 }).lean<DayDocument[]>();
      return found.flatMap(({ cells }) =>
        Object.entries(cells).map(([cell, counts]) => {
          const [stepId = '', variantId = ''] = cell.split(SEPARATOR);
          return { stepId, variantId: variantId === '' ? null : variantId, counts };
        }),
      );
    },
  };
}

function isoDay(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function inDays(campaignId: string, { from, to }: Period): PipelineStage.Match['$match'] {
  const day = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  return { campaign_id: campaignId, ...(Object.keys(day).length > 0 && { day }) };
}

/** The changes are of one campaign and day. */
function toUpdate(first: CountChange, changes: readonly CountChange[]): object {
  const day = dayOf(first.at);
  const cells = Map.groupBy(changes, ({ stepId, variantId }) => `${stepId}${SEPARATOR}${variantId ?? ''}`);
  const quarters = Map.groupBy(changes, ({ at }) =>
    String((quarterOf(at).getTime() - day.getTime()) / QUARTER_MS),
  );
  return {
    $inc: {
      ...incrementsOf('cells', cells, (counts) => counts),
      ...incrementsOf('quarters', quarters, toSeries),
    },
    $setOnInsert: { campaign_id: first.campaignId, day },
  };
}

function incrementsOf(
  field: string,
  groups: ReadonlyMap<string, readonly CountChange[]>,
  select: (counts: Partial<Counters>) => Partial<Counters>,
): Record<string, number> {
  return Object.fromEntries(
    [...groups].flatMap(([key, own]) =>
      Object.entries(select(sumCounters(own.map(({ counts }) => counts)))).map(([name, count]) => [
        `${field}.${key}.${name}`,
        count,
      ]),
    ),
  );
}
