import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Suppression = Schema<'Suppression'>;
export type SuppressionCreate = Schema<'SuppressionCreate'>;
export type SuppressionCheck = Schema<'SuppressionCheckResult'>['results'][number];

const KEY = ['suppressions'];

export function useSuppressions(): ListState<Suppression> {
  return usePages({
    key: [...KEY, 'list'],
    load: async (position) => outreach.get('/api/v1/suppressions/', { params: { query: position } }),
  });
}

/** The suppression that matches an address: its own, that of its domain, or a global one. */
export function useSuppressionCheck(email: string | undefined): UseQueryResult<SuppressionCheck | undefined> {
  return useQuery({
    queryKey: [...KEY, 'check', email],
    enabled: email !== undefined,
    queryFn: async () => {
      const body = { emails: [email ?? ''] };
      const { results } = await outreach.post('/api/v1/suppressions/check/', { body });
      return results[0];
    },
  });
}

export function useSuppress(): Change<Submitted<SuppressionCreate>> {
  return useChange(async (input) => outreach.post('/api/v1/suppressions/', input), [KEY]);
}

export function useUnsuppress(): Change<string> {
  return useChange(
    async (suppression_id) =>
      outreach.delete('/api/v1/suppressions/{suppression_id}/', { params: { path: { suppression_id } } }),
    [KEY],
  );
}
