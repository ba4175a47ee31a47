import { anyOf, parseStoredFilters, resolveNames, type Condition } from '../filters/index.ts';
import type { CampaignLinkPorts } from './ports.ts';

/** Limit for the segments of a campaign's filter. */
export const CAMPAIGN_SEGMENTS_MAX = 100;

/** The contact filter of a campaign: a contact matches every list that is not empty. */
export interface CampaignFilter {
  /** A match is in any of these segments. */
  readonly segmentIds: readonly string[];
  readonly icpTiers: readonly string[];
  readonly grades: readonly string[];
}

/**
 * The condition of a campaign's filter, which was validated when it was stored.
 * @throws AppError invalid_argument on too many segments.
 */
export async function campaignCondition(
  ports: CampaignLinkPorts,
  { segmentIds, icpTiers, grades }: CampaignFilter,
): Promise<Condition> {
  const filters = [
    ...anyOf('in_segment', segmentIds),
    ...anyOf('icp_tier', icpTiers),
    ...anyOf('grade', grades),
  ];
  return parseStoredFilters(filters, 'AND', await resolveNames(ports, filters, CAMPAIGN_SEGMENTS_MAX));
}
