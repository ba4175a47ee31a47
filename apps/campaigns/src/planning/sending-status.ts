import type { SendingStatusName } from '@outreach/contracts-campaigns/planning';
import type { Campaign } from '../campaigns/index.ts';

/** Everything that the status depends on. */
export interface StatusFacts {
  readonly campaign: Pick<Campaign, 'status' | 'paused_by'>;
  /** The accounts of the campaign that are active. */
  readonly activeAccounts: readonly {
    /** False if its health score is below the minimum of the campaign. */
    readonly isHealthy: boolean;
    /** Emails that it may still plan today. */
    readonly room: number;
  }[];
  /** Pending and active enrollments. */
  readonly openEnrollments: number;
  /** True if the window is open for one of the active enrollments. */
  readonly isInSchedule: boolean;
  /** Emails and first emails that the campaign may still plan today. */
  readonly campaignRoom: number;
  readonly newLeadRoom: number;
  readonly hasDueLeads: boolean;
  readonly hasDueFollowUps: boolean;
  /** Planned emails that are not sent yet. */
  readonly queued: number;
}

type Rule = (facts: StatusFacts) => boolean;

const healthyAccounts = ({ activeAccounts }: StatusFacts): StatusFacts['activeAccounts'] =>
  activeAccounts.filter(({ isHealthy }) => isHealthy);

/** In their order: the first that applies is the status. */
const RULES: Readonly<Record<SendingStatusName, Rule>> = {
  campaign_draft: ({ campaign }) => campaign.status === 'draft',
  campaign_completed: ({ campaign }) => campaign.status === 'completed' || campaign.status === 'archived',
  bounce_protect: ({ campaign }) => campaign.status === 'paused' && campaign.paused_by === 'system',
  campaign_paused: ({ campaign }) => campaign.status === 'paused',
  no_accounts_available: ({ activeAccounts }) => activeAccounts.length === 0,
  all_accounts_unhealthy: (facts) => healthyAccounts(facts).length === 0,
  waiting_for_contacts: ({ openEnrollments }) => openEnrollments === 0,
  out_of_schedule: ({ isInSchedule }) => !isInSchedule,
  account_daily_limit_met: (facts) => healthyAccounts(facts).every(({ room }) => room <= 0),
  daily_limit_met: ({ campaignRoom }) => campaignRoom <= 0,
  new_lead_limit_met: ({ newLeadRoom, hasDueLeads, hasDueFollowUps }) =>
    newLeadRoom <= 0 && hasDueLeads && !hasDueFollowUps,
  follow_up_delay_not_met: ({ hasDueLeads, hasDueFollowUps, queued }) =>
    !hasDueLeads && !hasDueFollowUps && queued === 0,
  healthy: () => true,
};

const MESSAGES: Readonly<Record<SendingStatusName, string>> = {
  campaign_draft: 'The campaign is a draft; launch it to send.',
  campaign_completed: 'The campaign has ended.',
  bounce_protect:
    'The campaign was paused because of its bounces, its complaints or its accounts; pause_reason of the campaign names the rule.',
  campaign_paused: 'The campaign is paused; resume it to send.',
  no_accounts_available: 'No sending account of the campaign is active.',
  all_accounts_unhealthy: 'Every sending account is below min_health_score of the campaign.',
  waiting_for_contacts: 'The campaign has no contacts to send to; enroll some.',
  out_of_schedule: 'The send window is closed for all contacts.',
  account_daily_limit_met: 'Every sending account has reached its limit for today.',
  daily_limit_met: 'The campaign has reached daily_send_limit for today (UTC).',
  new_lead_limit_met: 'The campaign has reached max_new_leads_per_day for today (UTC).',
  follow_up_delay_not_met: 'The delay of every next step has not passed yet.',
  healthy: 'The campaign sends.',
};

/** The first status that applies, with its message. */
export function sendingStatus(facts: StatusFacts): {
  readonly status: SendingStatusName;
  readonly message: string;
} {
  const names = Object.keys(RULES) as SendingStatusName[];
  const status = names.find((name) => RULES[name](facts)) ?? 'healthy';
  return { status, message: MESSAGES[status] };
}
