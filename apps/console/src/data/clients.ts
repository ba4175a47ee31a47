import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Client = Schema<'Client'>;

const KEY = ['clients'];
const ofClient = (client_id: string) => ({ params: { path: { client_id } } });

/** The clients of the agency. */
export function useClients(): ListState<Client> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/clients/', { params: { query: position } }),
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
