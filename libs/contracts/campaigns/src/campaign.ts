import { describedBy, enumOf, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Campaign as CampaignMessage, GateReason as GateReasonMessage } from './gen/campaign_records.ts';
import {
  CAMPAIGN_STATUSES,
  CAMPAIGN_TYPES,
  campaignSchema,
  PLATFORMS,
  PROVIDER_MATCHINGS,
} from './records.ts';

/** Bounds of the writable fields of a campaign, both ends included. */
export const CAMPAIGN_BOUNDS = {
  min_health_score: { min: 0, max: 100 },
  daily_send_limit: { min: 1, max: 100_000 },
  max_new_leads_per_day: { min: 0, max: 100_000 },
  send_window_start: { min: 0, max: 23 },
  send_window_end: { min: 1, max: 24 },
  /** 0 is Sunday, like 7. */
  send_day: { min: 0, max: 7 },
} as const;

/** Maximum number of sending accounts of a campaign. */
export const SENDING_ACCOUNTS_MAX = 500;
/** Maximum number of segments of a contact filter. */
export const FILTER_SEGMENTS_MAX = 100;
/** Maximum length of the reason of a pause. */
export const PAUSE_REASON_MAX = 500;
/** Maximum length of the name of a campaign. */
export const CAMPAIGN_NAME_MAX = 200;

/** The reasons of the gate. */
export const GATE_REASONS = [
  'no_active_sending_accounts',
  'sending_account_unhealthy',
  'sending_account_disconnected',
  'spf_missing',
  'dkim_missing',
  'dmarc_missing',
  'domain_blocklisted',
  'bounce_rate_exceeded',
  'complaint_rate_exceeded',
  'warmup_incomplete',
  'sequence_has_no_steps',
  'template_error',
  'empty_filter',
  'send_window_invalid',
  'platform_not_configured',
] as const;

export type GateReasonName = (typeof GATE_REASONS)[number];

/** A campaign as the REST API returns it. */
export const CampaignRecord = campaignSchema.extend(
  describedBy(campaignSchema, {
    status: enumOf(CAMPAIGN_STATUSES),
    campaign_type: enumOf(CAMPAIGN_TYPES),
    platform: enumOf(PLATFORMS),
    provider_matching: enumOf(PROVIDER_MATCHINGS),
    paused_by: enumOf(['user', 'system']).nullable(),
  }),
);

export type CampaignRecord = z.infer<typeof CampaignRecord>;

/** A rule of the gate that a campaign breaks. Fields that do not apply are absent. */
export const GateReasonRecord = z.object({
  reason: enumOf(GATE_REASONS).describe('Name of the rule.'),
  message: z.string(),
  sending_account_id: z.string().optional().describe('Id of the sending account.'),
  field: z.string().optional().describe('Path of the field to change.'),
  domain: z.string().optional(),
  zone: z.string().optional(),
  observed: z.number().optional().describe('The value that breaks the rule.'),
  threshold: z.number().optional().describe('The limit of the rule.'),
  retry_at: z.iso.datetime().optional().describe('Time after which the rule no longer blocks.'),
});

export type GateReasonRecord = z.infer<typeof GateReasonRecord>;

/** The record of an RPC message. @throws Error when a required field is absent. */
export function toCampaignRecord(campaign: CampaignMessage): CampaignRecord {
  const required = ['contact_filter', 'metrics', 'enrollment_counts', 'created_at', 'updated_at'] as const;
  return recordOf(campaign, ...required);
}

/** The record of an RPC message, without absent fields. */
export function toGateReasonRecord(message: GateReasonMessage): GateReasonRecord {
  const { reason, message: text, ...others } = recordOf(message);
  const present = Object.entries(others).filter(([, value]) => value !== null);
  return { reason, message: text, ...Object.fromEntries(present) };
}
