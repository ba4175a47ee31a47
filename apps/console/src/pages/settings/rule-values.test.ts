import { describe, expect, it } from '@jest/globals';
import { fitOf, tierOf, toDraft, toRule } from './rule-values.ts';

describe('toRule', () => {
  it('keeps the points of a draft, and of a stored rule', () => {
    const rule = toRule({ field: 'title', op: 'eq', value: 'Founder', points: 10 }, 'text');
    expect(rule).toEqual({ field: 'title', op: 'eq', value: 'Founder', points: 10 });
    expect(toRule(toDraft(rule), 'text')).toEqual(rule);
  });
});

describe('fitOf', () => {
  it.each([
    [[50, 30, -20], [true, true, true], 60],
    [[50, 30, -20], [true, false, false], 50],
    [[80, 80], [true, true], 100],
    [[10, -40], [true, true], 0],
    [[], [], 0],
  ])('adds up the points %j of the met rules %j to %d', (points, met, fit) => {
    const rules = points.map((one) => ({ points: one }));
    expect(fitOf(rules, met)).toBe(fit);
  });
});

describe('tierOf', () => {
  it.each([
    [80, 'A'],
    [79, 'B'],
    [60, 'B'],
    [40, 'C'],
    [39, 'D'],
  ])('gives a fit of %d the tier %s', (fit, tier) => {
    expect(tierOf(fit, { A: 80, B: 60, C: 40 })).toBe(tier);
  });
});
