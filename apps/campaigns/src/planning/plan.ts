import type {
  DueItem,
  DueQueue,
  MatchedProvider,
  PlanInput,
  PlannedEmail,
  PlanResult,
} from './plan-model.ts';
import { isEarlier, isPreferred } from './plan-order.ts';
import { AccountRoom, CampaignRoom, findSlot, Windows, type Slot } from './plan-room.ts';
import { reserveLeads, type QueuePart } from './reserve-leads.ts';
import { nextDayMs } from './send-window.ts';

/**
 * Plans emails in the order of their times, up to the horizon of each account. Follow-ups keep their account and come
 * before new leads. A new lead takes the account with the most room among those that can send it within their horizon;
 * ties are decided by health, then by id. Leads that are reserved for a provider take its accounts only, before others. An
 * account sends at most one email per gap, and at most its allowance per day of its zone; the campaign sends at most its
 * limits per UTC day; and every email is inside the window of its contact.
 */
export function plan<Item extends DueItem>(input: PlanInput<Item>): PlanResult<Item> {
  const planner = new Planner(input);
  const emails: PlannedEmail<Item>[] = [];
  for (let count = 0; count < input.max;) {
    const email = planner.planNext(input.max - count);
    if (email === undefined) break;
    emails.push(email);
    count += email.count;
  }
  return { emails, next: planner.earliestLeft(), freeAtMs: planner.changedFreeTimes() };
}

/** The first unplanned item of a queue. */
class QueueHead<Item extends DueItem> {
  readonly queue: DueQueue<Item>;
  readonly isNewLead: boolean;
  readonly reservedFor: MatchedProvider;
  readonly #items: readonly Item[];
  readonly #counts: ReadonlyMap<Item, number>;
  #index = 0;
  #taken = 0;

  constructor({ queue, items, counts, reservedFor }: QueuePart<Item>) {
    this.queue = queue;
    this.reservedFor = reservedFor;
    this.#items = items;
    this.#counts = counts;
    this.isNewLead = queue.accountId === null;
  }

  get item(): Item | undefined {
    return this.#items[this.#index];
  }

  get left(): number {
    const { item } = this;
    return item === undefined ? 0 : (this.#counts.get(item) ?? item.count) - this.#taken;
  }

  take(count: number): void {
    this.#taken += count;
    if (this.left > 0) return;
    this.#taken = 0;
    this.#index += 1;
  }
}

/** The earliest email of an account from some queues. */
interface Candidate<Item extends DueItem> {
  readonly head: QueueHead<Item>;
  item: Item;
  readonly slot: Slot;
}

interface AccountPlan<Item extends DueItem> {
  readonly room: AccountRoom;
  readonly followUps: readonly QueueHead<Item>[];
  followUpsLeft: number;
  followUp: Candidate<Item> | undefined;
  newLead: Candidate<Item> | undefined;
  /** True if the candidates have to be searched again. */
  isStale: boolean;
}

class Planner<Item extends DueItem> {
  readonly #input: PlanInput<Item>;
  readonly #windows: Windows;
  readonly #campaign: CampaignRoom;
  readonly #accounts: readonly AccountPlan<Item>[];
  readonly #newLeads: readonly QueueHead<Item>[];
  #followUpsLeft: number;

  constructor(input: PlanInput<Item>) {
    this.#input = input;
    this.#windows = new Windows(input.settings);
    this.#campaign = new CampaignRoom(input.settings, input.days);
    const heads = Map.groupBy(
      reserveLeads(input).map((part) => new QueueHead(part)),
      ({ queue }) => queue.accountId,
    );
    this.#newLeads = heads.get(null) ?? [];
    this.#accounts = input.accounts.map((account) => {
      const followUps = heads.get(account.id) ?? [];
      const followUpsLeft = followUps.reduce((sum, { queue }) => sum + countOf(queue), 0);
      const candidates = { followUp: undefined, newLead: undefined, isStale: true };
      return { room: new AccountRoom(account), followUps, followUpsLeft, ...candidates };
    });
    this.#followUpsLeft = this.#accounts.reduce((sum, account) => sum + account.followUpsLeft, 0);
  }

  planNext(max: number): PlannedEmail<Item> | undefined {
    for (const account of this.#accounts) this.#refresh(account);
    const found = this.#nextFollowUp() ?? this.#nextNewLead();
    return found === undefined ? undefined : this.#take(found.account, found.candidate, max);
  }

  earliestLeft(): PlanResult<Item>['next'] {
    let next: PlanResult<Item>['next'];
    for (const account of this.#accounts) {
      this.#refresh(account);
      for (const candidate of [account.followUp, account.newLead]) {
        if (candidate === undefined || (next !== undefined && candidate.slot.atMs >= next.atMs)) continue;
        next = { atMs: candidate.slot.atMs, accountId: account.room.account.id };
      }
    }
    return next;
  }

  changedFreeTimes(): ReadonlyMap<string, number> {
    const rooms = this.#accounts.map(({ room }) => room);
    const changed = rooms.filter(({ freeAtMs, account }) => freeAtMs !== account.freeAtMs);
    return new Map(changed.map(({ account, freeAtMs }) => [account.id, freeAtMs]));
  }

  #refresh(plan: AccountPlan<Item>): void {
    if (!plan.isStale) return;
    plan.followUp = this.#earliest(plan.room, plan.followUps);
    plan.newLead = plan.room.account.takesNewLeads ? this.#earliest(plan.room, this.#newLeads) : undefined;
    plan.isStale = false;
  }

  #earliest(room: AccountRoom, heads: readonly QueueHead<Item>[]): Candidate<Item> | undefined {
    let best: Candidate<Item> | undefined;
    const { mailProvider } = room.account;
    for (const head of heads) {
      const { item, reservedFor } = head;
      if (item === undefined || (reservedFor !== null && reservedFor !== mailProvider)) continue;
      const fromMs = Math.max(this.#input.nowMs, item.dueMs);
      if (best !== undefined && fromMs > best.slot.atMs) continue;
      const rooms = { windows: this.#windows, campaign: this.#campaign };
      const slot = findSlot(rooms, room, { fromMs, zone: head.queue.zone, isNewLead: head.isNewLead });
      if (slot !== undefined && isEarlier({ head, item, slot }, best, mailProvider))
        best = { head, item, slot };
    }
    return best;
  }

  /** The earliest follow-up, unless a new lead of its account fits before it and leaves room for all follow-ups. */
  #nextFollowUp(): { account: AccountPlan<Item>; candidate: Candidate<Item> } | undefined {
    let found: { account: AccountPlan<Item>; candidate: Candidate<Item> } | undefined;
    for (const account of this.#accounts) {
      const { followUp: candidate, room } = account;
      if (candidate === undefined || candidate.slot.atMs > room.untilMs) continue;
      if (this.#isLeadFirst(account, candidate)) continue;
      if (isEarlier(candidate, found?.candidate)) found = { account, candidate };
    }
    return found;
  }

  #nextNewLead(): { account: AccountPlan<Item>; candidate: Candidate<Item> } | undefined {
    let found: { account: AccountPlan<Item>; candidate: Candidate<Item> } | undefined;
    for (const account of this.#accounts) {
      const { newLead: candidate, room } = account;
      if (candidate === undefined || candidate.slot.atMs > room.untilMs) continue;
      if (
        found === undefined ||
        isPreferred({ room, candidate }, { room: found.account.room, candidate: found.candidate })
      )
        found = { account, candidate };
    }
    return found;
  }

  #isLeadFirst({ room, newLead, followUpsLeft }: AccountPlan<Item>, { slot }: Candidate<Item>): boolean {
    if (newLead === undefined) return false;
    const { minGapMs, maxGapMs } = room.account;
    const gapMs = this.#input.settings.smart_time_gaps ? maxGapMs : minGapMs;
    if (newLead.slot.atMs + gapMs > slot.atMs) return false;
    return (
      room.on(slot.accountDay) > followUpsLeft &&
      this.#campaign.on(slot.campaignDay, false) > this.#followUpsLeft
    );
  }

  #take(account: AccountPlan<Item>, { head, item, slot }: Candidate<Item>, max: number): PlannedEmail<Item> {
    const { room } = account;
    const { minGapMs } = room.account;
    const { settings, random, runMax = 1 } = this.#input;
    const gapMs = settings.smart_time_gaps
      ? minGapMs + Math.floor(random() * (room.account.maxGapMs - minGapMs + 1))
      : minGapMs;
    const { atMs, accountDay, campaignDay } = slot;
    const roomLeft = Math.min(room.on(accountDay), this.#campaign.on(campaignDay, head.isNewLead));
    const count = Math.min(head.left, runMax, max, roomLeft, this.#fitting(room, slot, gapMs));
    const email = {
      item,
      queue: head.queue,
      accountId: room.account.id,
      count,
      atMs,
      gapMs,
      accountDay,
      campaignDay,
    };
    head.take(count);
    room.take(slot, count, gapMs);
    if (!head.isNewLead) {
      account.followUpsLeft -= count;
      this.#followUpsLeft -= count;
    }
    const isFullNow = this.#takeOfCampaign(campaignDay, count, head.isNewLead);
    account.isStale = true;
    for (const other of this.#accounts)
      if (isFullNow || !isStillValid(other.newLead, head)) other.isStale = true;
    return email;
  }

  /** Returns true if the campaign has no more room on the day, for all emails or for new leads. */
  #takeOfCampaign(day: number, count: number, isNewLead: boolean): boolean {
    const kinds = [false, true];
    const wasOpen = kinds.map((kind) => this.#campaign.on(day, kind) > 0);
    this.#campaign.take(day, count, isNewLead);
    return kinds.some((kind, index) => wasOpen[index] === true && this.#campaign.on(day, kind) <= 0);
  }

  /** Emails with this gap that fit from the slot to the end of its window, its days and the horizon. */
  #fitting(room: AccountRoom, { atMs, closesMs }: Slot, gapMs: number): number {
    if (this.#input.runMax === undefined || this.#input.runMax === 1) return 1;
    const untilMs = Math.max(atMs, room.untilMs) + 1;
    const endMs = Math.min(closesMs, untilMs, room.nextDayMs(atMs), nextDayMs('UTC', atMs));
    return gapMs === 0 ? Number.POSITIVE_INFINITY : Math.floor((endMs - 1 - atMs) / gapMs) + 1;
  }
}

/** Passes on to the next item of the queue if the time of the candidate stays the same. */
function isStillValid<Item extends DueItem>(
  candidate: Candidate<Item> | undefined,
  head: QueueHead<Item>,
): boolean {
  if (candidate?.head !== head || candidate.item === head.item) return true;
  if (head.item === undefined || head.item.dueMs > candidate.slot.atMs) return false;
  candidate.item = head.item;
  return true;
}

function countOf({ items }: DueQueue<DueItem>): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}
