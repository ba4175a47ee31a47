import { domainOf } from '@outreach/values';
import type { GateReasonName } from '@outreach/contracts-campaigns/campaign';
import { isWarmingUp, warmupAllowance } from '../sending-accounts/index.ts';
import { bounceRate, complaintRate, exceeds, WARNING_SHARE, type RateOf } from './delivery-rates.ts';
import type { GateFacts } from './gate-facts.ts';
import type { GateAccount } from './gate-inputs.ts';

/** An account below this health score sends for no campaign, also for a campaign with a lower minimum. */
const HEALTH_MIN = 40;
/** After an automatic pause, the rates block a resume for this time. */
const AUTO_PAUSE_MS = 24 * 60 * 60 * 1_000;

/** A breach of a rule. */
export interface GateFinding {
  readonly message: string;
  readonly sending_account_id?: string;
  readonly field?: string;
  /** A listed domain and the zone of its blocklist. */
  readonly domain?: string;
  readonly zone?: string;
  readonly observed?: number;
  readonly threshold?: number;
  /** Time after which the rule no longer blocks. */
  readonly retry_at?: Date;
}

export interface GateRule {
  readonly reason: GateReasonName;
  /** Structural rules apply to every campaign, the other rules to cold outreach only. */
  readonly applies: 'every_type' | 'cold_outreach';
  readonly severity: 'block' | 'warn';
  /** Returns the breaches; none if the campaign meets the rule. */
  readonly check: (facts: GateFacts) => readonly GateFinding[];
}

const structural = { applies: 'every_type', severity: 'block' } as const;
const resumeGate = { applies: 'cold_outreach', severity: 'block' } as const;
const warning = { applies: 'cold_outreach', severity: 'warn' } as const;

/** The rules of launch, resume and the dry run, in the order of their reasons. */
export const GATE_RULES: readonly GateRule[] = [
  { ...structural, reason: 'sequence_has_no_steps', check: checkSteps },
  { ...structural, reason: 'template_error', check: ({ templateErrors }) => templateErrors },
  { ...structural, reason: 'platform_not_configured', check: checkPlatform },
  { ...resumeGate, reason: 'no_active_sending_accounts', check: checkActiveAccounts },
  { ...resumeGate, reason: 'sending_account_disconnected', check: ofAccounts(checkConnection) },
  { ...resumeGate, reason: 'sending_account_unhealthy', check: ofAccounts(checkHealth) },
  { ...resumeGate, reason: 'warmup_incomplete', check: ofAccounts(checkWarmUp(true)) },
  { ...resumeGate, reason: 'spf_missing', check: ofAccounts(checkRecord('spf', 'SPF')) },
  { ...resumeGate, reason: 'dkim_missing', check: ofAccounts(checkRecord('dkim', 'DKIM')) },
  { ...resumeGate, reason: 'dmarc_missing', check: ofAccounts(checkRecord('dmarc', 'DMARC')) },
  { ...resumeGate, reason: 'domain_blocklisted', check: ofAccounts(checkBlocklist) },
  { ...resumeGate, reason: 'bounce_rate_exceeded', check: checkExceeded(bounceRate) },
  { ...resumeGate, reason: 'complaint_rate_exceeded', check: checkExceeded(complaintRate) },
  { ...resumeGate, reason: 'empty_filter', check: checkFilter },
  { ...resumeGate, reason: 'send_window_invalid', check: checkWindow },
  { ...warning, reason: 'warmup_incomplete', check: ofAccounts(checkWarmUp(false)) },
  { ...warning, reason: 'bounce_rate_exceeded', check: checkNearLimit(bounceRate) },
  { ...warning, reason: 'complaint_rate_exceeded', check: checkNearLimit(complaintRate) },
];

function checkSteps({ stepCount }: GateFacts): readonly GateFinding[] {
  if (stepCount > 0) return [];
  return [{ field: 'sequence_id', message: 'The sequence has no steps; add at least one.' }];
}

function checkPlatform({ isPlatformConfigured, campaign: { platform } }: GateFacts): readonly GateFinding[] {
  if (isPlatformConfigured) return [];
  const message = `No adapter is configured for ${platform}; choose native or ask the operator to configure it.`;
  return [{ field: 'platform', message }];
}

function checkActiveAccounts({ accounts }: GateFacts): readonly GateFinding[] {
  if (accounts.some(({ status }) => status === 'active')) return [];
  const message = 'None of the selected sending accounts is active; resume one or select another one.';
  return [{ field: 'sending_account_ids', message, observed: 0, threshold: 1 }];
}

type AccountFinding = Omit<GateFinding, 'sending_account_id'>;
type AccountCheck = (account: GateAccount, facts: GateFacts) => AccountFinding | undefined;

function ofAccounts(check: AccountCheck): GateRule['check'] {
  return (facts) =>
    facts.accounts.flatMap((account) => {
      const finding = check(account, facts);
      return finding === undefined ? [] : [{ sending_account_id: account.id, ...finding }];
    });
}

function checkConnection({ status, email }: GateAccount): AccountFinding | undefined {
  if (status !== 'error') return undefined;
  return { message: `The account ${email} cannot connect to its servers; test it and correct its settings.` };
}

function checkHealth(account: GateAccount, { campaign }: GateFacts): AccountFinding | undefined {
  const { status, email, health_score: observed } = account;
  const threshold = Math.max(campaign.min_health_score, HEALTH_MIN);
  if (status !== 'suspended' && observed >= threshold) return undefined;
  const message = `The account ${email} is ${status === 'suspended' ? 'suspended' : 'unhealthy'}; see its health.`;
  return { message, observed, threshold };
}

/** A warm-up only limits the emails of its account; an allowance of 0 today blocks. */
function checkWarmUp(isBlocking: boolean): AccountCheck {
  return ({ email, warmup }) => {
    const { day, ceiling } = warmup;
    const observed = warmupAllowance(warmup, day);
    if (!isWarmingUp(warmup, day) || (observed === 0) !== isBlocking) return undefined;
    const message = isBlocking
      ? `The warm-up of the account ${email} allows no emails today; increase its start or end it.`
      : `The account ${email} is warming up, so it sends fewer emails than its ceiling.`;
    return { message, observed, threshold: ceiling };
  };
}

/** A record without an answer from the DNS never blocks. */
function checkRecord(record: 'spf' | 'dkim' | 'dmarc', name: string) {
  return (account: GateAccount): AccountFinding | undefined => {
    if (account.auth[record] !== 'fail') return undefined;
    return {
      message: `The domain ${domainOf(account.email)} has no valid ${name} record; add it to its DNS.`,
    };
  };
}

/** A list without an answer never blocks. */
function checkBlocklist({ id }: GateAccount, { listings }: GateFacts): AccountFinding | undefined {
  const listing = listings.get(id) ?? 'unknown';
  if (listing === 'unknown') return undefined;
  const { domain, zone } = listing;
  const message = `The domain ${domain} is on the blocklist ${zone}; ask the list to remove it or use another domain.`;
  return { message, domain, zone };
}

/** An exceeded rate blocks, after an automatic pause for 24 hours only. */
function checkExceeded(rateOf: RateOf): GateRule['check'] {
  return ({ sends, campaign, now }) => {
    const rate = rateOf(sends);
    if (!exceeds(rate, 1)) return [];
    const { name, observed, threshold } = rate;
    const finding = {
      message: `${name} of the last days is too high; clean up the contacts.`,
      observed,
      threshold,
    };
    const { paused_by: pausedBy, paused_at: pausedAt } = campaign;
    if (pausedBy !== 'system' || pausedAt === null) return [finding];
    const retryAt = new Date(pausedAt.getTime() + AUTO_PAUSE_MS);
    return now >= retryAt ? [] : [{ ...finding, retry_at: retryAt }];
  };
}

function checkNearLimit(rateOf: RateOf): GateRule['check'] {
  return ({ sends }) => {
    const rate = rateOf(sends);
    if (exceeds(rate, 1) || !exceeds(rate, WARNING_SHARE)) return [];
    const { name, observed, threshold } = rate;
    const message = `${name} of the last days is at half of the rate that pauses the campaign.`;
    return [{ message, observed, threshold: threshold * WARNING_SHARE }];
  };
}

function checkFilter({ hasMatches }: GateFacts): readonly GateFinding[] {
  if (hasMatches) return [];
  return [
    { field: 'contact_filter', message: 'No contact matches contact_filter; widen it or add contacts.' },
  ];
}

function checkWindow({ campaign }: GateFacts): readonly GateFinding[] {
  if (campaign.send_days.length === 0)
    return [{ field: 'send_days', message: 'send_days is empty; add at least one day of the week.' }];
  if (campaign.send_window_start < campaign.send_window_end) return [];
  return [{ field: 'send_window_end', message: 'send_window_end must be later than send_window_start.' }];
}
