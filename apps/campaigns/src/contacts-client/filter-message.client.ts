import type { ContactFilter as FilterMessage } from '@outreach/contracts-contacts/gen/candidates.ts';
import type { ContactFilter } from '../campaigns/index.ts';

export function toFilterMessage({ segment_ids, icp_tier, grade }: ContactFilter): FilterMessage {
  return { segment_ids: [...segment_ids], icp_tiers: [...icp_tier], grades: [...grade] };
}
