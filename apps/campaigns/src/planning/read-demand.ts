import type { Campaign, CampaignStore } from '../campaigns/index.ts';
import type { DueEnrollment, DueEnrollments } from '../enrollments/index.ts';
import type { SendingAccount } from '../sending-accounts/index.ts';
import type { Sequence } from '../sequences/index.ts';
import { accountState, isEligible, type AccountState, type PlanTime } from './account-state.ts';
import type { CampaignDays, DueItem, DueQueue } from './plan-model.ts';
import type { PlannedAccount, PlannedCampaign, PlannedStore } from './ports.ts';
import { dayNumber, nextDayMs, nextWindow, zoneFor } from './send-window.ts';

/** Zones whose due enrollments one query reads: the database merges as many index scans. */
const ZONES_PER_QUERY_MAX = 150;

export interface ReadDemandPorts {
  readonly campaigns: Pick<CampaignStore, 'findById'>;
  readonly sequences: { findById(id: string): Promise<Pick<Sequence, 'steps'> | undefined> };
  readonly accounts: { findByIds(ids: readonly string[]): Promise<readonly SendingAccount[]> };
  readonly planned: Pick<PlannedStore, 'accounts' | 'campaign'>;
  readonly due: DueEnrollments;
}

/** A campaign with the accounts of its emails. */
export interface PlannedCampaignState {
  readonly campaign: Campaign;
  readonly steps: Sequence['steps'];
  readonly planned: PlannedCampaign;
  /** All accounts of the campaign and of its follow-ups that exist. */
  readonly accounts: readonly SendingAccount[];
  /** Accounts of follow-ups that were deleted. */
  readonly deletedAccountIds: readonly string[];
}

/** A due step of an enrollment; without an enrollment it stands for due steps of a closed zone. */
export interface Due extends DueItem {
  readonly enrollment: DueEnrollment | undefined;
}

export interface Demand {
  readonly queues: readonly DueQueue<Due>[];
  readonly zones: Zones;
  /** The next time at which a further step is due. */
  readonly nextDueAt: Date | undefined;
}

/** The zones of active enrollments. A zone is open if its window is open before the horizon. */
export interface Zones {
  readonly open: readonly (string | null)[];
  /** With the times at which their windows open. */
  readonly closed: ReadonlyMap<string | null, number>;
}

/** Reads a campaign with its accounts; undefined if it does not exist. */
export async function readCampaign(
  ports: ReadDemandPorts,
  id: string,
): Promise<PlannedCampaignState | undefined> {
  const campaign = await ports.campaigns.findById(id);
  if (campaign === undefined) return undefined;
  const planned = await ports.planned.campaign(id);
  const accountIds = [...new Set([...campaign.sending_account_ids, ...planned.accountIds])];
  const accounts = await ports.accounts.findByIds(accountIds);
  const found = new Set(accounts.map((account) => account.id));
  return {
    campaign,
    planned,
    accounts,
    steps: (await ports.sequences.findById(campaign.sequence_id))?.steps ?? [],
    deletedAccountIds: accountIds.filter((accountId) => !found.has(accountId)),
  };
}

/** The states of the accounts that may send. */
export function accountStates(
  { campaign, accounts }: Pick<PlannedCampaignState, 'campaign' | 'accounts'>,
  planned: ReadonlyMap<string, PlannedAccount>,
  time: PlanTime,
): readonly AccountState[] {
  return accounts
    .filter((account) => isEligible(account, campaign))
    .map((account) => accountState(account, campaign, { planned: planned.get(account.id), time }));
}

export interface DemandQuery extends PlanTime {
  /** New leads and follow-ups to read at most. */
  readonly max: number;
}

/** Reads the due steps that can be planned now: at most one more than there is room for. */
export async function readDemand(
  { due }: Pick<ReadDemandPorts, 'due'>,
  { campaign, steps, planned }: PlannedCampaignState,
  { states, query }: { readonly states: readonly AccountState[]; readonly query: DemandQuery },
): Promise<Demand> {
  const { nowMs, horizonMs, max } = query;
  const until = new Date(nowMs + horizonMs);
  const zones = zonesAt(campaign, await due.zonesOf(campaign.id), { states, time: query });
  const openZones = zones.open.slice(0, ZONES_PER_QUERY_MAX);
  const room = Math.min(max, campaignRoom(campaign, planned.days, query));
  const read = async (accountId: string | null, count: number): Promise<readonly DueQueue<Due>[]> => {
    const query = { zones: openZones, accountId, until, max: Math.min(room, count) + 1 };
    return queuesOf(accountId, await due.due(campaign.id, query));
  };
  const slots = new Map(states.map((state) => [state.account.id, slotsOf(state, query)]));
  const followUps =
    steps.length > 1
      ? await Promise.all(states.map(async ({ account: { id } }) => read(id, slots.get(id) ?? 0)))
      : [];
  const leadSlots = states.reduce(
    (sum, { account }) => sum + (account.takesNewLeads ? (slots.get(account.id) ?? 0) : 0),
    0,
  );
  const closed = [...zones.closed.keys()];
  const [newLeads, hasClosedLeads, hasClosedFollowUps, nextDueAt] = await Promise.all([
    read(null, leadSlots),
    due.hasDue(campaign.id, { zones: closed, kind: 'new_leads', until }),
    steps.length > 1 && due.hasDue(campaign.id, { zones: closed, kind: 'follow_ups', until }),
    due.nextDueAfter(campaign.id, until),
  ]);
  const waiting = closedQueues(zones, {
    nowMs,
    accountIds: [
      ...(hasClosedLeads ? [null] : []),
      ...(hasClosedFollowUps ? states.map(({ account: { id } }) => id) : []),
    ],
  });
  return { queues: [...followUps.flat(), ...newLeads, ...waiting], zones, nextDueAt };
}

/** Splits zones by their windows. An unknown zone has the windows of the zones of all accounts. */
export function zonesAt(
  campaign: Campaign,
  zones: readonly (string | null)[],
  {
    states,
    time: { nowMs, horizonMs },
  }: { readonly states: readonly AccountState[]; readonly time: PlanTime },
): Zones {
  const accountZones = [...new Set(states.map(({ account: { zone } }) => zone))];
  const opensAt = (zone: string | null): number => {
    const names = [
      ...new Set((accountZones.length === 0 ? [null] : accountZones).map((own) => zoneFor(zone, own))),
    ];
    return Math.min(
      ...names.map((name) => nextWindow(campaign, name, nowMs)?.opensMs ?? Number.POSITIVE_INFINITY),
    );
  };
  const times = zones.map((zone) => [zone, opensAt(zone)] as const);
  return {
    open: times.flatMap(([zone, opensMs]) => (opensMs <= nowMs + horizonMs ? [zone] : [])),
    closed: new Map(times.filter(([, opensMs]) => opensMs > nowMs + horizonMs)),
  };
}

/** The emails that the campaign may plan until the horizon. */
function campaignRoom(
  { daily_send_limit: limit }: Campaign,
  days: CampaignDays,
  { nowMs, horizonMs }: PlanTime,
): number {
  const today = dayNumber('UTC', nowMs);
  const last = dayNumber('UTC', nowMs + horizonMs);
  let room = 0;
  for (let day = today; day <= last; day += 1) room += Math.max(0, limit - (days.get(day)?.planned ?? 0));
  return room;
}

/** The emails that an account can send until its horizon. */
function slotsOf({ account }: AccountState, { nowMs }: PlanTime): number {
  const { zone, untilMs, minGapMs, freeAtMs, turnMs } = account;
  const startMs = Math.max(nowMs, freeAtMs);
  if (startMs > untilMs) return 0;
  let room = 0;
  const name = zoneFor(null, zone);
  for (let atMs = startMs; atMs <= untilMs; atMs = nextDayMs(name, atMs)) {
    const day = dayNumber(name, atMs);
    room += Math.max(0, account.allowanceOn(day) - (account.planned.get(day) ?? 0));
  }
  if (minGapMs === 0) return room;
  const lengthMs = Math.min(turnMs, untilMs - startMs);
  return Math.min(room, Math.floor(lengthMs / minGapMs) + 1);
}

function queuesOf(accountId: string | null, found: readonly DueEnrollment[]): readonly DueQueue<Due>[] {
  const items = found.flatMap((enrollment) =>
    enrollment.due_at === null ? [] : [{ enrollment, dueMs: enrollment.due_at.getTime(), count: 1 }],
  );
  return [...Map.groupBy(items, ({ enrollment }) => enrollment.time_zone)].map(([zone, own]) => ({
    zone,
    accountId,
    items: own,
  }));
}

/** Stands for the due steps of the closed zone that opens first. */
function closedQueues(
  { closed }: Zones,
  { nowMs, accountIds }: { readonly nowMs: number; readonly accountIds: readonly (string | null)[] },
): readonly DueQueue<Due>[] {
  const [first] = [...closed].toSorted(([, one], [, other]) => one - other);
  if (first === undefined) return [];
  return accountIds.map((accountId) => ({
    zone: first[0],
    accountId,
    items: [{ dueMs: nowMs, count: 1, enrollment: undefined }],
  }));
}
