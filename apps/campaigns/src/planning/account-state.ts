import type { Campaign } from '../campaigns/index.ts';
import { warmupAllowance, type SendingAccount } from '../sending-accounts/index.ts';
import type { PlanAccount } from './plan-model.ts';
import type { PlannedAccount } from './ports.ts';
import { dayNumber, zoneFor } from './send-window.ts';
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

const NOTHING_PLANNED: PlannedAccount = { nextFreeAt: null, days: new Map(), turns: new Map() };

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
  const turn = turnOf({ campaignId: campaign.id, lastTurns: planned.turns, nowMs, horizonMs });
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
      allowanceOn: allowanceOf(account, nowMs),
      planned: planned.days,
      takesNewLeads: campaign.sending_account_ids.includes(account.id),
    },
  };
}

/** Emails per day of the zone of the account: its limit, and what the warm-up allows on that day. */
function allowanceOf(
  { daily_limit: limit, warmup, time_zone: zone }: SendingAccount,
  nowMs: number,
): (day: number) => number {
  if (!warmup.enabled) return () => limit;
  const today = dayNumber(zoneFor(null, zone), nowMs);
  return (day) => Math.min(limit, warmupAllowance(warmup, Math.max(1, warmup.day + day - today)));
}
