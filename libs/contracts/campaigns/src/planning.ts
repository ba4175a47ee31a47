import { enumOf, recordFields } from '@outreach/contracts-common';
import { z } from 'zod';
import { ACCOUNT_STATUSES } from './records.ts';

/** The states of the sending of a campaign, in their order: the first that applies is the status. */
export const SENDING_STATUSES = [
  'campaign_draft',
  'campaign_completed',
  'bounce_protect',
  'campaign_paused',
  'no_accounts_available',
  'all_accounts_unhealthy',
  'waiting_for_contacts',
  'out_of_schedule',
  'account_daily_limit_met',
  'daily_limit_met',
  'new_lead_limit_met',
  'follow_up_delay_not_met',
  'healthy',
] as const;
export type SendingStatusName = (typeof SENDING_STATUSES)[number];

/** The limits that can decide how long a campaign takes. */
export const FORECAST_CONSTRAINTS = [
  'daily_send_limit',
  'max_new_leads_per_day',
  'account_daily_limit',
  'send_window',
  'follow_up_delay',
  'no_accounts_available',
] as const;
export type ForecastConstraint = (typeof FORECAST_CONSTRAINTS)[number];

const count = z.int().nonnegative();

/** Whether a campaign sends now, and why not, as the REST API returns it. */
export const SendingStatusRecord = z.object({
  status: enumOf(SENDING_STATUSES),
  message: z.string(),
  next_send_at: z.iso.datetime().nullable(),
  details: z.object({
    queued: count,
    planned_today: count,
    new_leads_today: count,
    daily_send_limit: count,
    max_new_leads_per_day: count,
    accounts: z.array(
      z.object({
        sending_account_id: z.string(),
        status: enumOf(ACCOUNT_STATUSES),
        health_score: z.number(),
        planned_today: count,
        allowed_today: count,
        next_free_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
});
export type SendingStatusRecord = z.infer<typeof SendingStatusRecord>;

/** What the launch of a campaign would do with the contacts that match its filter, as the REST API returns it. */
export const AudienceRecord = z.object({
  campaign_id: recordFields.campaign_id,
  matching: count.describe('Contacts that match the filter and are not deleted.'),
  accepted: count.describe('Matches that the launch would enroll.'),
  left_out: z
    .object({
      already_enrolled: count,
      suppressed: count,
      invalid_address: count,
      risky_address: count.describe('`risky` and `catch_all`; 0 with `allow_risky_contacts`.'),
    })
    .describe('Matches that the launch would not enroll, by the first reason that applies.'),
  is_estimated: z.boolean().describe('True if the numbers are extrapolated from a sample.'),
});
export type AudienceRecord = z.infer<typeof AudienceRecord>;

/** The emails that are left, by day, as the REST API returns them. */
export const ForecastRecord = z.object({
  campaign_id: recordFields.campaign_id,
  total_remaining: count,
  finish_date: z.iso.date().nullable(),
  binding_constraint: enumOf(FORECAST_CONSTRAINTS).nullable(),
  days: z.array(
    z.object({
      date: z.iso.date(),
      planned: count,
      by_account: z.array(z.object({ sending_account_id: z.string(), planned: count })),
    }),
  ),
});
export type ForecastRecord = z.infer<typeof ForecastRecord>;
