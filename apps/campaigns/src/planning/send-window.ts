import type { Campaign } from '../campaigns/index.ts';
import { isKnownZone, spanAt } from './zone-offsets.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;
/** A window opens within a week; more days only follow from changes of the offset. */
const SEARCH_MS = 9 * DAY_MS;

/** The hours and days in which a campaign sends, in the zone of the contact. */
export type SendWindow = Pick<Campaign, 'send_window_start' | 'send_window_end' | 'send_days'>;

export interface OpenWindow {
  readonly opensMs: number;
  /** Exclusive. */
  readonly closesMs: number;
}

/** The zone in which the window of a contact counts: its own, else that of the account, else UTC. */
export function zoneFor(contactZone: string | null, accountZone: string | null): string {
  if (contactZone !== null && isKnownZone(contactZone)) return contactZone;
  return accountZone !== null && isKnownZone(accountZone) ? accountZone : 'UTC';
}

/**
 * The span of the window that contains the timestamp, from it on, or the next one; undefined without send days. A change
 * of the offset may split a window in two spans.
 */
export function nextWindow(window: SendWindow, zone: string, fromMs: number): OpenWindow | undefined {
  for (let atMs = fromMs; atMs < fromMs + SEARCH_MS;) {
    const { toMs, offsetMs } = spanAt(zone, atMs);
    const open = nextInSpan(window, atMs + offsetMs);
    if (open === undefined) return undefined;
    const opensMs = open.opensMs - offsetMs;
    if (opensMs < toMs) return { opensMs, closesMs: Math.min(toMs, open.closesMs - offsetMs) };
    atMs = toMs;
  }
  return undefined;
}

/** The window at or after a local time, in local times. */
function nextInSpan(window: SendWindow, localMs: number): OpenWindow | undefined {
  const { send_window_start: start, send_window_end: end, send_days: days } = window;
  const today = Math.floor(localMs / DAY_MS);
  for (let day = today; day <= today + DAYS_PER_WEEK; day += 1) {
    if (!days.includes(weekdayOf(day))) continue;
    const closesMs = day * DAY_MS + end * HOUR_MS;
    if (localMs < closesMs) return { opensMs: Math.max(localMs, day * DAY_MS + start * HOUR_MS), closesMs };
  }
  return undefined;
}

/** The weekday of a day since 1970-01-01: 1 is Monday, 7 is Sunday. */
function weekdayOf(day: number): number {
  const sinceMonday = (day + EPOCH_WEEKDAY - 1) % DAYS_PER_WEEK;
  return ((sinceMonday + DAYS_PER_WEEK) % DAYS_PER_WEEK) + 1;
}

/** The first time from `fromMs` on that is inside the window; undefined without send days. */
export function nextSendTime(window: SendWindow, zone: string, fromMs: number): number | undefined {
  return nextWindow(window, zone, fromMs)?.opensMs;
}

/** The calendar day of a timestamp in a zone, as days since 1970-01-01. */
export function dayNumber(zone: string, atMs: number): number {
  return Math.floor((atMs + spanAt(zone, atMs).offsetMs) / DAY_MS);
}

/** The first timestamp of the next calendar day in a zone. */
export function nextDayMs(zone: string, atMs: number): number {
  const tomorrow = dayNumber(zone, atMs) + 1;
  for (let fromMs = atMs; ;) {
    const { toMs, offsetMs } = spanAt(zone, fromMs);
    const startMs = Math.max(fromMs, tomorrow * DAY_MS - offsetMs);
    if (startMs < toMs) return startMs;
    fromMs = toMs;
  }
}

/** The number of days since 1970-01-01 of `YYYY-MM-DD`. */
export function dayNumberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** `YYYY-MM-DD` of a number of days since 1970-01-01. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
