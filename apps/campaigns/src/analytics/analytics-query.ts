import { invalidField, notFound } from '@outreach/errors';
import type { Campaign } from '../campaigns/index.ts';
import { isKnownZone } from '../planning/index.ts';
import { toQuarters, type Period } from '../stats/index.ts';
import type { AnalyticsPorts } from './ports.ts';

export const GRANULARITIES = ['hour', 'day', 'week'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A period, and how its time series is divided. */
export interface AnalyticsCalendar extends Period {
  readonly granularity: Granularity;
  /** IANA name. */
  readonly timeZone: string;
}

/** A request for analytics. */
export interface AnalyticsQuery extends AnalyticsCalendar {
  readonly campaignId: string;
}

/** @throws AppError invalid_argument on `granularity`, `time_zone` and `to`. */
export function parseCalendar({
  granularity,
  timeZone,
  ...period
}: Period & { readonly granularity: string; readonly timeZone: string }): AnalyticsCalendar {
  const known = GRANULARITIES.find((name) => name === granularity);
  if (known === undefined)
    throw invalidField('granularity', `granularity must be one of ${GRANULARITIES.join(', ')}.`);
  if (!isKnownZone(timeZone))
    throw invalidField('time_zone', 'time_zone must be an IANA time zone such as Europe/Berlin.');
  return { granularity: known, timeZone, ...parsePeriod(period) };
}

/**
 * Events are counted by quarter of an hour, so the period is extended to whole quarters: `from` 09:05 is 09:00.
 * @throws AppError invalid_argument on `to`.
 */
export function parsePeriod({ from, to }: Period): Period {
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidField('to', 'to must be later than from.');
  return toQuarters({ from, to });
}

/** @throws AppError not_found. */
export async function requireCampaign(
  { campaigns }: Pick<AnalyticsPorts, 'campaigns'>,
  id: string,
): Promise<Campaign> {
  const campaign = await campaigns.findById(id);
  if (campaign === undefined) throw notFound();
  return campaign;
}

/** True if the request covers the whole life of the campaign. */
export function isWholeLife({ from, to }: Period): boolean {
  return from === undefined && to === undefined;
}

/** The canonical text of a period: the cursor of a page is valid for the same period only. */
export function textOf({ from, to }: Period): string {
  return JSON.stringify([from ?? null, to ?? null]);
}
