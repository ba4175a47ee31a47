import type { Schema } from '@outreach/client';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from './campaigns.ts';
import { outreach } from './client.ts';

type Filter = Schema<'Filter'>;

export type Audience = Pick<Campaign, 'contact_filter' | 'allow_risky_contacts'>;

/** The contacts of a filter, and those of them that receive nothing. */
export interface AudienceCounts {
  readonly matching: number;
  /** True if the API has estimated the number. */
  readonly isEstimated: boolean;
  /** Addresses with the status `invalid`. */
  readonly invalid: number;
  /** Addresses with the status `risky` or `catch_all`; 0 if the campaign accepts them. */
  readonly risky: number;
}

function toFilters({ segment_ids, icp_tier, grade }: Campaign['contact_filter']): Filter[] {
  const lists = [
    ['in_segment', segment_ids],
    ['icp_tier', icp_tier],
    ['grade', grade],
  ] as const;
  return lists.flatMap(([field, value]): Filter[] =>
    value.length === 0 ? [] : [{ field, op: 'in', value }],
  );
}

async function count(filters: Filter[]): Promise<{ readonly total: number; readonly isEstimated: boolean }> {
  const { meta } = await outreach.post('/api/v1/contacts/search/', { body: { filters, page_size: 1 } });
  return { total: meta.total_count, isEstimated: meta.total_count_estimated === true };
}

/** Counts the contacts of a filter that is not saved. Suppressed addresses count: `useCampaignAudience` leaves them out. */
export function useAudienceCounts(audience: Audience): UseQueryResult<AudienceCounts> {
  const { contact_filter, allow_risky_contacts: allowsRisky } = audience;
  return useQuery({
    queryKey: ['contacts', 'audience', contact_filter, allowsRisky],
    queryFn: async () => {
      const filters = toFilters(contact_filter);
      const withStatus = (value: string[]): Filter[] => [
        ...filters,
        { field: 'verification_status', op: 'in', value },
      ];
      const [matching, invalid, risky] = await Promise.all([
        count(filters),
        count(withStatus(['invalid'])),
        allowsRisky ? { total: 0 } : count(withStatus(['risky', 'catch_all'])),
      ]);
      return {
        matching: matching.total,
        isEstimated: matching.isEstimated,
        invalid: invalid.total,
        risky: risky.total,
      };
    },
    placeholderData: keepPreviousData,
  });
}

/** The contacts of a saved campaign that its launch would enroll, and those that it would leave out. */
export function useCampaignAudience(id: string): UseQueryResult<Schema<'Audience'>> {
  return useQuery({
    queryKey: ['campaign', id, 'audience'],
    queryFn: async () =>
      outreach.get('/api/v1/campaigns/{campaign_id}/audience/', { params: { path: { campaign_id: id } } }),
  });
}
