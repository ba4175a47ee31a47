import type { Campaign } from '../campaigns/index.ts';
import type { DueEnrollment } from '../enrollments/index.ts';
import type { SendingAccount } from '../sending-accounts/index.ts';
import type { Sequence } from '../sequences/index.ts';
import { accountState, isEligible, type AccountState, type PlanTime } from './account-state.ts';
import { leadProvider } from './match-provider.ts';
import type { CampaignDays, DueItem, DueQueue, MatchedProvider } from './plan-model.ts';
import type { PlannedAccount, PlannedCampaign, PlanningPorts } from './ports.ts';
import { chunksOf, readFollowUps, SCANS_PER_QUERY_MAX, sumOf } from './read-follow-ups.ts';
import { reservedRoom } from './reserve-leads.ts';
import { dayNumber, nextDayMs, nextWindow, zoneFor } from './send-window.ts';

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

/** A due step of an enrollment; without an enrollment it stands for due steps that cannot be planned now. */
export interface Due extends DueItem {
  readonly enrollment: DueEnrollment | undefined;
}

export interface Demand {
  readonly queues: readonly DueQueue<Due>[];
  readonly zones: Zones;
  /** The next time at which a further step is due. */
  readonly nextDueAt: Date | undefined;
  /** True if further follow-ups may be due that were not read. */
  readonly isTruncated: boolean;
}

/** The zones of active enrollments. A zone is open if its window is open before the horizon. */
export interface Zones {
  readonly open: readonly (string | null)[];
  /** With the times at which their windows open. */
  readonly closed: ReadonlyMap<string | null, number>;
}

/** Reads a campaign with its accounts; undefined if it does not exist. */
export async function readCampaign(
  ports: PlanningPorts,
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

/** Reads the due steps that can be planned now: at most one more per query than there is room for. */
export async function readDemand(
  ports: PlanningPorts,
  { campaign, steps, planned }: PlannedCampaignState,
  { states, query }: { readonly states: readonly AccountState[]; readonly query: DemandQuery },
): Promise<Demand> {
  const { due } = ports;
  const { nowMs, horizonMs, max } = query;
  const until = new Date(nowMs + horizonMs);
  const zones = zonesAt(campaign, await due.zonesOf(campaign.id), { states, time: query });
  const openZones = chunksOf(zones.open, SCANS_PER_QUERY_MAX);
  const slots = new Map(states.map((state) => [state.account.id, slotsOf(state, query)]));
  const room = Math.min(max, campaignRoom(campaign, planned.days, query));
  const search = { campaignId: campaign.id, until, room, slots };
  const leadAccounts = states.filter(({ account }) => account.takesNewLeads);
  const leadRoom = Math.min(room, sumOf(leadAccounts.map(({ account: { id } }) => slots.get(id) ?? 0)));
  // Leads that wait for an account of their provider do not hide the leads behind them.
  const accounts = leadAccounts.map(({ account }) => account);
  const waiting = sumOf([...reservedRoom(accounts, nowMs).values()]);
  const closed = [...zones.closed.keys()];
  const hasFollowUps = steps.length > 1;
  const [followUps, newLeads, hasClosedLeads, hasClosedFollowUps, nextDueAt] = await Promise.all([
    hasFollowUps ? Promise.all(openZones.map(async (some) => readFollowUps(ports, search, some))) : [],
    Promise.all(
      openZones.map(async (some) =>
        due.due(campaign.id, { zones: some, accountIds: null, until, max: leadRoom + waiting + 1 }),
      ),
    ),
    due.hasDue(campaign.id, { zones: closed, kind: 'new_leads', until }),
    hasFollowUps && due.hasDue(campaign.id, { zones: closed, kind: 'follow_ups', until }),
    due.nextDueAfter(campaign.id, until),
  ]);
  const [firstClosed] = [...zones.closed].toSorted(([, one], [, other]) => one - other);
  const hidden = [...(hasClosedLeads ? [null] : []), ...(hasClosedFollowUps ? slots.keys() : [])];
  const busy = [...slots].flatMap(([id, count]) => (count > 0 ? [] : [id]));
  const found = followUps.flatMap((some) => some ?? []);
  return {
    zones,
    nextDueAt,
    isTruncated: found.some(({ isTruncated }) => isTruncated),
    queues: [
      ...queuesOf(
        found.flatMap((some) => some.found),
        () => null,
      ),
      ...(found.length > 0 ? standIns(busy, { zone: zones.open[0] ?? null, nowMs }) : []),
      ...queuesOf(newLeads.flat(), (lead) => leadProvider(campaign, lead.mail_provider)),
      ...(firstClosed === undefined ? [] : standIns(hidden, { zone: firstClosed[0], nowMs })),
    ],
  };
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

function queuesOf(
  found: readonly DueEnrollment[],
  providerOf: (enrollment: DueEnrollment) => MatchedProvider,
): readonly DueQueue<Due>[] {
  const items = found.flatMap((enrollment) =>
    enrollment.due_at === null ? [] : [{ enrollment, dueMs: enrollment.due_at.getTime(), count: 1 }],
  );
  const keyOf = ({ enrollment }: (typeof items)[number]): string =>
    `${enrollment.sending_account_id ?? ''} ${enrollment.time_zone ?? ''} ${providerOf(enrollment) ?? ''}`;
  return [...Map.groupBy(items, keyOf).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { time_zone: zone, sending_account_id: accountId } = first.enrollment;
    return [{ zone, accountId, mailProvider: providerOf(first.enrollment), items: own }];
  });
}

/** Items in place of due steps that cannot be planned now: they only count for the time of the next pass. */
function standIns(
  accountIds: readonly (string | null)[],
  { zone, nowMs }: { readonly zone: string | null; readonly nowMs: number },
): readonly DueQueue<Due>[] {
  const items = [{ dueMs: nowMs, count: 1, enrollment: undefined }];
  return accountIds.map((accountId) => ({ zone, accountId, mailProvider: null, items }));
}
