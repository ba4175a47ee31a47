import { spanAt } from '../planning/index.ts';
import { sumCounters, type Counters } from '../stats/index.ts';
import type { AnalyticsCalendar, Granularity } from './analytics-query.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT_MS: Readonly<Record<Granularity, number>> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };
/** 1970-01-05, a Monday, at which weeks begin. */
const MONDAY_MS = 4 * DAY_MS;

type Calendar = Pick<AnalyticsCalendar, 'granularity' | 'timeZone'>;

/**
 * The start of the local hour, day or week that contains the time. 2026-03-29T10:00Z is in the day that began at
 * 2026-03-28T23:00Z in Berlin.
 */
export function startOfPeriod(at: Date, { granularity, timeZone }: Calendar): Date {
  const atMs = at.getTime();
  const offsetMs = offsetAt(timeZone, atMs);
  const unitMs = UNIT_MS[granularity];
  const phaseMs = granularity === 'week' ? MONDAY_MS : 0;
  const localStartMs = Math.floor((atMs + offsetMs - phaseMs) / unitMs) * unitMs + phaseMs;
  // The offset can differ at the start: the first estimate finds the offset that applies there.
  const startMs = localStartMs - offsetAt(timeZone, localStartMs - offsetMs);
  return new Date(Math.min(startMs, atMs));
}

/** Sums quarters of an hour into periods, oldest first. Periods without counts are left out. */
export function toPeriods(
  quarters: readonly { readonly at: Date; readonly counts: Partial<Counters> }[],
  calendar: Calendar,
): readonly { readonly period: Date; readonly counts: Partial<Counters> }[] {
  const groups = Map.groupBy(quarters, ({ at }) => startOfPeriod(at, calendar).getTime());
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([startMs, own]) => ({
      period: new Date(startMs),
      counts: sumCounters(own.map(({ counts }) => counts)),
    }));
}

function offsetAt(zone: string, atMs: number): number {
  return spanAt(zone, atMs).offsetMs;
}
