import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
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

export function useCreateApiKey(): Change<Submitted<Schema<'ApiKeyCreate'>>, Schema<'CreatedApiKey'>> {
  return useChange(async (input) => outreach.post('/api/v1/api-keys/', input), [['api-keys']]);
}

export function useRevokeApiKey(): Change<string> {
  return useChange(
    async (key_id) => outreach.delete('/api/v1/api-keys/{key_id}/', { params: { path: { key_id } } }),
    [['api-keys']],
  );
}
