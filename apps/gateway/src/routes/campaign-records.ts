import {
  CAMPAIGN_BOUNDS,
  CAMPAIGN_NAME_MAX,
  CampaignRecord,
  FILTER_SEGMENTS_MAX,
  GateReasonRecord,
  SENDING_ACCOUNTS_MAX,
  toCampaignRecord,
} from '@outreach/contracts-campaigns/campaign';
import type { CampaignInput } from '@outreach/contracts-campaigns/gen/campaign_records.ts';
import { CAMPAIGN_TYPES, PLATFORMS, PROVIDER_MATCHINGS } from '@outreach/contracts-campaigns/records';
import { campaignExample as activeExample } from '@outreach/contracts-campaigns/examples';
import { describedBy } from '@outreach/contracts-common';
import { GRADES, ICP_TIERS } from '@outreach/contracts-contacts';
import { enumText, id, optional, optionalInteger, text } from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { optionalBoolean, optionalEnum } from './optional-fields.ts';
import { campaignParams, EXAMPLE_TIME } from './route.ts';
import { Resource } from './resource.ts';

const ID_LENGTH_MAX = 100;
/** More than the days of a week, which may repeat. */
const DAYS_MAX = 50;

/** The filter in responses. */
const contactFilterRecord = z.object({
  segment_ids: z.array(z.string()),
  icp_tier: z.array(enumText(ICP_TIERS)),
  grade: z.array(enumText(GRADES)),
});
const Record = CampaignRecord.extend(describedBy(CampaignRecord, { contact_filter: contactFilterRecord }));

export const Campaign = Record.meta({ id: 'Campaign' });
export const ResumedCampaign = Record.extend({
  requeued_sends: z.int().nonnegative().describe('Queued emails that keep their schedule.'),
  dropped_sends: z.int().nonnegative().describe('Queued emails that were more than 24 hours late.'),
}).meta({ id: 'ResumedCampaign' });

const GateReason = GateReasonRecord.meta({ id: 'GateReason' });
export const GateResult = z
  .object({
    passed: z.boolean().describe('`true` without blocking reasons.'),
    blocking_reasons: z.array(GateReason).describe('The broken rules that block a launch or resume.'),
    warnings: z.array(GateReason).describe('The rules that are nearly broken.'),
  })
  .meta({ id: 'GateResult' });

function boundedInteger(name: keyof typeof CAMPAIGN_BOUNDS): ReturnType<typeof optionalInteger> {
  const { min, max } = CAMPAIGN_BOUNDS[name];
  return optionalInteger(min, max);
}

const contactFilter = z.object({
  segment_ids: z.array(z.string().min(1).max(ID_LENGTH_MAX)).max(FILTER_SEGMENTS_MAX).default([]),
  icp_tier: z.array(z.enum(ICP_TIERS)).max(DAYS_MAX).default([]),
  grade: z.array(z.enum(GRADES)).max(DAYS_MAX).default([]),
});

const required = {
  name: text(CAMPAIGN_NAME_MAX),
  campaign_type: z.enum(CAMPAIGN_TYPES),
  sequence_id: id('seq'),
  sending_account_ids: z.array(id('acc')).min(1).max(SENDING_ACCOUNTS_MAX),
};

const writable = {
  platform: optionalEnum(PLATFORMS),
  min_health_score: boundedInteger('min_health_score'),
  daily_send_limit: boundedInteger('daily_send_limit'),
  max_new_leads_per_day: boundedInteger('max_new_leads_per_day'),
  smart_time_gaps: optionalBoolean(),
  provider_matching: optionalEnum(PROVIDER_MATCHINGS),
  send_window_start: boundedInteger('send_window_start'),
  send_window_end: boundedInteger('send_window_end'),
  send_days: z
    .array(z.int().min(CAMPAIGN_BOUNDS.send_day.min).max(CAMPAIGN_BOUNDS.send_day.max))
    .max(DAYS_MAX)
    .optional(),
  open_tracking_enabled: optionalBoolean(),
  link_tracking_enabled: optionalBoolean(),
  stop_on_reply: optionalBoolean(),
  stop_on_domain_reply: optionalBoolean(),
  stop_on_unsubscribe: optionalBoolean(),
  allow_risky_contacts: optionalBoolean(),
  auto_enroll: optionalBoolean(),
  contact_filter: contactFilter.optional(),
  client_id: optional(id('cli'), { type: 'string' }),
};

export const CampaignCreateBody = z
  .object(describedBy(Record, { ...required, ...writable }))
  .meta({ id: 'CampaignCreate' });
export const CampaignUpdateBody = z
  .object(describedBy(Record, { ...z.object(required).partial().shape, ...writable }))
  .meta({ id: 'CampaignUpdate' });

type CampaignBody = z.output<typeof CampaignUpdateBody>;

/** A field that is null has no value in the message; the mask names it. */
export function toCampaignInput(body: CampaignBody): CampaignInput {
  const { sending_account_ids = [], send_days, contact_filter, ...scalars } = body;
  return { ...withoutNull(scalars), sending_account_ids, send_days: send_days ?? [], contact_filter };
}

export const campaignExample: z.output<typeof Campaign> = {
  ...activeExample,
  status: 'draft',
  metrics: {
    total_sent: 0,
    delivered: 0,
    opened: 0,
    clicked: 0,
    replied: 0,
    bounced: 0,
    unsubscribed: 0,
    spam_complaints: 0,
    open_rate: 0,
    reply_rate: 0,
    bounce_rate: 0,
  },
  enrollment_counts: { pending: 0, active: 0, paused: 0, completed: 0, stopped: 0 },
  started_at: null,
};

/** The example after its launch. */
export const launchedExample: z.output<typeof Campaign> = {
  ...campaignExample,
  status: 'active',
  started_at: EXAMPLE_TIME,
};

export const campaignResource = new Resource({
  path: '/api/v1/campaigns/{campaign_id}/',
  params: campaignParams,
  record: Campaign,
  example: campaignExample,
  toRecord: toCampaignRecord,
});
