import type { MetricName } from '@outreach/contracts-campaigns/analytics';
import type { SummaryMetrics } from '@outreach/contracts-campaigns/gen/analytics.ts';
import { toMetrics } from '../campaigns/index.ts';
import type { EmailCounts } from '../stats/index.ts';

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
