import type { CAMPAIGN_STATUSES } from '@outreach/contracts-campaigns';

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The contacts that a campaign accepts: they match every field that has values. */
export interface ContactFilter {
  /** Any of these segments. */
  readonly segment_ids: readonly string[];
  readonly icp_tier: readonly string[];
  readonly grade: readonly string[];
}

/** The part of a campaign that enrollments need. */
export interface Campaign {
  readonly id: string;
  readonly workspace_id: string;
  readonly sequence_id: string;
  readonly status: CampaignStatus;
  readonly contact_filter: ContactFilter;
  /** True if the campaign sends to addresses with the status `risky` or `catch_all`. */
  readonly allow_risky_contacts: boolean;
}

/** Statuses that accept contacts. Contacts of a draft or paused campaign wait. */
export const OPEN_CAMPAIGN_STATUSES: ReadonlySet<CampaignStatus> = new Set(['draft', 'active', 'paused']);
