import type { CAMPAIGN_STATUSES } from '@outreach/contracts-campaigns';

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Which contacts a campaign takes: those that meet every member that has values. */
export interface ContactFilter {
  /** Any of them. */
  readonly segment_ids: readonly string[];
  readonly icp_tier: readonly string[];
  readonly grade: readonly string[];
}

/** As much of a campaign as tells whom it takes. */
export interface Campaign {
  readonly id: string;
  readonly workspace_id: string;
  readonly sequence_id: string;
  readonly status: CampaignStatus;
  readonly contact_filter: ContactFilter;
  /** Contacts whose address is risky or catches all are sent to. */
  readonly allow_risky_contacts: boolean;
}

/** Those that take contacts; in a draft and in a paused one they wait. */
export const OPEN_CAMPAIGN_STATUSES: ReadonlySet<CampaignStatus> = new Set(['draft', 'active', 'paused']);
