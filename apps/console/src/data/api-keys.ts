import type { Schema } from '@outreach/client';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { usePages, type ListState } from './use-pages.ts';

export type ApiKey = Schema<'ApiKey'>;

export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'campaigns:read',
  'campaigns:write',
  'webhooks:read',
  'webhooks:write',
  'admin:keys',
  'admin:gdpr',
] as const satisfies readonly ApiKey['scopes'][number][];

export function useApiKeys(): ListState<ApiKey> {
  return usePages({
    key: ['api-keys'],
    load: async (position) => outreach.get('/api/v1/api-keys/', { params: { query: position } }),
  });
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
  /** One per opened form. */
  readonly idempotencyKey: string;
}

export function useCreateApiKey(): UseMutationResult<Schema<'CreatedApiKey'>, Error, NewApiKey> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, scopes, idempotencyKey }) =>
      outreach.post('/api/v1/api-keys/', { body: { name, scopes }, idempotencyKey }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}

export function useRevokeApiKey(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key_id) =>
      outreach.delete('/api/v1/api-keys/{key_id}/', { params: { path: { key_id } } }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}
