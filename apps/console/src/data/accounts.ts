import type { Schema } from '@outreach/client';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { usePages, type ListState } from './use-pages.ts';

export type SendingAccount = Schema<'SendingAccount'>;

const REFRESH_MS = 60_000;

export function useAccounts(search: string | undefined): ListState<SendingAccount> {
  const query = search ? { search } : {};
  return usePages({
    key: ['accounts', query],
    load: async (position) =>
      outreach.get('/api/v1/sending-accounts/', { params: { query: { ...query, ...position } } }),
    refreshMs: REFRESH_MS,
  });
}

export type AccountAction = 'pause' | 'resume' | 'test';

const ofAccount = (account_id: string) => ({ params: { path: { account_id } } });

const ACTIONS: Readonly<Record<AccountAction, (id: string) => Promise<unknown>>> = {
  pause: async (id) => outreach.post('/api/v1/sending-accounts/{account_id}/pause/', ofAccount(id)),
  resume: async (id) => outreach.post('/api/v1/sending-accounts/{account_id}/resume/', ofAccount(id)),
  test: async (id) => outreach.post('/api/v1/sending-accounts/{account_id}/test/', ofAccount(id)),
};

export function useAccountAction(id: string): UseMutationResult<unknown, Error, AccountAction> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action) => ACTIONS[action](id),
    onSettled: async () => client.invalidateQueries({ queryKey: ['accounts'] }),
  });
}
