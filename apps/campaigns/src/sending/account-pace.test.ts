import { describe, expect, it } from '@jest/globals';
import { createAccountPace } from './account-pace.ts';

const START = new Date('2026-01-31T09:30:00.000Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const account = (seconds: number, id = 'acc_1') => ({ id, min_gap_seconds: seconds });

describe('createAccountPace', () => {
  it('spreads late emails of an account by its gap', () => {
    const pace = createAccountPace();
    expect(pace.timesOf([account(90), account(90), account(90), account(90, 'acc_2')], START)).toEqual([
      START,
      after(90),
      after(180),
      START,
    ]);
    expect(pace.timesOf([account(90)], after(30))).toEqual([after(90)]);
    expect(pace.timesOf([account(90)], after(90))).toEqual([after(90)]);
    expect(pace.timesOf([account(90)], after(180))).toEqual([after(180)]);
  });

  it('lets an email pass that is a little early', () => {
    const pace = createAccountPace();
    pace.timesOf([account(90)], START);
    expect(pace.timesOf([account(90)], after(86))).toEqual([after(86)]);
  });

  it('delays nothing without a gap', () => {
    const pace = createAccountPace();
    expect(pace.timesOf([account(0), account(0)], START)).toEqual([START, START]);
  });
});
