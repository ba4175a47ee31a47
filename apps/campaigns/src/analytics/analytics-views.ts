import type {
  BounceGroup,
  GetBounceAnalyticsResponse,
  GetReplyIntentsResponse,
  StepAnalytics,
  VariantAnalytics,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { BOUNCE_CLASSES, REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { withoutNull } from '@outreach/values';
import { compareVariants, type Step } from '../sequences/index.ts';
import {
  intentCounter,
  sumCounters,
  toCounters,
  type BounceCount,
  type Counters,
  type StatsReader,
} from '../stats/index.ts';
import { isWholeLife, requireCampaign, type AnalyticsQuery } from './analytics-query.ts';
import { toPeriods } from './periods.ts';
import type { AnalyticsPorts } from './ports.ts';
import { share, toNumbers, toSummary, type Summary } from './summary-metrics.ts';

/** The most frequent codes of a group that are shown. */
const SAMPLES_MAX = 10;

/** @throws AppError not_found. */
export async function summarise(ports: AnalyticsPorts, query: AnalyticsQuery): Promise<Summary> {
  const { id } = await requireCampaign(ports, query.campaignId);
  return toSummary({
    counters: await countersOf(ports, query),
    enrolled: await countEnrolled(ports, query),
    timeSeries: toPeriods(await ports.stats.reader.byQuarter(id, query), query),
  });
}

/** The stored sums count the whole life; an index counts a part of it. */
async function countEnrolled({ enrollments }: AnalyticsPorts, query: AnalyticsQuery): Promise<number> {
  const { campaignId } = query;
  if (!isWholeLife(query)) return enrollments.records.countEnrolled(campaignId, query);
  const counts = (await enrollments.counts.read([campaignId])).get(campaignId);
  return counts === undefined ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** All steps of the sequence, also those without sends. @throws AppError not_found. */
export async function analyzeSteps(ports: AnalyticsPorts, query: AnalyticsQuery): Promise<StepAnalytics[]> {
  const campaign = await requireCampaign(ports, query.campaignId);
  const steps = (await ports.sequences.findById(campaign.sequence_id))?.steps ?? [];
  const cells = await ports.stats.reader.byVariant(campaign.id, query);
  return steps.map((step) => {
    const { id, step_number, subject } = step;
    const own = cells.filter(({ stepId }) => stepId === id);
    const numbers = toNumbers(sumOf(own));
    return withoutNull({ step_id: id, step_number, subject, numbers, variants: analyzeVariants(step, own) });
  });
}

type Cell = Awaited<ReturnType<StatsReader['byVariant']>>[number];

function analyzeVariants(step: Step, cells: readonly Cell[]): VariantAnalytics[] {
  const counters = new Map(
    step.variants.map(({ id }) => [id, sumOf(cells.filter(({ variantId }) => variantId === id))]),
  );
  const compared = compareVariants(step, (id) => counters.get(id));
  return step.variants.map(({ id, label, weight }) => ({
    variant_id: id,
    label,
    weight,
    numbers: toNumbers(counters.get(id) ?? toCounters()),
    probability_best: compared.find(({ variant }) => variant.id === id)?.probability,
  }));
}

/** @throws AppError not_found. */
export async function countIntents(
  ports: AnalyticsPorts,
  query: AnalyticsQuery,
): Promise<GetReplyIntentsResponse> {
  const counters = await countersOf(ports, query);
  const counts = REPLY_INTENTS.map((intent) => ({ intent, count: counters[intentCounter(intent)] }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return { total_replies: total, intents: counts.map((one) => ({ ...one, share: share(one.count, total) })) };
}

/** Bounces by class and type, in the order of the classes. @throws AppError not_found. */
export async function analyzeBounces(
  ports: AnalyticsPorts,
  query: AnalyticsQuery,
): Promise<GetBounceAnalyticsResponse> {
  const counters = await countersOf(ports, query);
  const codes = await ports.stats.reader.bounces(query.campaignId, query);
  const total = counters.bounced;
  const groups = [...Map.groupBy(codes, ({ classification, type }) => `${classification} ${type}`).values()];
  return {
    total_bounced: total,
    bounce_rate: share(total, counters.sent),
    bounces: groups
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .flatMap((codes) => groupOf(codes, total)),
  };
}

function rankOf([first]: readonly BounceCount[]): number {
  return first === undefined ? 0 : BOUNCE_CLASSES.indexOf(first.classification);
}

/** The group of some codes with one class and type. */
function groupOf(codes: readonly BounceCount[], total: number): readonly BounceGroup[] {
  const [first] = codes;
  if (first === undefined) return [];
  const { classification, type } = first;
  const count = codes.reduce((sum, code) => sum + code.count, 0);
  const sample_codes = codes.slice(0, SAMPLES_MAX).map(withoutNull);
  return [{ classification, type, count, share: share(count, total), sample_codes }];
}

async function countersOf(ports: AnalyticsPorts, query: AnalyticsQuery): Promise<Counters> {
  const { id } = await requireCampaign(ports, query.campaignId);
  if (isWholeLife(query)) return (await ports.stats.reader.totals([id])).get(id) ?? toCounters();
  return sumOf(await ports.stats.reader.byVariant(id, query));
}

function sumOf(cells: readonly { readonly counts: Partial<Counters> }[]): Counters {
  return toCounters(sumCounters(cells.map(({ counts }) => counts)));
}
