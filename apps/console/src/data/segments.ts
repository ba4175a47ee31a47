import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';

export type Segment = Schema<'Segment'>;

/** The most that a page of the API has. */
const SEGMENTS_MAX = 500;

/** The segments to choose from. */
export function useSegments(): UseQueryResult<readonly Segment[]> {
  return useQuery({
    queryKey: ['segments'],
    queryFn: async () => {
      const query = { page_size: SEGMENTS_MAX };
      return (await outreach.get('/api/v1/segments/', { params: { query } })).data;
    },
  });
}
