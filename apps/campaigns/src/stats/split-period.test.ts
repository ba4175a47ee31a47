import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Period } from './ports.ts';
import { splitDays, splitPeriod } from './split-period.ts';

const at = (text: string): Date => new Date(text);
const contains = ({ from, to }: Period, time: Date): boolean =>
  (from === undefined || from <= time) && (to === undefined || time < to);

describe('splitPeriod', () => {
  it('returns whole days, and the hours before and after them', () => {
    const period = { from: at('2026-03-01T22:00:00Z'), to: at('2026-03-05T01:00:00Z') };
    expect(splitPeriod(period)).toEqual({
      days: { from: at('2026-03-02T00:00:00Z'), to: at('2026-03-05T00:00:00Z') },
      edges: [
        { from: period.from, to: at('2026-03-02T00:00:00Z') },
        { from: at('2026-03-05T00:00:00Z'), to: period.to },
      ],
    });
  });

  it('returns only days without bounds, and at midnights', () => {
    expect(splitPeriod({ from: undefined, to: undefined })).toEqual({
      days: { from: undefined, to: undefined },
      edges: [],
    });
    const days = { from: at('2026-03-02T00:00:00Z'), to: at('2026-03-03T00:00:00Z') };
    expect(splitPeriod(days)).toEqual({ days, edges: [] });
  });

  it('returns no day for a period without a whole day', () => {
    const period = { from: at('2026-03-02T01:00:00Z'), to: at('2026-03-03T23:00:00Z') };
    expect(splitPeriod(period)).toEqual({ days: undefined, edges: [period] });
  });

  it('contains each time of the period once, and no other time', () => {
    const times = fc.date({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2026-01-06T00:00:00Z'),
      noInvalidDate: true,
    });
    const bound = fc.option(times, { nil: undefined });
    fc.assert(
      fc.property(bound, bound, times, (from, to, time) => {
        fc.pre(from === undefined || to === undefined || from < to);
        const { days, edges } = splitPeriod({ from, to });
        const count = [...(days === undefined ? [] : [days]), ...edges].filter((one) =>
          contains(one, time),
        ).length;
        expect(count).toBe(contains({ from, to }, time) ? 1 : 0);
      }),
    );
  });
});

describe('splitDays', () => {
  it('returns whole months, and the days before and after them', () => {
    const period = { from: at('2025-12-30T00:00:00Z'), to: at('2026-03-02T00:00:00Z') };
    expect(splitDays(period)).toEqual({
      months: { from: at('2026-01-01T00:00:00Z'), to: at('2026-03-01T00:00:00Z') },
      days: [
        { from: period.from, to: at('2026-01-01T00:00:00Z') },
        { from: at('2026-03-01T00:00:00Z'), to: period.to },
      ],
    });
  });

  it('contains each day of the period once, and no other day', () => {
    const days = fc
      .integer({ min: 0, max: 120 })
      .map((day) => new Date(Date.UTC(2026, 0, 1) + day * 24 * 60 * 60 * 1_000));
    const bound = fc.option(days, { nil: undefined });
    fc.assert(
      fc.property(bound, bound, days, (from, to, day) => {
        fc.pre(from === undefined || to === undefined || from < to);
        const split = splitDays({ from, to });
        const parts = [...(split.months === undefined ? [] : [split.months]), ...split.days];
        expect(parts.filter((part) => contains(part, day))).toHaveLength(contains({ from, to }, day) ? 1 : 0);
        for (const start of [split.months?.from, split.months?.to]) expect(start?.getUTCDate() ?? 1).toBe(1);
      }),
    );
  });
});
