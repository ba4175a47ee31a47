import { QUARTER_MS, quarterOf } from './counters.ts';
import type { Period } from './ports.ts';

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
export function splitPeriod({ from, to }: Period): SplitPeriod {
  const first = from && new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const end = to && new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  if (first !== undefined && end !== undefined && first >= end)
    return { days: undefined, edges: [{ from, to }] };
  const before = from && first && from < first ? [{ from, to: first }] : [];
  const after = to && end && end < to ? [{ from: end, to }] : [];
  return { days: { from: first, to: end }, edges: [...before, ...after] };
}

/** The start of the UTC day. */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** The whole quarters of an hour that contain a period. */
export function toQuarters({ from, to }: Period): Period {
  return {
    from: from && quarterOf(from),
    to: to && new Date(Math.ceil(to.getTime() / QUARTER_MS) * QUARTER_MS),
  };
}
