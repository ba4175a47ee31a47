import type { MetricName } from '@outreach/contracts-campaigns/analytics';
import type {
  CountsWithRates,
  EmailCounts as EmailCountsMessage,
  GetAnalyticsSummaryResponse,
  SummaryMetrics,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { toMetrics } from '../campaigns/index.ts';
import { toCounters, type Counters, type EmailCounts } from '../stats/index.ts';

export type Summary = GetAnalyticsSummaryResponse;

export interface SummaryInput {
  readonly counters: Counters;
  /** Contacts that were enrolled in the period. */
  readonly enrolled: number;
  readonly timeSeries: readonly { readonly period: Date; readonly counts: Partial<Counters> }[];
}

export function toSummary({ counters, enrolled, timeSeries }: SummaryInput): Summary {
  return {
    metrics: toSummaryMetrics(counters),
    funnel: {
      enrolled,
      contacted: counters.contacted,
      opened: counters.unique_opened,
      replied: counters.unique_replied,
      positive: counters.positive_replied,
      completed: counters.completed,
    },
    time_series: timeSeries.map(({ period, counts }) => ({ period, counts: toCounts(toCounters(counts)) })),
  };
}

/** The numbers of a step or of a variant. */
export function toNumbers(counters: Counters): CountsWithRates {
  const { open_rate, bounce_rate } = toMetrics(counters);
  // Every sent email of a step has its own contact.
  const reply_rate = share(counters.unique_replied, counters.sent);
  return { counts: toCounts(counters), open_rate, reply_rate, bounce_rate };
}

function toCounts(counters: Counters): EmailCountsMessage {
  const { sent, delivered, opened, clicked, replied, bounced, unsubscribed, spam_complaints } = counters;
  return { sent, delivered, opened, clicked, replied, bounced, unsubscribed, spam_complaints };
}

/** The metrics of some emails. Rates are made from the counters, so those of a sum are no means of rates. */
export function toSummaryMetrics(counters: EmailCounts): SummaryMetrics {
  const { delivered, sent, unique_opened, unique_clicked, auto_replied, positive_replied } = counters;
  return {
    campaign: toMetrics(counters),
    unique_opened,
    unique_clicked,
    auto_replied,
    positive_replied,
    click_rate: share(unique_clicked, delivered),
    unsubscribe_rate: share(counters.unsubscribed, delivered),
    spam_complaint_rate: share(counters.spam_complaints, delivered),
    delivery_rate: share(delivered, sent),
  };
}

/** One metric by its name. */
export function metricOf(counters: EmailCounts, name: MetricName): number {
  const { campaign, ...metrics } = toSummaryMetrics(counters);
  const all: Partial<Record<MetricName, number>> = { ...campaign, ...metrics };
  return all[name] ?? 0;
}

/** 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
