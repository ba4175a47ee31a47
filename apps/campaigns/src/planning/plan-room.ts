import type { CampaignDays, PlanAccount, PlanSettings } from './plan-model.ts';
import {
  dayNumber,
  nextDayMs,
  nextWindow,
  zoneFor,
  type OpenWindow,
  type SendWindow,
} from './send-window.ts';

/** An email is searched over this many closed windows and full days. */
const SEARCH_STEPS_MAX = 64;

/** The windows of a campaign; the last one of each zone is kept. */
export class Windows {
  readonly #window: SendWindow;
  readonly #known = new Map<string, OpenWindow & { readonly fromMs: number }>();

  constructor(window: SendWindow) {
    this.#window = window;
  }

  at(zone: string, atMs: number): OpenWindow | undefined {
    const known = this.#known.get(zone);
    if (known !== undefined && atMs >= known.fromMs && atMs < known.closesMs)
      return atMs > known.opensMs ? { opensMs: atMs, closesMs: known.closesMs } : known;
    const found = nextWindow(this.#window, zone, atMs);
    if (found !== undefined) this.#known.set(zone, { ...found, fromMs: atMs });
    return found;
  }
}

/** The room that a campaign has left on UTC days. */
export class CampaignRoom {
  readonly #settings: PlanSettings;
  readonly #planned = new Map<number, { planned: number; newLeads: number }>();

  constructor(settings: PlanSettings, days: CampaignDays) {
    this.#settings = settings;
    for (const [day, { planned, new_leads: newLeads }] of days) this.#planned.set(day, { planned, newLeads });
  }

  on(day: number, isNewLead: boolean): number {
    const { planned = 0, newLeads = 0 } = this.#planned.get(day) ?? {};
    const { daily_send_limit: limit, max_new_leads_per_day: leadLimit } = this.#settings;
    const room = limit - planned;
    return isNewLead && leadLimit > 0 ? Math.min(room, leadLimit - newLeads) : room;
  }

  take(day: number, count: number, isNewLead: boolean): void {
    const { planned = 0, newLeads = 0 } = this.#planned.get(day) ?? {};
    this.#planned.set(day, { planned: planned + count, newLeads: newLeads + (isNewLead ? count : 0) });
  }

  release(day: number, isNewLead: boolean): void {
    this.take(day, -1, isNewLead);
  }
}

/** An account whose time and room are taken by emails. */
export class AccountRoom {
  readonly account: PlanAccount;
  freeAtMs: number;
  untilMs: number;
  readonly #planned: Map<number, number>;
  #hasTurn = false;

  constructor(account: PlanAccount) {
    this.account = account;
    this.freeAtMs = account.freeAtMs;
    this.untilMs = account.untilMs;
    this.#planned = new Map(account.planned);
  }

  on(day: number): number {
    return this.account.allowanceOn(day) - (this.#planned.get(day) ?? 0);
  }

  dayOf(atMs: number): number {
    return dayNumber(zoneFor(null, this.account.zone), atMs);
  }

  nextDayMs(atMs: number): number {
    return nextDayMs(zoneFor(null, this.account.zone), atMs);
  }

  release(day: number): void {
    this.#planned.set(day, (this.#planned.get(day) ?? 0) - 1);
  }

  take({ accountDay: day, atMs }: Slot, count: number, gapMs: number): void {
    this.#planned.set(day, (this.#planned.get(day) ?? 0) + count);
    this.freeAtMs = atMs + count * gapMs;
    if (!this.#hasTurn) this.untilMs = Math.min(this.untilMs, atMs + this.account.turnMs);
    this.#hasTurn = true;
  }
}

/** A time at which an email fits. */
export interface Slot {
  readonly atMs: number;
  readonly closesMs: number;
  readonly accountDay: number;
  readonly campaignDay: number;
}

/** The first time at which the account may send the email: inside the window, on days with room. */
export function findSlot(
  { windows, campaign }: { readonly windows: Windows; readonly campaign: CampaignRoom },
  account: AccountRoom,
  {
    fromMs,
    zone,
    isNewLead,
  }: { readonly fromMs: number; readonly zone: string | null; readonly isNewLead: boolean },
): Slot | undefined {
  const contactZone = zoneFor(zone, account.account.zone);
  let searchMs = Math.max(fromMs, account.freeAtMs);
  for (let step = 0; step < SEARCH_STEPS_MAX; step += 1) {
    const open = windows.at(contactZone, searchMs);
    if (open === undefined) return undefined;
    const { opensMs: atMs, closesMs } = open;
    const accountDay = account.dayOf(atMs);
    const campaignDay = dayNumber('UTC', atMs);
    const hasAccountRoom = account.on(accountDay) > 0;
    if (hasAccountRoom && campaign.on(campaignDay, isNewLead) > 0)
      return { atMs, closesMs, accountDay, campaignDay };
    searchMs = hasAccountRoom ? nextDayMs('UTC', atMs) : account.nextDayMs(atMs);
  }
  return undefined;
}
