import type { campaignMetricsSchema } from '@outreach/contracts-campaigns';
import type { z } from 'zod';

/** The public metrics of a campaign. */
export type CampaignMetrics = z.infer<typeof campaignMetricsSchema>;

/** The stored counters of a campaign. */
export const COUNTER_NAMES = [
  'total_sent',
  'delivered',
  'opened',
  'clicked',
  'replied',
  'bounced',
  'unsubscribed',
  'spam_complaints',
  // The rates count each send and each contact once.
  'unique_opened',
  'unique_replied',
  'contacted',
] as const;

export type CounterName = (typeof COUNTER_NAMES)[number];
export type CampaignCounters = Readonly<Record<CounterName, number>>;

/** The counters of a campaign without sends. */
export const NO_COUNTERS: CampaignCounters = {
  total_sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  replied: 0,
  bounced: 0,
  unsubscribed: 0,
  spam_complaints: 0,
  unique_opened: 0,
  unique_replied: 0,
  contacted: 0,
};

/** open_rate is per delivered send, reply_rate per contacted contact, bounce_rate per sent send. */
export function toMetrics(counters: CampaignCounters): CampaignMetrics {
  const { unique_opened: opened, unique_replied: replied, contacted, ...shown } = counters;
  return {
    ...shown,
    open_rate: ratio(opened, shown.delivered),
    reply_rate: ratio(replied, contacted),
    bounce_rate: ratio(shown.bounced, shown.total_sent),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
