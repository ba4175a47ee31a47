import type {
  GetSendingStatusResponse,
  SendingStatusAccount,
} from '@outreach/contracts-campaigns/gen/planning.ts';
import { notFound } from '@outreach/errors';
import { accountState, type AccountState, type PlanTime } from './account-state.ts';
import { plan } from './plan.ts';
import type { PlannedAccount, PlanningPorts } from './ports.ts';
import {
  accountStates,
  readCampaign,
  readDemand,
  zonesAt,
  type Due,
  type PlannedCampaignState,
} from './read-demand.ts';
import { dayNumber, zoneFor } from './send-window.ts';
import { sendingStatus } from './sending-status.ts';

/** Emails that are planned to find the next one. */
const EMAILS_MAX = 10;

/** Whether a campaign sends now, and why not. @throws AppError not_found. */
export async function getSendingStatus(ports: PlanningPorts, id: string): Promise<GetSendingStatusResponse> {
  const state = await readCampaign(ports, id);
  if (state === undefined) throw notFound();
  const time: PlanTime = { nowMs: ports.clock.now(), horizonMs: ports.horizonMs };
  const planned = await ports.planned.accounts(state.accounts.map((account) => account.id));
  const accounts = accountsToday(state, { planned, time });
  const queued = await ports.sends.queued(id);
  const { campaign } = state;
  const today = state.planned.days.get(dayNumber('UTC', time.nowMs)) ?? { planned: 0, new_leads: 0 };
  const { daily_send_limit, max_new_leads_per_day } = campaign;
  const counts = (await ports.counts.read([id])).get(id);
  const work = await readWork(ports, state, time);
  const described = sendingStatus({
    ...work,
    campaign,
    queued: queued.count,
    activeAccounts: accounts
      .filter(({ status }) => status === 'active')
      .map(({ health_score: health, allowed_today: allowed, planned_today: count }) => ({
        isHealthy: health >= campaign.min_health_score,
        room: allowed - count,
      })),
    openEnrollments: (counts?.pending ?? 0) + (counts?.active ?? 0),
    campaignRoom: daily_send_limit - today.planned,
    newLeadRoom:
      max_new_leads_per_day === 0 ? Number.POSITIVE_INFINITY : max_new_leads_per_day - today.new_leads,
  });
  const states = accountStates(state, planned, time);
  return {
    ...described,
    next_send_at:
      campaign.status === 'active'
        ? (queued.nextAt ?? (await nextPlanned(ports, state, { states, time })))
        : undefined,
    details: {
      queued: queued.count,
      planned_today: today.planned,
      new_leads_today: today.new_leads,
      daily_send_limit,
      max_new_leads_per_day,
      accounts,
    },
  };
}

function accountsToday(
  { campaign, accounts }: PlannedCampaignState,
  { planned, time }: { readonly planned: ReadonlyMap<string, PlannedAccount>; readonly time: PlanTime },
): SendingStatusAccount[] {
  return accounts
    .filter(({ id }) => campaign.sending_account_ids.includes(id))
    .map((account) => {
      const { account: own, planned: known } = accountState(account, campaign, {
        planned: planned.get(account.id),
        time,
      });
      const today = dayNumber(zoneFor(null, own.zone), time.nowMs);
      return {
        sending_account_id: account.id,
        status: account.status,
        health_score: account.health_score,
        planned_today: own.planned.get(today) ?? 0,
        allowed_today: own.allowanceOn(today),
        next_free_at: known.nextFreeAt ?? undefined,
      };
    });
}

/** The work that is due now, and whether the window is open for any active enrollment. */
async function readWork(
  { due }: PlanningPorts,
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
  ports: PlanningPorts,
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
