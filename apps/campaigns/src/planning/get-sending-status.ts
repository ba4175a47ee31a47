import type { SendingStatusName } from '@outreach/contracts-campaigns/planning';
import { notFound } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import type { EnrollmentCounts } from '../enrollments/index.ts';
import type { SendingAccount } from '../sending-accounts/index.ts';
import { accountState, type AccountState, type PlanTime } from './account-state.ts';
import { plan } from './plan.ts';
import type { PlannedAccount, SendQueue } from './ports.ts';
import {
  accountStates,
  readCampaign,
  readDemand,
  zonesAt,
  type Due,
  type PlannedCampaignState,
  type ReadDemandPorts,
} from './read-demand.ts';
import { dayNumber, zoneFor } from './send-window.ts';
import { sendingStatus } from './sending-status.ts';

/** Emails that are planned to find the next one. */
const EMAILS_MAX = 10;

export interface SendingStatusPorts extends ReadDemandPorts {
  readonly counts: Pick<EnrollmentCounts, 'read'>;
  readonly sends: Pick<SendQueue, 'queued'>;
  readonly clock: Clock;
  readonly horizonMs: number;
}

/** A sending account today, in its zone. */
export interface AccountToday {
  readonly sendingAccountId: string;
  readonly status: SendingAccount['status'];
  readonly healthScore: number;
  readonly planned: number;
  readonly allowed: number;
  readonly nextFreeAt: Date | null;
}

export interface SendingStatus {
  readonly status: SendingStatusName;
  readonly message: string;
  readonly nextSendAt: Date | undefined;
  readonly queued: number;
  readonly plannedToday: number;
  readonly newLeadsToday: number;
  readonly dailySendLimit: number;
  readonly newLeadLimit: number;
  readonly accounts: readonly AccountToday[];
}

/** Whether a campaign sends now, and why not. @throws AppError not_found. */
export async function getSendingStatus(ports: SendingStatusPorts, id: string): Promise<SendingStatus> {
  const state = await readCampaign(ports, id);
  if (state === undefined) throw notFound();
  const time: PlanTime = { nowMs: ports.clock.now(), horizonMs: ports.horizonMs };
  const planned = await ports.planned.accounts(state.accounts.map((account) => account.id));
  const accounts = accountsToday(state, { planned, time });
  const queued = await ports.sends.queued(id);
  const { campaign } = state;
  const today = state.planned.days.get(dayNumber('UTC', time.nowMs)) ?? { planned: 0, new_leads: 0 };
  const { daily_send_limit: dailySendLimit, max_new_leads_per_day: newLeadLimit } = campaign;
  const counts = (await ports.counts.read([id])).get(id);
  const work = await readWork(ports, state, time);
  const described = sendingStatus({
    ...work,
    campaign,
    queued: queued.count,
    activeAccounts: accounts
      .filter(({ status }) => status === 'active')
      .map(({ healthScore, allowed, planned: count }) => ({
        isHealthy: healthScore >= campaign.min_health_score,
        room: allowed - count,
      })),
    openEnrollments: (counts?.pending ?? 0) + (counts?.active ?? 0),
    campaignRoom: dailySendLimit - today.planned,
    newLeadRoom: newLeadLimit === 0 ? Number.POSITIVE_INFINITY : newLeadLimit - today.new_leads,
  });
  const states = accountStates(state, planned, time);
  return {
    ...described,
    accounts,
    nextSendAt:
      campaign.status === 'active'
        ? (queued.nextAt ?? (await nextPlanned(ports, state, { states, time })))
        : undefined,
    queued: queued.count,
    plannedToday: today.planned,
    newLeadsToday: today.new_leads,
    dailySendLimit,
    newLeadLimit,
  };
}

function accountsToday(
  { campaign, accounts }: PlannedCampaignState,
  { planned, time }: { readonly planned: ReadonlyMap<string, PlannedAccount>; readonly time: PlanTime },
): readonly AccountToday[] {
  return accounts
    .filter(({ id }) => campaign.sending_account_ids.includes(id))
    .map((account) => {
      const { account: own, planned: known } = accountState(account, campaign, {
        planned: planned.get(account.id),
        time,
      });
      const today = dayNumber(zoneFor(null, own.zone), time.nowMs);
      return {
        sendingAccountId: account.id,
        status: account.status,
        healthScore: account.health_score,
        planned: own.planned.get(today) ?? 0,
        allowed: own.allowanceOn(today),
        nextFreeAt: known.nextFreeAt,
      };
    });
}

/** The work that is due now, and whether the window is open for any active enrollment. */
async function readWork(
  { due }: Pick<SendingStatusPorts, 'due'>,
  { campaign, accounts, steps }: PlannedCampaignState,
  { nowMs }: PlanTime,
): Promise<{ isInSchedule: boolean; hasDueLeads: boolean; hasDueFollowUps: boolean }> {
  const zones = await due.zonesOf(campaign.id);
  const now = { nowMs, horizonMs: 0 };
  const states = accounts.map((account) =>
    accountState(account, campaign, { planned: undefined, time: now }),
  );
  const { open } = zonesAt(campaign, zones, { states, time: now });
  const until = new Date(nowMs);
  const [isInSchedule, hasDueLeads, hasDueFollowUps] = await Promise.all([
    open.length > 0 && due.hasActive(campaign.id, open),
    due.hasDue(campaign.id, { zones, kind: 'new_leads', until }),
    steps.length > 1 && due.hasDue(campaign.id, { zones, kind: 'follow_ups', until }),
  ]);
  return { isInSchedule, hasDueLeads, hasDueFollowUps };
}

/** The time at which the planner would send the next email; undefined if there is none. */
async function nextPlanned(
  ports: SendingStatusPorts,
  state: PlannedCampaignState,
  { states, time }: { readonly states: readonly AccountState[]; readonly time: PlanTime },
): Promise<Date | undefined> {
  const query = { ...time, max: EMAILS_MAX };
  const demand = await readDemand(ports, state, { states, query });
  const { emails, next } = plan<Due>({
    nowMs: time.nowMs,
    settings: state.campaign,
    days: state.planned.days,
    accounts: states.map(({ account }) => account),
    queues: demand.queues,
    random: () => 0,
    max: EMAILS_MAX,
  });
  const times = [...emails.map(({ atMs }) => atMs), next?.atMs ?? demand.nextDueAt?.getTime() ?? Infinity];
  const earliest = Math.min(...times);
  return Number.isFinite(earliest) ? new Date(earliest) : undefined;
}
