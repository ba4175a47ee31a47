import type { ContactFilter } from '../gate/index.ts';
import type {
  CAMPAIGN_STATUSES,
  CAMPAIGN_TYPES,
  PLATFORMS,
  PROVIDER_MATCHINGS,
} from '@outreach/contracts-campaigns/records';

export type { ContactFilter };

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];
export type CampaignType = (typeof CAMPAIGN_TYPES)[number];
export type Platform = (typeof PLATFORMS)[number];
export type ProviderMatching = (typeof PROVIDER_MATCHINGS)[number];

/** The settings that requests write. */
export interface CampaignSettings {
  readonly name: string;
  readonly campaign_type: CampaignType;
  readonly platform: Platform;
  readonly sequence_id: string;
  readonly sending_account_ids: readonly string[];
  readonly min_health_score: number;
  /** Emails per UTC day. */
  readonly daily_send_limit: number;
  /** First emails per UTC day; 0 for no limit. */
  readonly max_new_leads_per_day: number;
  /** True for random gaps within the bounds of the account, false for its minimum gap. */
  readonly smart_time_gaps: boolean;
  /** `prefer` if new leads prefer accounts of the provider of their mailbox. */
  readonly provider_matching: ProviderMatching;
  /** First hour of the day, in the zone of the contact. */
  readonly send_window_start: number;
  /** The hour at which the window ends; 24 for midnight. */
  readonly send_window_end: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly send_days: readonly number[];
  readonly open_tracking_enabled: boolean;
  readonly link_tracking_enabled: boolean;
  readonly stop_on_reply: boolean;
  readonly stop_on_domain_reply: boolean;
  readonly stop_on_unsubscribe: boolean;
  /** True if the campaign sends to addresses with the status `risky` or `catch_all`. */
  readonly allow_risky_contacts: boolean;
  /** True if contacts that match the filter after the launch are enrolled too. */
  readonly auto_enroll: boolean;
  readonly contact_filter: ContactFilter;
  /** The client of an agency for which the campaign is made. */
  readonly client_id: string | null;
}

export interface Campaign extends CampaignSettings {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: CampaignStatus;
  readonly pause_reason: string | null;
  readonly paused_by: 'user' | 'system' | null;
  readonly paused_at: Date | null;
  readonly completed_at: Date | null;
  readonly archived_at: Date | null;
  readonly started_at: Date | null;
  /** The last resume; the gate counts only later sends. */
  readonly resumed_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** Statuses that accept contacts. Contacts of a draft or paused campaign wait. */
export const OPEN_CAMPAIGN_STATUSES: ReadonlySet<CampaignStatus> = new Set(['draft', 'active', 'paused']);

/** A draft of the workspace. */
export function newCampaign(
  settings: CampaignSettings,
  { id, workspaceId, at }: { readonly id: string; readonly workspaceId: string; readonly at: Date },
): Campaign {
  return {
    ...settings,
    id,
    workspace_id: workspaceId,
    status: 'draft',
    pause_reason: null,
    paused_by: null,
    paused_at: null,
    completed_at: null,
    archived_at: null,
    started_at: null,
    resumed_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
