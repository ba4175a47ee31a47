import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startOfPeriod, toPeriods } from './periods.ts';

const BERLIN = 'Europe/Berlin';

describe('startOfPeriod', () => {
  it.each([
    ['hour', 'UTC', '2026-03-02T10:59:59.999Z', '2026-03-02T10:00:00.000Z'],
    ['hour', 'Asia/Kathmandu', '2026-03-02T10:20:00.000Z', '2026-03-02T10:15:00.000Z'],
    ['day', 'UTC', '2026-03-02T10:59:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['day', 'Asia/Kolkata', '2026-03-02T18:29:00.000Z', '2026-03-01T18:30:00.000Z'],
    ['day', BERLIN, '2026-03-29T10:00:00.000Z', '2026-03-28T23:00:00.000Z'],
    ['day', BERLIN, '2026-10-25T22:30:00.000Z', '2026-10-24T22:00:00.000Z'],
    ['day', BERLIN, '2024-02-29T23:30:00.000Z', '2024-02-29T23:00:00.000Z'],
    ['week', 'UTC', '2026-03-08T23:59:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['week', 'UTC', '2026-03-09T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
    ['week', BERLIN, '2026-03-30T10:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ] as const)('of the %s in %s that contains %s is %s', (...[granularity, timeZone, at, start]) => {
    expect(startOfPeriod(new Date(at), { granularity, timeZone }).toISOString()).toBe(start);
  });

  it('is never later than the time, and the same for its own start', () => {
    const zones = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    const granularities = fc.constantFrom('hour', 'day', 'week');
    const times = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2030-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, zones, granularities, (at, timeZone, granularity) => {
        const start = startOfPeriod(at, { granularity, timeZone });
        expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(startOfPeriod(start, { granularity, timeZone })).toEqual(start);
      }),
    );
  });
});

describe('toPeriods', () => {
  it('adds up the quarters of each period, oldest first', () => {
    const quarters = [
      { at: new Date('2026-03-03T09:00:00Z'), counts: { sent: 1 } },
      { at: new Date('2026-03-02T09:00:00Z'), counts: { sent: 2, opened: 1 } },
      { at: new Date('2026-03-02T09:15:00Z'), counts: { sent: 3 } },
    ];
    expect(toPeriods(quarters, { granularity: 'day', timeZone: 'UTC' })).toEqual([
      { period: new Date('2026-03-02T00:00:00Z'), counts: { sent: 5, opened: 1 } },
      { period: new Date('2026-03-03T00:00:00Z'), counts: { sent: 1 } },
    ]);
  });
});
