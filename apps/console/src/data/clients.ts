import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Client = Schema<'Client'>;

const KEY = ['clients'];
const CHOICE_MAX = 500;
const ofClient = (client_id: string) => ({ params: { path: { client_id } } });

/** The clients of the agency. */
export function useClients(): ListState<Client> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/clients/', { params: { query: position } }),
  });
}

/** The clients for a menu, at most 500. */
export function useClientChoice(): UseQueryResult<readonly Client[]> {
  return useQuery({
    queryKey: [...KEY, 'choice'],
    queryFn: async () => {
      const { data } = await outreach.get('/api/v1/clients/', {
        params: { query: { page_size: CHOICE_MAX } },
      });
      return data;
    },
  });
}

export function useCreateClient(): Change<Submitted<Schema<'ClientCreate'>>> {
  return useChange(async (input) => outreach.post('/api/v1/clients/', input), [KEY]);
}

export interface ClientChange {
  readonly id: string;
  readonly body: Schema<'ClientUpdate'>;
}

export function useUpdateClient(): Change<ClientChange> {
  return useChange(
    async ({ id, body }) => outreach.patch('/api/v1/clients/{client_id}/', { ...ofClient(id), body }),
    [KEY],
  );
}

export function useDeleteClient(): Change<string> {
  return useChange(async (id) => outreach.delete('/api/v1/clients/{client_id}/', ofClient(id)), [KEY]);
}
