import { describe, expect, it } from '@jest/globals';
import { account, input, SETTINGS } from '../../test/forecast-inputs.ts';
import { MINUTE_MS, NOON } from '../../test/plan-inputs.ts';
import type { Cohort } from './forecast-model.ts';
import { forecast } from './forecast.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const newLeads = (count: number, zone: string | null = null): Cohort => ({
  zone,
  count,
  accountId: null,
  mailProvider: null,
  stepIndex: 0,
  dueMs: NOON,
  isQueued: false,
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
