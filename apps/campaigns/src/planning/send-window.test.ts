import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  dayNumber,
  dayText,
  nextDayMs,
  nextSendTime,
  nextWindow,
  zoneFor,
  type SendWindow,
} from './send-window.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'America/Havana',
  'Pacific/Apia',
  'Asia/Gaza',
];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

/** Local hour, weekday and day by the runtime's own data, one timestamp at a time. */
function localOf(zone: string, atMs: number): { hour: number; weekday: number; day: string } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return {
    hour: Number(parts['hour']),
    weekday: WEEKDAYS.indexOf(parts['weekday'] ?? '') + 1,
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
  };
}

function isInside(
  { send_window_start, send_window_end, send_days }: SendWindow,
  zone: string,
  atMs: number,
): boolean {
  const { hour, weekday } = localOf(zone, atMs);
  return hour >= send_window_start && hour < send_window_end && send_days.includes(weekday);
}

const window = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 1, max: 24 }),
    fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  )
  .filter(([start, end]) => start < end)
  .map(([start, end, days]): SendWindow => ({
    send_window_start: start,
    send_window_end: end,
    send_days: days,
  }));
const zone = fc.constantFrom(...ZONES);
/** Five years with 29 February 2028 among them, half of the time near an equinox, where offsets change. */
const timestamp = fc.oneof(
  fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 0, 3) }),
  fc
    .tuple(
      fc.constantFrom(2026, 2027, 2028),
      fc.constantFrom(2, 3, 8, 9, 10),
      fc.integer({ min: 0, max: 31 * 86_400_000 }),
    )
    .map(([year, month, ms]) => Date.UTC(year, month, 1) + ms),
);
const ALWAYS: SendWindow = { send_window_start: 9, send_window_end: 17, send_days: [1, 2, 3, 4, 5] };
const at = (text: string): number => Date.parse(text);
const shown = (ms: number | undefined): string => new Date(ms ?? Number.NaN).toISOString();

describe('nextSendTime', () => {
  it('is inside the window, never early, and skips no minute inside it', () => {
    fc.assert(
      fc.property(
        fc.tuple(window, zone, timestamp, fc.double({ min: 0, max: 1, noNaN: true })),
        ([hours, name, fromMs, share]) => {
          const nextMs = nextSendTime(hours, name, fromMs) ?? Number.NaN;
          expect(nextMs).toBeGreaterThanOrEqual(fromMs);
          expect(isInside(hours, name, nextMs)).toBe(true);
          if (nextMs === fromMs) return;
          expect(isInside(hours, name, nextMs - 1)).toBe(false);
          expect(isInside(hours, name, fromMs + Math.floor((nextMs - 1 - fromMs) * share))).toBe(false);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('ends the window where the local time leaves it', () => {
    fc.assert(
      fc.property(
        fc.tuple(window, zone, timestamp, fc.double({ min: 0, max: 1, noNaN: true })),
        ([hours, name, fromMs, share]) => {
          const { opensMs, closesMs } = nextWindow(hours, name, fromMs) ?? { opensMs: 0, closesMs: 0 };
          expect(isInside(hours, name, closesMs - 1)).toBe(true);
          expect(isInside(hours, name, opensMs + Math.floor((closesMs - 1 - opensMs) * share))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    {
      name: 'spring in Berlin',
      zone: 'Europe/Berlin',
      hours: [2, 3],
      from: '2026-03-29T00:30:00Z',
      expected: '2026-03-30T00:00:00.000Z',
    },
    {
      name: 'autumn in Berlin, second hour',
      zone: 'Europe/Berlin',
      hours: [2, 3],
      from: '2026-10-25T01:10:00Z',
      expected: '2026-10-25T01:10:00.000Z',
    },
    {
      name: 'spring in New York',
      zone: 'America/New_York',
      hours: [9, 17],
      from: '2026-03-08T10:00:00Z',
      expected: '2026-03-08T13:00:00.000Z',
    },
    {
      name: 'autumn in New York',
      zone: 'America/New_York',
      hours: [9, 17],
      from: '2026-11-01T10:00:00Z',
      expected: '2026-11-01T14:00:00.000Z',
    },
    {
      name: 'half an hour on Lord Howe',
      zone: 'Australia/Lord_Howe',
      hours: [2, 3],
      from: '2026-10-03T15:00:00Z',
      expected: '2026-10-03T15:30:00.000Z',
    },
    {
      name: 'Kolkata',
      zone: 'Asia/Kolkata',
      hours: [9, 17],
      from: '2026-01-01T00:00:00Z',
      expected: '2026-01-01T03:30:00.000Z',
    },
    {
      name: 'Kathmandu',
      zone: 'Asia/Kathmandu',
      hours: [9, 17],
      from: '2026-01-01T00:00:00Z',
      expected: '2026-01-01T03:15:00.000Z',
    },
    {
      name: '29 February',
      zone: 'UTC',
      hours: [9, 17],
      from: '2028-02-28T18:00:00Z',
      expected: '2028-02-29T09:00:00.000Z',
    },
    {
      name: 'the end of a year',
      zone: 'Pacific/Apia',
      hours: [0, 1],
      from: '2026-12-31T12:30:00Z',
      expected: '2027-01-01T11:00:00.000Z',
    },
  ] as const)('follows the clock in $name', ({ zone: name, hours: [start, end], from, expected }) => {
    const hours = { send_window_start: start, send_window_end: end, send_days: [1, 2, 3, 4, 5, 6, 7] };
    expect(shown(nextSendTime(hours, name, at(from)))).toBe(expected);
  });

  it('waits over the weekend', () => {
    expect(shown(nextSendTime(ALWAYS, 'UTC', at('2026-01-30T17:00:00Z')))).toBe('2026-02-02T09:00:00.000Z');
  });

  it('is undefined without send days', () => {
    expect(nextSendTime({ ...ALWAYS, send_days: [] }, 'UTC', 0)).toBeUndefined();
  });
});

describe('days', () => {
  it('agree with the calendar of the runtime', () => {
    fc.assert(
      fc.property(zone, timestamp, (name, atMs) => {
        expect(dayText(dayNumber(name, atMs))).toBe(localOf(name, atMs).day);
        const next = nextDayMs(name, atMs);
        expect(next).toBeGreaterThan(atMs);
        expect(dayNumber(name, next)).toBeGreaterThan(dayNumber(name, atMs));
        expect(dayNumber(name, next - 1)).toBeLessThan(dayNumber(name, next));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('zoneFor', () => {
  it('takes the zone of the contact, else that of the account, else UTC', () => {
    expect(zoneFor('Asia/Tokyo', 'Europe/Paris')).toBe('Asia/Tokyo');
    expect(zoneFor(null, 'Europe/Paris')).toBe('Europe/Paris');
    expect(zoneFor('Mars/Olympus', null)).toBe('UTC');
    expect(zoneFor(null, null)).toBe('UTC');
  });
});
