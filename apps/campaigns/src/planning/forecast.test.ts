import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cohort, ForecastInput } from './forecast-model.ts';
import { EXACT_EMAILS_MAX, forecast } from './forecast.ts';
import { plan } from './plan.ts';
import type { CampaignDay, DueItem, DueQueue, PlanAccount, PlanSettings } from './plan-model.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HORIZON_MS = 15 * MINUTE_MS;
/** Wednesday. */
const NOON = Date.UTC(2026, 5, 10, 12);
const SETTINGS: PlanSettings = {
  send_window_start: 9,
  send_window_end: 17,
  send_days: [1, 2, 3, 4, 5],
  daily_send_limit: 50,
  max_new_leads_per_day: 0,
  smart_time_gaps: false,
};
const account = (id: string, changes: Partial<PlanAccount> = {}): PlanAccount => ({
  id,
  zone: null,
  health: 100,
  minGapMs: 10 * MINUTE_MS,
  maxGapMs: 20 * MINUTE_MS,
  freeAtMs: 0,
  untilMs: 0,
  turnMs: Number.POSITIVE_INFINITY,
  allowanceOn: () => 30,
  planned: new Map(),
  takesNewLeads: true,
  ...changes,
});
const newLeads = (count: number, zone: string | null = null): Cohort => ({
  zone,
  count,
  accountId: null,
  stepIndex: 0,
  dueMs: NOON,
  isQueued: false,
});
const input = (changes: Partial<ForecastInput>): ForecastInput => ({
  nowMs: NOON,
  horizonMs: HORIZON_MS,
  settings: SETTINGS,
  delaysMs: [0],
  days: new Map(),
  accounts: [account('a')],
  cohorts: [],
  ...changes,
});
const shown = ({ days }: ReturnType<typeof forecast>): unknown[] =>
  days.map(({ day, byAccount }) => [
    new Date(day * DAY_MS).toISOString().slice(0, 10),
    Object.fromEntries(byAccount),
  ]);

describe('forecast', () => {
  it('has nothing to plan without enrollments', () => {
    expect(forecast(input({}))).toEqual({
      totalRemaining: 0,
      days: [],
      finishDay: undefined,
      bindingConstraint: undefined,
    });
  });

  it('spreads emails over the days that limits allow, weekends left out', () => {
    const result = forecast(
      input({ settings: { ...SETTINGS, daily_send_limit: 5 }, cohorts: [newLeads(17)] }),
    );
    expect(shown(result)).toEqual([
      ['2026-06-10', { a: 5 }],
      ['2026-06-11', { a: 5 }],
      ['2026-06-12', { a: 5 }],
      ['2026-06-15', { a: 2 }],
    ]);
    expect(result).toMatchObject({ totalRemaining: 17, bindingConstraint: 'daily_send_limit' });
    expect(result.finishDay).toBe(result.days.at(-1)?.day);
  });

  it('plans follow-ups after their delays, and counts queued emails on their day', () => {
    const queued = { ...newLeads(2), accountId: 'a', isQueued: true, dueMs: NOON + MINUTE_MS };
    const result = forecast(input({ delaysMs: [0, 2 * DAY_MS], cohorts: [queued] }));
    expect(shown(result)).toEqual([
      ['2026-06-10', { a: 2 }],
      ['2026-06-12', { a: 2 }],
    ]);
    expect(result).toMatchObject({ totalRemaining: 4, bindingConstraint: 'follow_up_delay' });
  });

  it.each([0, 1])('plans all steps of a sequence whose follow-ups wait %d minutes', (minutes) => {
    const delaysMs = [0, minutes * MINUTE_MS, minutes * MINUTE_MS];
    const accounts = [account('a', { minGapMs: 0, maxGapMs: 0 })];
    const result = forecast(input({ delaysMs, accounts, cohorts: [newLeads(2)] }));
    expect(shown(result)).toEqual([['2026-06-10', { a: 6 }]]);
    expect(result.finishDay).toBe(result.days.at(-1)?.day);
  });

  it.each([
    ['account_daily_limit', { accounts: [account('a', { allowanceOn: () => 3 })] }],
    ['max_new_leads_per_day', { settings: { ...SETTINGS, max_new_leads_per_day: 3 } }],
    ['send_window', { settings: { ...SETTINGS, send_window_start: 12, send_window_end: 13 } }],
    ['no_accounts_available', { accounts: [] }],
  ] as const)('names the constraint %s', (constraint, changes) => {
    const result = forecast(input({ ...changes, cohorts: [newLeads(20)] }));
    expect(result.bindingConstraint).toBe(constraint);
  });

  it('has no finish day when it is more than a year away', () => {
    const result = forecast(input({ cohorts: [newLeads(1_000_000)] }));
    expect(result.finishDay).toBeUndefined();
    expect(result.totalRemaining).toBe(1_000_000);
    for (const { byAccount } of result.days.slice(0, -1)) expect(byAccount.get('a')).toBe(30);
  });

  it('splits the emails of a large campaign over its accounts by their allowances', () => {
    const accounts = [10, 20, 30].map((limit) =>
      account(`a${limit}`, { allowanceOn: () => limit, minGapMs: MINUTE_MS }),
    );
    const zones = [null, 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
    const { days } = forecast(
      input({
        accounts,
        settings: { ...SETTINGS, daily_send_limit: 100_000 },
        delaysMs: [0, 3 * DAY_MS, 4 * DAY_MS],
        cohorts: zones.map((zone) => newLeads(250_000, zone)),
      }),
    );
    const [, thursday] = days;
    expect(Object.fromEntries(thursday?.byAccount ?? [])).toEqual({ a10: 10, a20: 20, a30: 30 });
    expect(days.length).toBeGreaterThan(200);
  });
});

interface Contact extends DueItem {
  readonly zone: string | null;
  readonly accountId: string | null;
  readonly stepIndex: number;
}

/** The days of the real planner: contact by contact, each email sent at its time. */
function planAll({
  nowMs: startMs,
  accounts: given,
  cohorts,
  delaysMs,
  settings,
  days: known,
}: ForecastInput): Map<string, number> {
  let contacts: Contact[] = cohorts.flatMap(({ count, isQueued: _isQueued, ...fields }) =>
    Array.from({ length: count }, () => ({ ...fields, count: 1 })),
  );
  const days = new Map<number, CampaignDay>(known);
  const accounts = given.map((one) => ({ ...one, planned: new Map(one.planned) }));
  const sent = new Map<string, number>();
  for (let nowMs = startMs, pass = 0; contacts.length > 0 && pass < 3_000; pass += 1) {
    const untilMs = nowMs + HORIZON_MS;
    const due = contacts
      .filter(({ dueMs }) => dueMs <= untilMs)
      .toSorted((one, other) => one.dueMs - other.dueMs);
    const queues = [
      ...Map.groupBy(due, ({ zone, accountId }) => `${accountId ?? ''} ${zone ?? ''}`).values(),
    ].flatMap((items): DueQueue<Contact>[] =>
      items[0] === undefined ? [] : [{ zone: items[0].zone, accountId: items[0].accountId, items }],
    );
    const result = plan<Contact>({
      nowMs,
      settings,
      days,
      queues,
      accounts: accounts.map((one) => ({ ...one, untilMs })),
      random: () => 0.5,
      max: 10_000,
    });
    const planned = new Set<Contact>();
    for (const { item, accountId, atMs, accountDay, campaignDay } of result.emails) {
      planned.add(item);
      const own = accounts.find(({ id }) => id === accountId);
      own?.planned.set(accountDay, (own.planned.get(accountDay) ?? 0) + 1);
      const { planned: count = 0, new_leads = 0 } = days.get(campaignDay) ?? {};
      days.set(campaignDay, { planned: count + 1, new_leads: new_leads + (item.accountId === null ? 1 : 0) });
      const key = `${campaignDay} ${accountId}`;
      sent.set(key, (sent.get(key) ?? 0) + 1);
      const delayMs = delaysMs[item.stepIndex + 1];
      if (delayMs !== undefined)
        contacts.push({
          zone: item.zone,
          accountId,
          stepIndex: item.stepIndex + 1,
          dueMs: atMs + delayMs,
          count: 1,
        });
    }
    for (const own of accounts) Object.assign(own, { freeAtMs: result.freeAtMs.get(own.id) ?? own.freeAtMs });
    contacts = contacts.filter((contact) => !planned.has(contact));
    const tried = new Set(due);
    const later = contacts.filter((contact) => !tried.has(contact)).map(({ dueMs }) => dueMs);
    const next = Math.min(result.next?.atMs ?? Infinity, ...later);
    if (!Number.isFinite(next)) break;
    nowMs = Math.max(nowMs + 1_000, next - HORIZON_MS / 2);
  }
  return sent;
}

const zone = fc.constantFrom(
  null,
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
);
const scenario = fc
  .record({
    nowMs: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
    hours: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
      .filter(([from, to]) => from < to),
    send_days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 2 }),
    daily: fc.integer({ min: 1, max: 20 }),
    leadLimit: fc.integer({ min: 0, max: 6 }),
    accounts: fc.array(
      fc.record({ zone, limit: fc.integer({ min: 1, max: 9 }), gap: fc.integer({ min: 0, max: 60 }) }),
      { minLength: 1, maxLength: 3 },
    ),
    cohorts: fc.array(
      fc.record({ zone, count: fc.integer({ min: 1, max: 12 }), step: fc.integer({ min: 0, max: 1 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    delays: fc.array(fc.integer({ min: 0, max: 4 * 24 * 60 }), { maxLength: 2 }),
  })
  .map(({ nowMs, hours, send_days, daily, leadLimit, accounts, cohorts, delays }): ForecastInput => {
    const delaysMs = [0, ...delays.map((minutes) => minutes * MINUTE_MS)];
    return input({
      nowMs,
      delaysMs,
      settings: {
        ...SETTINGS,
        send_window_start: hours[0],
        send_window_end: hours[1],
        send_days,
        daily_send_limit: daily,
        max_new_leads_per_day: leadLimit,
      },
      accounts: accounts.map(({ zone: own, limit, gap }, index) =>
        account(`acc-${index}`, {
          zone: own,
          allowanceOn: () => limit,
          minGapMs: gap * MINUTE_MS,
          maxGapMs: gap * MINUTE_MS,
        }),
      ),
      cohorts: cohorts.map(({ zone: own, count, step }) => {
        const stepIndex = Math.min(step, delaysMs.length - 1);
        return {
          zone: own,
          count,
          stepIndex,
          accountId: stepIndex === 0 ? null : 'acc-0',
          dueMs: nowMs,
          isQueued: false,
        };
      }),
    });
  });

describe('the forecast of a small campaign', () => {
  it('equals the days of the planner', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { days, totalRemaining } = forecast(given);
        expect(totalRemaining).toBeLessThanOrEqual(EXACT_EMAILS_MAX);
        const forecasted = new Map(
          days.flatMap(({ day, byAccount }) =>
            [...byAccount].map(([id, count]) => [`${day} ${id}`, count] as const),
          ),
        );
        expect(new Map([...forecasted].toSorted())).toEqual(new Map([...planAll(given)].toSorted()));
      }),
      { numRuns: 150 },
    );
  });
});
