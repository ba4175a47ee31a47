import { LRUCache } from 'lru-cache';

const DAY_MS = 24 * 60 * 60 * 1000;
const FORMATS_MAX = 1_000;
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: FORMATS_MAX });

/** The calendar day of a timestamp in a time zone, `YYYY-MM-DD`. Without a zone it is the day in UTC. */
export function dayOf(atMs: number, zone: string | null): string {
  return formatOf(zone ?? 'UTC').format(atMs);
}

/** The day `count` days later; earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, day.length);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  // The locale sv-SE formats dates as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}
