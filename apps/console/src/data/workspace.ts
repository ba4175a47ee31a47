import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';

export function useWorkspace(): UseQueryResult<Schema<'Workspace'>> {
  return useQuery({
    queryKey: ['workspace'],
    queryFn: async () => outreach.get('/api/v1/workspace/'),
    staleTime: Infinity,
  });
}
