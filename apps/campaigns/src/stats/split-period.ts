import { QUARTER_MS, quarterOf } from './counters.ts';
import type { Period, WholePeriods } from './ports.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface SplitPeriod {
  /** Whole UTC days; undefined if the period contains none. */
  readonly days: Period | undefined;
  /** The rest of the period, shorter than a day each. */
  readonly edges: readonly Period[];
}

/**
 * Splits a period into whole UTC days and the rest. 2026-03-01T22:00Z to 2026-03-05T01:00Z is the three days from
 * 2026-03-02 to 2026-03-04, two hours before them and one hour after them.
 */
export function splitPeriod(period: Period): SplitPeriod {
  const { whole, rest } = split(period, {
    startOf: dayOf,
    nextOf: (day) => new Date(day.getTime() + DAY_MS),
  });
  return { days: whole, edges: rest };
}

/** Splits whole UTC days into whole UTC months and the rest. */
export function splitDays(period: Period): WholePeriods {
  const { whole, rest } = split(period, {
    startOf: monthOf,
    nextOf: (month) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)),
  });
  return { months: whole, days: rest };
}

interface Unit {
  /** The start of the unit that contains the time. */
  readonly startOf: (at: Date) => Date;
  /** The start of the next unit. */
  readonly nextOf: (start: Date) => Date;
}

function split(
  { from, to }: Period,
  { startOf, nextOf }: Unit,
): { readonly whole: Period | undefined; readonly rest: readonly Period[] } {
  const start = from && startOf(from);
  const first = start && from > start ? nextOf(start) : start;
  const end = to && startOf(to);
  if (first !== undefined && end !== undefined && first >= end)
    return { whole: undefined, rest: [{ from, to }] };
  const before = from && first && from < first ? [{ from, to: first }] : [];
  const after = to && end && end < to ? [{ from: end, to }] : [];
  return { whole: { from: first, to: end }, rest: [...before, ...after] };
}

/** The start of the UTC day. */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** The start of the UTC month. */
export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
}

/** The whole quarters of an hour that contain a period. */
export function toQuarters({ from, to }: Period): Period {
  return {
    from: from && quarterOf(from),
    to: to && new Date(Math.ceil(to.getTime() / QUARTER_MS) * QUARTER_MS),
  };
}
