import { z } from 'zod';
import { campaignMetricsSchema } from './records.ts';

/** Campaigns that the filter of a summary names. */
export const ANALYTICS_CAMPAIGNS_MAX = 100;

const count = z.int().nonnegative();
const rate = z.number();

/** The metrics of campaigns and accounts in analyses. */
export const SummaryMetricsRecord = campaignMetricsSchema.extend({
  unique_opened: count,
  unique_clicked: count,
  auto_replied: count,
  positive_replied: count,
  click_rate: rate,
  unsubscribe_rate: rate,
  spam_complaint_rate: rate,
  delivery_rate: rate,
});

export const METRIC_NAMES = SummaryMetricsRecord.keyof().options;
export type MetricName = (typeof METRIC_NAMES)[number];

/** The orders of campaigns with their metrics. */
export const CAMPAIGN_METRICS_SORTS = [
  'created_desc',
  ...METRIC_NAMES.flatMap((name) => [`${name}_desc` as const, `${name}_asc` as const]),
] as const;
