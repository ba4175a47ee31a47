import type { ContactFilter } from '@outreach/contracts-contacts/gen/candidates.ts';
import { anyOf, parseStoredFilters, resolveNames, type Condition } from '../filters/index.ts';
import type { CampaignLinkPorts } from './ports.ts';

/** Limit for the segments of a campaign's filter. */
export const CAMPAIGN_SEGMENTS_MAX = 100;

/**
 * The condition of a campaign's filter, which was validated when it was stored: a contact matches every list that is not
 * empty, and an absent filter matches every contact.
 * @throws AppError invalid_argument on too many segments.
 */
export async function campaignCondition(
  ports: CampaignLinkPorts,
  filter: ContactFilter | undefined,
): Promise<Condition> {
  const { segment_ids = [], icp_tiers = [], grades = [] } = filter ?? {};
  const filters = [
    ...anyOf('in_segment', segment_ids),
    ...anyOf('icp_tier', icp_tiers),
    ...anyOf('grade', grades),
  ];
  return parseStoredFilters(filters, 'AND', await resolveNames(ports, filters, CAMPAIGN_SEGMENTS_MAX));
}
