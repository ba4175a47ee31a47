import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';

export type CustomField = Schema<'CustomField'>;
export type NewCustomField = Schema<'CustomFieldCreate'>;

/** The most that a workspace has. */
const FIELDS_MAX = 500;

export function useCustomFields(): UseQueryResult<readonly CustomField[]> {
  return useQuery({
    queryKey: ['custom-fields'],
    queryFn: async () => {
      const query = { page_size: FIELDS_MAX };
      return (await outreach.get('/api/v1/custom-fields/', { params: { query } })).data;
    },
  });
}

export function useCreateCustomField(): Change<Submitted<NewCustomField>, CustomField> {
  return useChange(async (input) => outreach.post('/api/v1/custom-fields/', input), [['custom-fields']]);
}
