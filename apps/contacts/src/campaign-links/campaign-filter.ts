import type { Condition } from '../lists/filters/condition.ts';
import { anyOf, parseStoredFilters } from '../lists/filters/parse-filters.ts';
import { resolveNames, type NameDeps } from '../lists/filters/resolve-names.ts';

/** A campaign's filter names no more. */
export const CAMPAIGN_SEGMENTS_MAX = 100;

/** Which contacts a campaign takes: those that meet every member that has values. */
export interface CampaignFilter {
  /** Any of them. */
  readonly segmentIds: readonly string[];
  readonly icpTiers: readonly string[];
  readonly grades: readonly string[];
}

/** The filter of a campaign, which was checked when it was stored. @throws AppError invalid_argument on too many segments. */
export async function campaignCondition(
  deps: NameDeps,
  { segmentIds, icpTiers, grades }: CampaignFilter,
): Promise<Condition> {
  const filters = [
    ...anyOf('in_segment', segmentIds),
    ...anyOf('icp_tier', icpTiers),
    ...anyOf('grade', grades),
  ];
  return parseStoredFilters(filters, 'AND', await resolveNames(deps, filters, CAMPAIGN_SEGMENTS_MAX));
}
