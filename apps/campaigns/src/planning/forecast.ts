import type { ForecastConstraint } from '@outreach/contracts-campaigns/planning';
import type { Cohort, Forecast, ForecastInput } from './forecast-model.ts';
import { mergeAccounts, splitCount } from './merged-accounts.ts';
import { plan } from './plan.ts';
import type { CampaignDay, DueItem, DueQueue, PlanAccount, PlannedEmail } from './plan-model.ts';
import { dayNumber } from './send-window.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** The days of a forecast. */
export const FORECAST_DAYS_MAX = 365;
/** Passes of the planner. */
const TICKS_MAX = 4_000;
/** Emails per pass. */
const EMAILS_PER_TICK_MAX = 5_000;
/**
 * Up to this many emails are planned one by one, with the passes of the planner; more in runs and longer passes, with the
 * accounts of each zone merged.
 */
export const EXACT_EMAILS_MAX = 1_500;
/** Planned runs of a whole forecast. */
const RUNS_MAX = 4_000;
const TICK_MS_MIN = 2 * HOUR_MS;
const PAUSE_MS_MIN = 1_000;
/** Follow-ups that are due within this time are one cohort, unless emails are planned one by one. */
const MERGED_MS = 4 * HOUR_MS;
const DAYS_KEPT = 2;

/** Plans all emails that are left with the planner's own rules, on a clock that jumps from pass to pass. */
export function forecast(input: ForecastInput): Forecast {
  const totalRemaining = input.cohorts.reduce(
    (sum, { count, stepIndex }) => sum + count * (input.delaysMs.length - stepIndex),
    0,
  );
  return totalRemaining <= EXACT_EMAILS_MAX
    ? simulate(input, totalRemaining)
    : forecastMerged(input, totalRemaining);
}

function simulate(input: ForecastInput, totalRemaining: number): Forecast {
  const simulation = new Simulation(input, totalRemaining);
  simulation.run();
  return simulation.result(totalRemaining);
}

function forecastMerged(input: ForecastInput, totalRemaining: number): Forecast {
  const groups = mergeAccounts(input.accounts, input);
  const byId = new Map(groups.map((group) => [group.id, group]));
  const groupOf = new Map(groups.flatMap(({ id, accounts }) => accounts.map((account) => [account.id, id])));
  const cohorts = input.cohorts.map(({ accountId, ...cohort }) => ({
    ...cohort,
    accountId: accountId === null ? null : (groupOf.get(accountId) ?? accountId),
  }));
  const merged = simulate(
    { ...input, cohorts, accounts: groups.map((group) => group.merged) },
    totalRemaining,
  );
  const days = merged.days.map(({ day, byAccount }) => {
    const parts = [...byAccount].flatMap(([id, count]) => {
      const group = byId.get(id);
      return group === undefined ? [[id, count] as const] : splitCount(group, day, count);
    });
    return { day, byAccount: new Map(parts) };
  });
  return { ...merged, days };
}

interface Item {
  readonly dueMs: number;
  readonly count: number;
  readonly stepIndex: number;
}

type QueueName = Omit<DueQueue<DueItem>, 'items'>;

class Simulation {
  readonly #input: ForecastInput;
  readonly #runMax: number;
  readonly #tickMs: number;
  readonly #queues = new Map<string, QueueName & { items: Item[] }>();
  readonly #accounts: Map<string, PlanAccount & { planned: Map<number, number>; freeAtMs: number }>;
  readonly #campaignDays: Map<number, CampaignDay>;
  readonly #planned = new Map<number, Map<string, number>>();
  readonly #constraints = new Map<ForecastConstraint, number>();
  #left: number;

  constructor(input: ForecastInput, totalRemaining: number) {
    this.#input = input;
    this.#left = totalRemaining;
    const isExact = totalRemaining <= EXACT_EMAILS_MAX;
    const planned = Math.min(totalRemaining, input.settings.daily_send_limit * FORECAST_DAYS_MAX);
    this.#runMax = isExact ? 1 : Math.ceil(planned / RUNS_MAX);
    const delays = input.delaysMs.slice(1).filter((delayMs) => delayMs > 0);
    this.#tickMs = isExact ? input.horizonMs : Math.max(TICK_MS_MIN, Math.min(DAY_MS, ...delays));
    this.#accounts = new Map(
      input.accounts.map((account) => [account.id, { ...account, planned: new Map(account.planned) }]),
    );
    this.#campaignDays = new Map(input.days);
    for (const cohort of input.cohorts) this.#enter(cohort);
  }

  run(): void {
    const { nowMs } = this.#input;
    const endMs = nowMs + FORECAST_DAYS_MAX * DAY_MS;
    let day: number | undefined;
    for (let atMs = nowMs, tick = 0; atMs < endMs && tick < TICKS_MAX && this.#left > 0; tick += 1) {
      const today = dayNumber('UTC', atMs);
      if (day !== undefined && today !== day) this.#endDay(day, atMs);
      day = today;
      const nextMs = this.#tick(atMs);
      if (nextMs === undefined) return;
      atMs = nextMs;
    }
  }

  result(totalRemaining: number): Forecast {
    const days = [...this.#planned].toSorted(([one], [other]) => one - other);
    const [binding] = [...this.#constraints].toSorted(([, one], [, other]) => other - one);
    const isFinished = this.#left <= 0;
    return {
      totalRemaining,
      days: days.map(([day, byAccount]) => ({ day, byAccount })),
      finishDay: isFinished ? days.at(-1)?.[0] : undefined,
      bindingConstraint: totalRemaining === 0 ? undefined : (binding?.[0] ?? this.#defaultConstraint()),
    };
  }

  /** One pass. Returns the time of the next one; undefined if nothing can be sent any more. */
  #tick(nowMs: number): number | undefined {
    const { settings, horizonMs } = this.#input;
    const untilMs = nowMs + this.#tickMs;
    const isExact = this.#tickMs === horizonMs;
    const queues = [...this.#queues.values()].map(({ items, ...queue }) => ({
      ...queue,
      items: isExact ? items.filter(({ dueMs }) => dueMs <= untilMs) : items,
    }));
    const result = plan<Item>({
      nowMs,
      settings,
      queues,
      days: this.#campaignDays,
      accounts: [...this.#accounts.values()].map((account) => ({ ...account, untilMs })),
      random: () => 0.5,
      max: EMAILS_PER_TICK_MAX * this.#runMax,
      runMax: this.#runMax,
    });
    const followUps = result.emails.map((email) => this.#record(email));
    for (const [id, freeAtMs] of result.freeAtMs) {
      const account = this.#accounts.get(id);
      if (account !== undefined) account.freeAtMs = freeAtMs;
    }
    this.#removeTaken(result.emails);
    const leadMs = isExact ? horizonMs / 2 : 0;
    // A follow-up can be due before the end of the pass that planned the step before it.
    const times = [result.next?.atMs, this.#nextDueAfter(isExact ? untilMs : nowMs), ...followUps];
    const next = Math.min(...times.filter((time) => time !== undefined));
    return Number.isFinite(next) ? Math.max(nowMs + PAUSE_MS_MIN, next - leadMs) : undefined;
  }

  /** Returns the time from which the follow-ups are due; undefined after the last step. */
  #record(email: PlannedEmail<Item>): number | undefined {
    const { item, queue, accountId, count, atMs, gapMs, accountDay, campaignDay } = email;
    const account = this.#accounts.get(accountId);
    account?.planned.set(accountDay, (account.planned.get(accountDay) ?? 0) + count);
    const { planned = 0, new_leads = 0 } = this.#campaignDays.get(campaignDay) ?? {};
    this.#campaignDays.set(campaignDay, {
      planned: planned + count,
      new_leads: new_leads + (queue.accountId === null ? count : 0),
    });
    this.#count(campaignDay, accountId, count);
    const stepIndex = item.stepIndex + 1;
    const delayMs = this.#input.delaysMs[stepIndex];
    if (delayMs === undefined) return undefined;
    const dueMs = atMs + (count - 1) * gapMs + delayMs;
    this.#add({ zone: queue.zone, accountId, mailProvider: null }, { dueMs, count, stepIndex });
    return dueMs;
  }

  #enter({ zone, accountId, mailProvider, stepIndex, dueMs, isQueued, count }: Cohort): void {
    if (!isQueued || accountId === null) {
      this.#add({ zone, accountId, mailProvider }, { dueMs, count, stepIndex });
      return;
    }
    // A queued email has its place in the limits of the day already.
    this.#count(dayNumber('UTC', dueMs), accountId, count);
    const delayMs = this.#input.delaysMs[stepIndex + 1];
    if (delayMs !== undefined)
      this.#add(
        { zone, accountId, mailProvider: null },
        { dueMs: dueMs + delayMs, count, stepIndex: stepIndex + 1 },
      );
  }

  #count(day: number, accountId: string, count: number): void {
    const byAccount = this.#planned.get(day) ?? new Map<string, number>();
    this.#planned.set(day, byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + count));
    this.#left -= count;
  }

  #add(name: QueueName, item: Item): void {
    const key = `${name.accountId ?? ''} ${name.zone ?? ''} ${name.mailProvider ?? ''}`;
    const queue = this.#queues.get(key) ?? { ...name, items: [] };
    this.#queues.set(key, queue);
    const index = queue.items.findLastIndex(({ dueMs }) => dueMs <= item.dueMs);
    const before = queue.items[index];
    const isMerged = this.#runMax > 1 && before?.stepIndex === item.stepIndex;
    if (isMerged && item.dueMs - before.dueMs < MERGED_MS)
      queue.items[index] = { ...before, count: before.count + item.count };
    else queue.items.splice(index + 1, 0, item);
  }

  #removeTaken(emails: readonly PlannedEmail<Item>[]): void {
    const taken = new Map<Item, number>();
    for (const { item, count } of emails) taken.set(item, (taken.get(item) ?? 0) + count);
    if (taken.size === 0) return;
    for (const queue of this.#queues.values())
      queue.items = queue.items.flatMap((item) => {
        const count = item.count - (taken.get(item) ?? 0);
        return count === item.count ? [item] : count > 0 ? [{ ...item, count }] : [];
      });
  }

  #nextDueAfter(atMs: number): number | undefined {
    const dues = [...this.#queues.values()].flatMap(({ items }) => {
      const next = items.find(({ dueMs }) => dueMs > atMs);
      return next === undefined ? [] : [next.dueMs];
    });
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  /** Notes the limit that ended a day, and forgets days that no longer count. */
  #endDay(day: number, nowMs: number): void {
    const constraint = this.#constraintOf(day, nowMs);
    this.#constraints.set(constraint, (this.#constraints.get(constraint) ?? 0) + 1);
    for (const old of this.#campaignDays.keys()) if (old < day - DAYS_KEPT) this.#campaignDays.delete(old);
    for (const { planned } of this.#accounts.values())
      for (const old of planned.keys()) if (old < day - DAYS_KEPT) planned.delete(old);
  }

  #constraintOf(day: number, nowMs: number): ForecastConstraint {
    const { daily_send_limit: limit, max_new_leads_per_day: leadLimit } = this.#input.settings;
    const { planned = 0, new_leads = 0 } = this.#campaignDays.get(day) ?? {};
    const due = [...this.#queues.values()].filter(({ items }) => (items[0]?.dueMs ?? Infinity) <= nowMs);
    if (planned >= limit) return 'daily_send_limit';
    if (due.length === 0) return 'follow_up_delay';
    if (leadLimit > 0 && new_leads >= leadLimit && due.every(({ accountId }) => accountId === null))
      return 'max_new_leads_per_day';
    const accounts = [...this.#accounts.values()];
    const isFull = accounts.every((account) => (account.planned.get(day) ?? 0) >= account.allowanceOn(day));
    return isFull ? 'account_daily_limit' : 'send_window';
  }

  #defaultConstraint(): ForecastConstraint {
    if (this.#accounts.size === 0) return 'no_accounts_available';
    return this.#left > 0 ? 'send_window' : 'follow_up_delay';
  }
}
