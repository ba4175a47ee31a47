import { describe, expect, it } from '@jest/globals';
import { account, ALL_DAY, input, lead, MINUTE_MS, NOON, type Lead } from '../../test/plan-inputs.ts';
import type { DueQueue, MatchedProvider, PlannedEmail } from './plan-model.ts';
import { plan } from './plan.ts';
import { dayNumber } from './send-window.ts';

const leads = (count: number, mailProvider: MatchedProvider = null): DueQueue<Lead> => ({
  zone: null,
  accountId: null,
  mailProvider,
  items: Array.from({ length: count }, (_, index) => lead(`${mailProvider ?? 'lead'}-${index}`)),
});
const followUps = (accountId: string, ...items: Lead[]): DueQueue<Lead> => ({
  zone: null,
  accountId,
  mailProvider: null,
  items,
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

  it('gives new leads to accounts of their provider, and to any account when these have no room', () => {
    const accounts = [
      account('g', { mailProvider: 'google', allowanceOn: () => 2 }),
      account('m', { mailProvider: 'microsoft', allowanceOn: () => 20 }),
      account('o', { allowanceOn: () => 10 }),
    ];
    const queues = [leads(2), leads(3, 'google'), leads(2, 'microsoft')];
    const { emails } = plan(input({ accounts, queues }));
    const taken = Map.groupBy(emails, ({ accountId }) => accountId);
    const idsOf = (id: string) => taken.get(id)?.map(({ item }) => item.id);
    expect(idsOf('g')).toEqual(['google-0', 'google-1']);
    expect(idsOf('m')).toEqual(['microsoft-0', 'microsoft-1', 'lead-0', 'lead-1', 'google-2']);
    expect(idsOf('o')).toBeUndefined();
  });

  it('lets a new lead wait for an account of its provider that has room later today, and not the leads behind it', () => {
    const accounts = [
      account('g', { mailProvider: 'google', minGapMs: 10 * MINUTE_MS }),
      account('o', { minGapMs: 10 * MINUTE_MS }),
    ];
    const behind = { ...leads(2), items: [lead('lead-0', NOON + 1), lead('lead-1', NOON + 1)] };
    const { emails, next } = plan(input({ accounts, queues: [leads(4, 'google'), behind] }));
    expect(emails.map(({ item, accountId }) => [item.id, accountId])).toEqual([
      ['google-0', 'g'],
      ['lead-0', 'o'],
      ['google-1', 'g'],
      ['lead-1', 'o'],
    ]);
    expect(next).toEqual({ atMs: NOON + 20 * MINUTE_MS, accountId: 'g' });
  });

  it('gives a new lead to any account when no account has its provider', () => {
    const queues = [leads(2, 'google')];
    expect(shown(plan(input({ queues })))).toEqual([
      ['google-0', 'a', 0],
      ['google-1', 'a', 1],
    ]);
  });
});
