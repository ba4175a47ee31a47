import type { Campaign } from '../campaigns/index.ts';
import { warmupAllowance, type SendingAccount } from '../sending-accounts/index.ts';
import type { PlanAccount } from './plan-model.ts';
import type { PlannedAccount } from './ports.ts';
import { dayNumber, zoneFor } from './send-window.ts';
import { accountProvider, isMatching } from './match-provider.ts';
import { turnOf, type Turn } from './turns.ts';

const SECOND_MS = 1_000;

export interface PlanTime {
  readonly nowMs: number;
  readonly horizonMs: number;
}

/** An account with its turn for a campaign. */
export interface AccountState {
  readonly account: PlanAccount;
  readonly turn: Turn;
  readonly email: string;
  readonly planned: PlannedAccount;
}

const NOTHING_PLANNED: PlannedAccount = { nextFreeAt: null, days: new Map(), uses: new Map() };

/** True for an account that may send emails of the campaign. */
export function isEligible(
  { status, health_score: health }: Pick<SendingAccount, 'status' | 'health_score'>,
  { min_health_score: min }: Pick<Campaign, 'min_health_score'>,
): boolean {
  return status === 'active' && health >= min;
}

/** The state of an eligible account for a campaign. */
export function accountState(
  account: SendingAccount,
  campaign: Campaign,
  {
    planned = NOTHING_PLANNED,
    time,
  }: { readonly planned: PlannedAccount | undefined; readonly time: PlanTime },
): AccountState {
  const { nowMs, horizonMs } = time;
  const turn = turnOf({ campaignId: campaign.id, uses: planned.uses, nowMs, horizonMs });
  return {
    turn,
    planned,
    email: account.email,
    account: {
      id: account.id,
      zone: account.time_zone,
      health: account.health_score,
      minGapMs: account.min_gap_seconds * SECOND_MS,
      maxGapMs: account.max_gap_seconds * SECOND_MS,
      freeAtMs: planned.nextFreeAt?.getTime() ?? 0,
      untilMs: nowMs + turn.lookaheadMs,
      turnMs: turn.lengthMs,
      allowanceOn: allowanceOf(account, planned, nowMs),
      planned: planned.days,
      takesNewLeads: campaign.sending_account_ids.includes(account.id),
      mailProvider: isMatching(campaign) ? accountProvider(account) : null,
    },
  };
}

/**
 * Emails per day of the zone of the account: its limit, and the allowance of the warm-up on that day. Tomorrow is the
 * next day of the warm-up only if the account sends today; the days after it are estimated as days with emails.
 */
export function allowanceOf(
  {
    daily_limit: limit,
    warmup,
    time_zone: zone,
  }: Pick<SendingAccount, 'daily_limit' | 'warmup' | 'time_zone'>,
  { days }: Pick<PlannedAccount, 'days'>,
  nowMs: number,
): (day: number) => number {
  if (!warmup.enabled) return () => limit;
  const today = dayNumber(zoneFor(null, zone), nowMs);
  const isUsedToday = (days.get(today) ?? 0) > 0;
  return (day) => {
    const daysAhead = day === today + 1 && !isUsedToday ? 0 : Math.max(0, day - today);
    return Math.min(limit, warmupAllowance(warmup, warmup.day + daysAhead));
  };
}
