import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';

export type Retention = Schema<'Retention'>;

const KEY = ['retention'];

export function useRetention(): UseQueryResult<Retention> {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => outreach.get('/api/v1/retention/'),
    // A form shows it: it must not change below the hands of the user.
    staleTime: Infinity,
  });
}

/** Replaces the retention times. */
export function useSetRetention(): Change<Retention, Retention> {
  return useChange(async (body) => outreach.put('/api/v1/retention/', { body }), [KEY]);
}
