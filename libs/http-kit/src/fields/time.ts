import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { documentedAs } from './openapi-meta.ts';

/** ISO 8601 in the profile of RFC 3339. A date without a time is midnight UTC. */
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

/** A timestamp in text, parsed to a Date. */
export const timestampText: z.ZodType<Date, string> = z.string().transform((text, issues) => {
  const date = parseTimestamp(text);
  if (date !== undefined) return date;
  issues.addIssue({
    code: 'custom',
    message: 'must be an ISO 8601 timestamp such as 2026-01-31T09:30:00.000Z',
  });
  return z.NEVER;
});

/** A timestamp of a request. */
export function timestamp(): z.ZodType<Date, string> {
  return documentedAs(timestampText, { type: 'string', format: 'date-time' });
}

function parseTimestamp(text: string): Date | undefined {
  const [, day] = TIMESTAMP.exec(text) ?? [];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const date = new Date(text.toUpperCase().replace(',', '.'));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Date parses 30 February as 2 March; only a day of the calendar is formatted to the same text. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const ZONE_NAME_MAX = 64;
const KNOWN_ZONES_MAX = 1_000;
const knownZones = new LRUCache<string, true>({ max: KNOWN_ZONES_MAX });

/** An IANA time zone name of the runtime's time zone data. */
export const timeZoneName: z.ZodType<string, string> = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone name such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (name.length > ZONE_NAME_MAX || !ZONE_NAME.test(name) || !isKnownToRuntime(name)) return false;
  knownZones.set(name, true);
  return true;
}

function isKnownToRuntime(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
