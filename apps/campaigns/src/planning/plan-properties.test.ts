import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { account, input, lead, MINUTE_MS, type Lead } from '../../test/plan-inputs.ts';
import type { MatchedProvider, PlanAccount, PlanInput, PlanSettings } from './plan-model.ts';
import { plan } from './plan.ts';
import { dayNumber, nextWindow, zoneFor } from './send-window.ts';

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
const mailProvider = fc.constantFrom<MatchedProvider>(null, 'google', 'microsoft');
const accountShape = fc.record({
  zone,
  mailProvider,
  limit: fc.integer({ min: 0, max: 12 }),
  planned: fc.integer({ min: 0, max: 12 }),
  gap: fc.integer({ min: 0, max: 20 }),
  spread: fc.integer({ min: 0, max: 10 }),
  freeIn: fc.integer({ min: -20, max: 40 }),
  takesNewLeads: fc.boolean(),
});
const queueShape = fc.record({
  zone,
  mailProvider,
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
    const accounts = shapes.map(({ zone: own, limit, planned, gap, spread, freeIn, ...shape }, index) =>
      account(`acc-${index}`, {
        ...shape,
        zone: own,
        minGapMs: gap * MINUTE_MS,
        maxGapMs: (gap + spread) * MINUTE_MS,
        freeAtMs: nowMs + freeIn * MINUTE_MS,
        untilMs: nowMs + horizonMinutes * MINUTE_MS,
        allowanceOn: (day) => limit + (day % 2),
        planned: new Map([[dayNumber(own ?? 'UTC', nowMs), planned]]),
      }),
    );
    const queues = queueShapes.map(({ zone: own, mailProvider: provider, account: index, dues }, number) => ({
      zone: own,
      accountId: index === null ? null : `acc-${index}`,
      mailProvider: index === null ? provider : null,
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

  it('gives as many leads of a provider as its accounts have room for today to these accounts only', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const providerOf = new Map(given.accounts.map((own) => [own.id, own.mailProvider]));
        const roomOf = ({ zone: own, allowanceOn, planned }: PlanAccount): number => {
          const day = dayNumber(own ?? 'UTC', given.nowMs);
          return Math.max(0, allowanceOn(day) - (planned.get(day) ?? 0));
        };
        for (const provider of ['google', 'microsoft'] as const) {
          const leads = given.queues
            .filter(({ mailProvider: own }) => own === provider)
            .flatMap(({ items }) => items.map(({ dueMs }) => dueMs))
            .toSorted((one, other) => one - other);
          const takers = given.accounts.filter((own) => own.takesNewLeads && own.mailProvider === provider);
          const room = takers.reduce((sum, own) => sum + roomOf(own), 0);
          const foreign = plan(given).emails.filter(
            ({ queue, accountId }) =>
              queue.mailProvider === provider && providerOf.get(accountId) !== provider,
          );
          expect(foreign.length).toBeLessThanOrEqual(Math.max(0, leads.length - room));
          for (const { item } of foreign)
            expect(item.dueMs).toBeGreaterThanOrEqual(leads[room] ?? Number.POSITIVE_INFINITY);
        }
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
