import { describe, expect, it } from '@jest/globals';
import { paceEmails } from './account-pace.ts';

const NOW = new Date('2026-01-31T09:30:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const account = (seconds: number, id = 'acc_1') => ({ id, min_gap_seconds: seconds });
const free = (seconds: number) => ({ freeAt: new Map([['acc_1', after(seconds)]]), now: NOW });

describe('paceEmails', () => {
  it('spreads late emails of an account by its gap', () => {
    const accounts = [account(90), account(90), account(90), account(90, 'acc_2')];
    expect(paceEmails(accounts, { freeAt: new Map(), now: NOW })).toEqual({
      times: [NOW, after(90), after(180), NOW],
      nextFreeAt: new Map([
        ['acc_1', after(90)],
        ['acc_2', after(90)],
      ]),
    });
  });

  it('continues from the stored next free time', () => {
    expect(paceEmails([account(90), account(90)], free(30))).toEqual({
      times: [after(30), after(120)],
      nextFreeAt: new Map(),
    });
    expect(paceEmails([account(90)], free(-1)).times).toEqual([NOW]);
  });

  it('lets an email pass that is a little early', () => {
    expect(paceEmails([account(90)], free(0.9)).times).toEqual([NOW]);
    expect(paceEmails([account(3)], free(0.9)).times).toEqual([after(0.9)]);
  });

  it('lets no email of a busy account pass', () => {
    const { times, nextFreeAt } = paceEmails([account(90), account(90)], free(0), () => true);
    expect(times).toEqual([after(0.001), after(90.001)]);
    expect(nextFreeAt.size).toBe(0);
  });

  it('delays nothing without a gap', () => {
    expect(paceEmails([account(0), account(0)], free(60)).times).toEqual([NOW, NOW]);
  });
});
