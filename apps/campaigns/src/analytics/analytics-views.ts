import { BOUNCE_CLASSES, REPLY_INTENTS, type BOUNCE_TYPES } from '@outreach/contracts-campaigns/records';
import { intentCounter, sumCounters, toCounters, type BounceCount, type Counters } from '../stats/index.ts';
import { compareVariants, type Step } from '../sequences/index.ts';
import { isWholeLife, requireCampaign, type AnalyticsQuery } from './analytics-query.ts';
import { toPeriods, type PeriodCounts } from './periods.ts';
import type { AnalyticsPorts } from './ports.ts';
import { share } from './summary-metrics.ts';

const SAMPLES_MAX = 10;

export interface Summary {
  readonly counters: Counters;
  /** Contacts that were enrolled in the period. */
  readonly enrolled: number;
  readonly timeSeries: readonly PeriodCounts[];
}

/** @throws AppError not_found. */
export async function summarise(ports: AnalyticsPorts, query: AnalyticsQuery): Promise<Summary> {
  const { id } = await requireCampaign(ports, query.campaignId);
  return {
    counters: await countersOf(ports, query),
    enrolled: await countEnrolled(ports, query),
    timeSeries: toPeriods(await ports.stats.byQuarter(id, query), query),
  };
}

/** The stored sums count the whole life; an index counts a part of it. */
async function countEnrolled({ enrollments }: AnalyticsPorts, query: AnalyticsQuery): Promise<number> {
  if (!isWholeLife(query)) return enrollments.countEnrolled(query.campaignId, query);
  const counts = await enrollments.counts(query.campaignId);
  return counts === undefined ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export interface VariantCounters {
  readonly variant_id: string;
  readonly label: string;
  readonly weight: number;
  readonly counters: Counters;
  /** Null for an inactive variant. */
  readonly probabilityBest: number | null;
}

export interface StepCounters {
  readonly step_id: string;
  readonly step_number: number;
  readonly subject: string | null;
  readonly counters: Counters;
  readonly variants: readonly VariantCounters[];
}

/** All steps of the sequence, also those without sends. @throws AppError not_found. */
export async function analyzeSteps(
  ports: AnalyticsPorts,
  query: AnalyticsQuery,
): Promise<readonly StepCounters[]> {
  const campaign = await requireCampaign(ports, query.campaignId);
  const steps = (await ports.sequences.findById(campaign.sequence_id))?.steps ?? [];
  const cells = await ports.stats.byVariant(campaign.id, query);
  return steps.map((step) => {
    const { id, step_number, subject } = step;
    const own = cells.filter(({ stepId }) => stepId === id);
    return { step_id: id, step_number, subject, counters: sumOf(own), variants: analyzeVariants(step, own) };
  });
}

type Cell = Awaited<ReturnType<AnalyticsPorts['stats']['byVariant']>>[number];

function analyzeVariants(step: Step, cells: readonly Cell[]): readonly VariantCounters[] {
  const counters = new Map(
    step.variants.map(({ id }) => [id, sumOf(cells.filter(({ variantId }) => variantId === id))]),
  );
  const compared = compareVariants(step, (id) => counters.get(id));
  return step.variants.map(({ id, label, weight }) => ({
    variant_id: id,
    label,
    weight,
    counters: counters.get(id) ?? toCounters(),
    probabilityBest: compared.find(({ variant }) => variant.id === id)?.probability ?? null,
  }));
}

export interface IntentShare {
  readonly intent: string;
  readonly count: number;
  readonly share: number;
}

/** @throws AppError not_found. */
export async function countIntents(
  ports: AnalyticsPorts,
  query: AnalyticsQuery,
): Promise<{ readonly total: number; readonly intents: readonly IntentShare[] }> {
  const counters = await countersOf(ports, query);
  const counts = REPLY_INTENTS.map((intent) => ({ intent, count: counters[intentCounter(intent)] }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return { total, intents: counts.map((one) => ({ ...one, share: share(one.count, total) })) };
}

export interface BounceGroup {
  readonly classification: (typeof BOUNCE_CLASSES)[number];
  readonly type: (typeof BOUNCE_TYPES)[number];
  readonly count: number;
  readonly share: number;
  /** The most frequent codes. */
  readonly samples: readonly BounceCount[];
}

/** Bounces by class and type, in the order of the classes. @throws AppError not_found. */
export async function analyzeBounces(
  ports: AnalyticsPorts,
  query: AnalyticsQuery,
): Promise<{
  readonly total: number;
  readonly rate: number;
  readonly groups: readonly BounceGroup[];
}> {
  const counters = await countersOf(ports, query);
  const codes = await ports.stats.bounces(query.campaignId, query);
  const total = counters.bounced;
  const groups = [...Map.groupBy(codes, ({ classification, type }) => `${classification} ${type}`).values()];
  return {
    total,
    rate: share(total, counters.sent),
    groups: groups
      .flatMap((samples): BounceGroup[] => {
        const [first] = samples;
        if (first === undefined) return [];
        const count = samples.reduce((sum, sample) => sum + sample.count, 0);
        const { classification, type } = first;
        return [
          { classification, type, count, share: share(count, total), samples: samples.slice(0, SAMPLES_MAX) },
        ];
      })
      .sort((one, other) => rankOf(one) - rankOf(other)),
  };
}

function rankOf({ classification }: BounceGroup): number {
  return BOUNCE_CLASSES.indexOf(classification);
}

async function countersOf(ports: AnalyticsPorts, query: AnalyticsQuery): Promise<Counters> {
  const { id } = await requireCampaign(ports, query.campaignId);
  if (isWholeLife(query)) return (await ports.stats.totals([id])).get(id) ?? toCounters();
  return sumOf(await ports.stats.byVariant(id, query));
}

function sumOf(cells: readonly { readonly counts: Partial<Counters> }[]): Counters {
  return toCounters(sumCounters(cells.map(({ counts }) => counts)));
}
