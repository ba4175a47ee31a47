import type { campaignMetricsSchema } from '@outreach/contracts-campaigns/records';
import type { z } from 'zod';
import type { EmailCounts } from '../stats/index.ts';

/** The public metrics of a campaign. */
export type CampaignMetrics = z.infer<typeof campaignMetricsSchema>;

/** open_rate is per delivered send, reply_rate per contacted contact, bounce_rate per sent send. */
export function toMetrics(counters: EmailCounts): CampaignMetrics {
  const { sent: total_sent, delivered, opened, clicked, replied, bounced, contacted } = counters;
  return {
    total_sent,
    delivered,
    opened,
    clicked,
    replied,
    bounced,
    unsubscribed: counters.unsubscribed,
    spam_complaints: counters.spam_complaints,
    open_rate: ratio(counters.unique_opened, delivered),
    reply_rate: ratio(counters.unique_replied, contacted),
    bounce_rate: ratio(bounced, total_sent),
  };
}

/** 0 of nothing. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
