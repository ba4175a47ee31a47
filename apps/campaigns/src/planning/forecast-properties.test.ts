import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { account, HORIZON_MS, input, SETTINGS } from '../../test/forecast-inputs.ts';
import { MINUTE_MS } from '../../test/plan-inputs.ts';
import type { ForecastInput } from './forecast-model.ts';
import { EXACT_EMAILS_MAX, forecast } from './forecast.ts';
import type { CampaignDay, DueItem, DueQueue, MatchedProvider } from './plan-model.ts';
import { plan } from './plan.ts';

interface Contact extends DueItem {
  readonly zone: string | null;
  readonly accountId: string | null;
  readonly mailProvider: MatchedProvider;
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
      ...Map.groupBy(due, (one) => [one.zone, one.accountId, one.mailProvider].join(' ')).values(),
    ].flatMap((items): DueQueue<Contact>[] => {
      const [first] = items;
      if (first === undefined) return [];
      const { zone: own, accountId, mailProvider: provider } = first;
      return [{ zone: own, accountId, mailProvider: provider, items }];
    });
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
          mailProvider: null,
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
const mailProvider = fc.constantFrom<MatchedProvider>(null, 'google', 'microsoft');
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
      fc.record({
        zone,
        mailProvider,
        limit: fc.integer({ min: 1, max: 9 }),
        gap: fc.integer({ min: 0, max: 60 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    cohorts: fc.array(
      fc.record({
        zone,
        mailProvider,
        count: fc.integer({ min: 1, max: 12 }),
        step: fc.integer({ min: 0, max: 1 }),
      }),
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
      accounts: accounts.map(({ zone: own, mailProvider: provider, limit, gap }, index) =>
        account(`acc-${index}`, {
          zone: own,
          mailProvider: provider,
          allowanceOn: () => limit,
          minGapMs: gap * MINUTE_MS,
          maxGapMs: gap * MINUTE_MS,
        }),
      ),
      cohorts: cohorts.map(({ zone: own, mailProvider: provider, count, step }) => {
        const stepIndex = Math.min(step, delaysMs.length - 1);
        return {
          zone: own,
          count,
          stepIndex,
          accountId: stepIndex === 0 ? null : 'acc-0',
          mailProvider: stepIndex === 0 ? provider : null,
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
