import type { CAMPAIGN_TYPES, PLATFORMS } from '@outreach/contracts-campaigns/records';
import type { SendingAccount } from '../sending-accounts/index.ts';

/** The contacts that a campaign accepts: they match every field that has values. */
export interface ContactFilter {
  /** Any of these segments. */
  readonly segment_ids: readonly string[];
  readonly icp_tier: readonly string[];
  readonly grade: readonly string[];
}

/** A template that cannot be rendered; `field` is a path such as `steps[0].subject`. */
export interface TemplateError {
  readonly field: string;
  readonly message: string;
}

/** The part of a campaign that the gate checks. */
export interface GateCampaign {
  readonly id: string;
  readonly campaign_type: (typeof CAMPAIGN_TYPES)[number];
  readonly platform: (typeof PLATFORMS)[number];
  readonly sequence_id: string;
  readonly sending_account_ids: readonly string[];
  readonly min_health_score: number;
  readonly send_window_start: number;
  readonly send_window_end: number;
  readonly send_days: readonly number[];
  readonly contact_filter: ContactFilter;
  readonly paused_by: 'user' | 'system' | null;
  readonly paused_at: Date | null;
  /** The last resume; sends before it do not count. */
  readonly resumed_at: Date | null;
}

/** The part of a sending account that the gate checks. */
export type GateAccount = Pick<
  SendingAccount,
  'id' | 'email' | 'reply_to' | 'tracking_domain_id' | 'status' | 'health_score' | 'warmup' | 'auth'
>;

/** What the gate checks of a sequence. */
export interface SequenceCheck {
  readonly stepCount: number;
  /** The templates that do not parse or render within the limits. */
  readonly templateErrors: readonly TemplateError[];
}
