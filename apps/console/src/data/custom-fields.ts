import type { Schema } from '@outreach/client';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { outreach } from './client.ts';

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

export function useCreateCustomField(): UseMutationResult<CustomField, Error, NewCustomField> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body) => outreach.post('/api/v1/custom-fields/', { body }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['custom-fields'] }),
  });
}
