import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DueItem, DueQueue, PlanAccount, PlanInput, PlannedEmail, PlanSettings } from './plan-model.ts';
import { plan } from './plan.ts';
import { dayNumber, nextWindow, zoneFor } from './send-window.ts';

const MINUTE_MS = 60_000;
const HORIZON_MS = 15 * MINUTE_MS;
/** Wednesday. */
const NOON = Date.UTC(2026, 5, 10, 12);
const ALL_DAY: PlanSettings = {
  send_window_start: 0,
  send_window_end: 24,
  send_days: [1, 2, 3, 4, 5, 6, 7],
  daily_send_limit: 1_000,
  max_new_leads_per_day: 0,
  smart_time_gaps: false,
};

interface Lead extends DueItem {
  readonly id: string;
}

const lead = (id: string, dueMs = NOON): Lead => ({ id, dueMs, count: 1 });
const leads = (count: number, zone: string | null = null): DueQueue<Lead> => ({
  zone,
  accountId: null,
  items: Array.from({ length: count }, (_, index) => lead(`lead-${index}`)),
});
const followUps = (accountId: string, ...items: Lead[]): DueQueue<Lead> => ({ zone: null, accountId, items });
const account = (id: string, changes: Partial<PlanAccount> = {}): PlanAccount => ({
  id,
  zone: null,
  health: 100,
  minGapMs: MINUTE_MS,
  maxGapMs: 2 * MINUTE_MS,
  freeAtMs: 0,
  untilMs: NOON + HORIZON_MS,
  turnMs: Number.POSITIVE_INFINITY,
  allowanceOn: () => 30,
  planned: new Map(),
  takesNewLeads: true,
  ...changes,
});
const input = (changes: Partial<PlanInput<Lead>>): PlanInput<Lead> => ({
  nowMs: NOON,
  settings: ALL_DAY,
  days: new Map(),
  accounts: [account('a')],
  queues: [],
  random: () => 0.5,
  max: 300,
  ...changes,
});
const shown = ({ emails }: { readonly emails: readonly PlannedEmail<Lead>[] }): unknown[] =>
  emails.map(({ item, accountId, atMs }) => [item.id, accountId, (atMs - NOON) / MINUTE_MS]);

describe('plan', () => {
  it('sends at once, then after each gap, up to the horizon', () => {
    const accounts = [account('a', { minGapMs: 7 * MINUTE_MS })];
    const result = plan(input({ accounts, queues: [leads(9)] }));
    expect(shown(result)).toEqual([
      ['lead-0', 'a', 0],
      ['lead-1', 'a', 7],
      ['lead-2', 'a', 14],
    ]);
    expect(result.next).toEqual({ atMs: NOON + 21 * MINUTE_MS, accountId: 'a' });
    expect(result.freeAtMs).toEqual(new Map([['a', NOON + 21 * MINUTE_MS]]));
  });

  it('plans follow-ups before new leads, with the account of their thread', () => {
    const accounts = [account('a', { minGapMs: 10 * MINUTE_MS }), account('b', { minGapMs: 10 * MINUTE_MS })];
    const queues = [leads(9), followUps('b', lead('first', NOON - 2), lead('second', NOON - 1))];
    expect(shown(plan(input({ accounts, queues })))).toEqual([
      ['first', 'b', 0],
      ['second', 'b', 10],
      ['lead-0', 'a', 0],
      ['lead-1', 'a', 10],
    ]);
  });

  it('uses the time before a follow-up that is due later for new leads', () => {
    const accounts = [account('a', { minGapMs: 5 * MINUTE_MS })];
    const queues = [leads(9), followUps('a', lead('later', NOON + 11 * MINUTE_MS))];
    const planned = shown(plan(input({ accounts, queues })));
    expect(planned).toEqual([
      ['lead-0', 'a', 0],
      ['lead-1', 'a', 5],
      ['later', 'a', 11],
    ]);
  });

  it('keeps the room of the day for follow-ups that are due later', () => {
    const queues = [leads(9), followUps('a', lead('later', NOON + 11 * MINUTE_MS))];
    const settings = { ...ALL_DAY, daily_send_limit: 1 };
    expect(shown(plan(input({ settings, queues })))).toEqual([['later', 'a', 11]]);
  });

  it('gives a new lead to the account with the most room, then the best health, then the smallest id', () => {
    const accounts = [
      account('c', { allowanceOn: () => 2 }),
      account('b', { allowanceOn: () => 2, health: 90 }),
      account('a', { allowanceOn: () => 3, health: 50 }),
      account('d', { allowanceOn: () => 9, takesNewLeads: false }),
    ];
    const used = plan(input({ accounts, queues: [leads(7)] })).emails.map(({ accountId }) => accountId);
    expect(used).toEqual(['a', 'c', 'b', 'a', 'c', 'b', 'a']);
  });

  it('limits new leads apart from all emails', () => {
    const settings = { ...ALL_DAY, daily_send_limit: 5, max_new_leads_per_day: 2 };
    const days = new Map([[dayNumber('UTC', NOON), { planned: 2, new_leads: 1 }]]);
    const queues = [leads(9), followUps('a', lead('one'), lead('two'), lead('three'))];
    expect(shown(plan(input({ settings, days, queues })))).toEqual([
      ['one', 'a', 0],
      ['two', 'a', 1],
      ['three', 'a', 2],
    ]);
    const more = plan(input({ settings: { ...settings, daily_send_limit: 9 }, days, queues }));
    expect(more.emails).toHaveLength(4);
    expect(new Date(more.next?.atMs ?? 0)).toEqual(new Date('2026-06-11T00:00:00.000Z'));
  });

  it('waits for the day of the zone of the account', () => {
    const accounts = [
      account('a', { zone: 'Asia/Kolkata', allowanceOn: (day) => (day === dayNumber('UTC', NOON) ? 0 : 30) }),
    ];
    const { emails, next } = plan(input({ accounts, queues: [leads(1)] }));
    expect(emails).toEqual([]);
    expect(new Date(next?.atMs ?? 0)).toEqual(new Date('2026-06-10T18:30:00.000Z'));
  });
});

const ZONES = [
  null,
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...ZONES);
const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 11, 31, 23, 59) });
const settings = fc
  .record({
    hours: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
      .filter(([from, to]) => from < to),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    daily: fc.integer({ min: 1, max: 40 }),
    newLeads: fc.integer({ min: 0, max: 10 }),
    smart: fc.boolean(),
  })
  .map(({ hours: [from, to], days, daily, newLeads, smart }): PlanSettings => ({
    send_window_start: from,
    send_window_end: to,
    send_days: days,
    daily_send_limit: daily,
    max_new_leads_per_day: newLeads,
    smart_time_gaps: smart,
  }));
const accountShape = fc.record({
  zone,
  limit: fc.integer({ min: 0, max: 12 }),
  planned: fc.integer({ min: 0, max: 12 }),
  gap: fc.integer({ min: 0, max: 20 }),
  spread: fc.integer({ min: 0, max: 10 }),
  freeIn: fc.integer({ min: -20, max: 40 }),
  takesNewLeads: fc.boolean(),
});
const queueShape = fc.record({
  zone,
  account: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  dues: fc.array(fc.integer({ min: -30, max: 300 }), { maxLength: 12 }),
});
const scenario = fc
  .record({
    nowMs: start,
    settings,
    shapes: fc.array(accountShape, { minLength: 1, maxLength: 4 }),
    queueShapes: fc.array(queueShape, { maxLength: 6 }),
    campaignPlanned: fc.integer({ min: 0, max: 40 }),
    horizonMinutes: fc.constantFrom(15, 60, 26 * 60),
    seeds: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 }),
  })
  .map(({ nowMs, shapes, queueShapes, campaignPlanned, horizonMinutes, seeds, ...rest }): PlanInput<Lead> => {
    const accounts = shapes.map(({ zone: own, limit, planned, gap, spread, freeIn, takesNewLeads }, index) =>
      account(`acc-${index}`, {
        zone: own,
        takesNewLeads,
        minGapMs: gap * MINUTE_MS,
        maxGapMs: (gap + spread) * MINUTE_MS,
        freeAtMs: nowMs + freeIn * MINUTE_MS,
        untilMs: nowMs + horizonMinutes * MINUTE_MS,
        allowanceOn: (day) => limit + (day % 2),
        planned: new Map([[dayNumber(own ?? 'UTC', nowMs), planned]]),
      }),
    );
    const queues = queueShapes.map(({ zone: own, account: index, dues }, number) => ({
      zone: own,
      accountId: index === null ? null : `acc-${index}`,
      items: dues
        .toSorted((one, other) => one - other)
        .map((due, position) => lead(`${number}-${position}`, nowMs + due * MINUTE_MS)),
    }));
    let call = 0;
    return input({
      ...rest,
      nowMs,
      accounts,
      queues,
      days: new Map([[dayNumber('UTC', nowMs), { planned: campaignPlanned, new_leads: 0 }]]),
      random: () => seeds[(call += 1) % seeds.length] ?? 0,
    });
  });

const ofGroup = <T>(items: readonly T[], keyOf: (item: T) => string): (readonly T[])[] => [
  ...Map.groupBy(items, keyOf).values(),
];

describe('every plan', () => {
  it('sends only inside the window of the contact, not before the step is due and not before the account is free', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const byId = new Map(given.accounts.map((one) => [one.id, one]));
        for (const { item, queue, accountId, atMs } of plan(given).emails) {
          const own = byId.get(accountId) ?? account('none');
          expect(atMs).toBeGreaterThanOrEqual(Math.max(item.dueMs, given.nowMs, own.freeAtMs));
          expect(atMs).toBeLessThanOrEqual(own.untilMs);
          expect(nextWindow(given.settings, zoneFor(queue.zone, own.zone), atMs)?.opensMs).toBe(atMs);
          expect(queue.accountId === null ? own.takesNewLeads : queue.accountId === accountId).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('stays under every limit', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { emails } = plan(given);
        const { daily_send_limit: limit, max_new_leads_per_day: leadLimit } = given.settings;
        for (const [day, own] of Map.groupBy(emails, ({ campaignDay }) => campaignDay)) {
          const before = given.days.get(day) ?? { planned: 0, new_leads: 0 };
          expect(before.planned + own.length).toBeLessThanOrEqual(limit);
          const newLeads = own.filter(({ queue }) => queue.accountId === null).length;
          if (leadLimit > 0) expect(before.new_leads + newLeads).toBeLessThanOrEqual(leadLimit);
          for (const { atMs } of own) expect(dayNumber('UTC', atMs)).toBe(day);
        }
        for (const own of given.accounts) {
          const sent = emails.filter(({ accountId }) => accountId === own.id);
          for (const [day, ofDay] of Map.groupBy(sent, ({ accountDay }) => accountDay)) {
            expect((own.planned.get(day) ?? 0) + ofDay.length).toBeLessThanOrEqual(own.allowanceOn(day));
            for (const { atMs } of ofDay) expect(dayNumber(own.zone ?? 'UTC', atMs)).toBe(day);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the gaps of each account, random ones within their bounds', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { emails, freeAtMs } = plan(given);
        for (const own of given.accounts) {
          const sent = emails.filter(({ accountId }) => accountId === own.id);
          const bound = given.settings.smart_time_gaps ? own.maxGapMs : own.minGapMs;
          for (const [index, { atMs, gapMs }] of sent.entries()) {
            expect(gapMs).toBeGreaterThanOrEqual(own.minGapMs);
            expect(gapMs).toBeLessThanOrEqual(bound);
            const next = sent[index + 1]?.atMs ?? freeAtMs.get(own.id) ?? own.freeAtMs;
            expect(next).toBeGreaterThanOrEqual(atMs + gapMs);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves nothing that fits, and names the time of the next email', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { emails, next } = plan(given);
        const planned = new Set(emails.map(({ item }) => item.id));
        expect(planned.size).toBe(emails.length);
        if (next === undefined) return;
        const until = given.accounts.find(({ id }) => id === next.accountId)?.untilMs ?? 0;
        expect(next.atMs).toBeGreaterThan(until);
      }),
      { numRuns: 1_000 },
    );
  });

  it('plans each item of a cohort once, in runs as well as one by one', () => {
    fc.assert(
      fc.property(scenario, fc.integer({ min: 2, max: 9 }), (given, count) => {
        const queues = given.queues.map((queue) => ({
          ...queue,
          items: queue.items.map((item) => ({ ...item, count })),
        }));
        const cohorts = { ...given, queues, random: () => 0.5 };
        const single = {
          ...cohorts,
          queues: queues.map((queue) => ({
            ...queue,
            items: queue.items.flatMap((item) =>
              Array.from({ length: count }, () => ({ ...item, count: 1 })),
            ),
          })),
        };
        const one = plan({ ...cohorts, runMax: 1 }).emails.map(({ item, atMs, accountId }) => [
          item.id,
          atMs,
          accountId,
        ]);
        const other = plan(single).emails.map(({ item, atMs, accountId }) => [item.id, atMs, accountId]);
        expect(one).toEqual(other);
        const runs = plan({ ...cohorts, runMax: 4 }).emails;
        for (const own of ofGroup(runs, ({ item }) => item.id))
          expect(own.reduce((sum, run) => sum + run.count, 0)).toBeLessThanOrEqual(count);
      }),
      { numRuns: 300 },
    );
  });
});
