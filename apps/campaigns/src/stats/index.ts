import type { ServiceBase } from '@outreach/app-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { createBounceCodes } from './bounce-code.store.ts';
import { createBuckets } from './bucket.store.ts';
import { createCountChanges } from './count-change.store.ts';
import { createStatDays } from './day.store.ts';
import { createOwnerStatsReader } from './owner-stats.ts';
import { createOwnerStats } from './owner-stats.store.ts';
import type { CountChanges, OwnerStatsReader, Period, StatsReader, StatsWriter } from './ports.ts';
import { createRateDays } from './rate-day.store.ts';
import { splitPeriod } from './split-period.ts';
import { sumChangesJob } from './sum-changes.job.ts';
import { createTotals } from './total.store.ts';

export { replyCounters } from './reply-counters.ts';
export { intentCounter, sumCounters, sumOwnerCounts, toCounters, toSeries } from './counters.ts';
export { toQuarters } from './split-period.ts';
export { NO_OWNER_COUNTS } from './owner-stats.ts';
export type { Counters, EmailCounts, OwnerCounts } from './counters.ts';
export type {
  BounceCount,
  CountChange,
  Owners,
  Period,
  RateCounts,
  StatsReader,
  StatsWriter,
} from './ports.ts';

/** The counters of campaigns, accounts and workspaces, written with the events that they count. */
export interface Stats {
  readonly writer: StatsWriter;
  readonly reader: StatsReader;
  readonly owners: OwnerStatsReader;
  readonly jobs: readonly Job[];
}

export function createStats(base: ServiceBase): Stats {
  const { connection } = base.mongo;
  const changes = createCountChanges(base);
  const stats = createOwnerStats(connection);
  const { unitOfWork } = base.units;
  return {
    ...createCampaignStats(base, changes),
    owners: createOwnerStatsReader({ changes, stats, unitOfWork }),
    jobs: [sumChangesJob(changes, stats, base)],
  };
}

function createCampaignStats(
  { mongo: { connection } }: ServiceBase,
  ownerChanges: Pick<CountChanges, 'add'>,
): Pick<Stats, 'writer' | 'reader'> {
  const buckets = createBuckets(connection);
  const days = createStatDays(connection);
  const totals = createTotals(connection);
  const bounceCodes = createBounceCodes(connection);
  const rateDays = createRateDays(connection);
  /** Whole UTC days are read from the counters of days. */
  const readSplit = async <Row>(
    period: Period,
    read: (source: Pick<StatsReader, 'byQuarter' | 'byVariant'>, part: Period) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> => {
    const { days: whole, edges } = splitPeriod(period);
    const found = await Promise.all([
      ...(whole === undefined ? [] : [read(days, whole)]),
      ...edges.map(async (edge) => read(buckets, edge)),
    ]);
    return found.flat();
  };
  return {
    writer: {
      count: async (changes) => {
        if (changes.length === 0) return;
        await buckets.add(changes);
        await days.add(changes);
        await totals.add(changes);
        await ownerChanges.add(changes);
      },
      countEnrolled: async (enrolled) =>
        ownerChanges.add(enrolled.map((one) => ({ ...one, accountId: null, counts: { enrolled: 1 } }))),
      countBounces: async (bounces) => {
        if (bounces.length > 0) await bounceCodes.add(bounces);
      },
      countRates: async (changes) => rateDays.add(changes),
    },
    reader: {
      totals: async (campaignIds) => totals.totals(campaignIds),
      byQuarter: async (campaignId, period) =>
        readSplit(period, async (source, part) => source.byQuarter(campaignId, part)),
      byVariant: async (campaignId, period) =>
        readSplit(period, async (source, part) => source.byVariant(campaignId, part)),
      bounces: async (campaignId, period) => bounceCodes.bounces(campaignId, period),
      recent: async (campaign, now) => rateDays.recent(campaign, now),
    },
  };
}
