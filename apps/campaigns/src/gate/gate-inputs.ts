import type {
  ACCOUNT_STATUSES,
  CAMPAIGN_TYPES,
  DnsResult,
  PLATFORMS,
} from '@outreach/contracts-campaigns/records';

export interface ContactFilter {
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
export interface GateAccount {
  readonly id: string;
  readonly email: string;
  readonly reply_to: string | null;
  readonly tracking_domain_id: string | null;
  readonly status: (typeof ACCOUNT_STATUSES)[number];
  /** 0 to 100. */
  readonly health_score: number;
  /** `day` is 0 while the warm-up is disabled. */
  readonly warmup: {
    readonly day: number;
    readonly start: number;
    readonly increment: number;
    readonly ceiling: number;
  };
  readonly auth: { readonly spf: DnsResult; readonly dkim: DnsResult; readonly dmarc: DnsResult };
}

/** A domain on a blocklist. */
export interface BlocklistListing {
  readonly domain: string;
  readonly zone: string;
}

/** What the gate checks of a sequence. */
export interface SequenceCheck {
  readonly stepCount: number;
  /** The templates that do not parse or render within the limits. */
  readonly templateErrors: readonly TemplateError[];
}

/** Sends of a campaign in the rate window. */
export interface RecentSends {
  readonly sent: number;
  readonly hardBounces: number;
  readonly complaints: number;
}
