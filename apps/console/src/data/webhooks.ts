import type { Schema } from '@outreach/client';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { outreach } from './client.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Endpoint = Schema<'WebhookEndpoint'>;
export type Delivery = Schema<'WebhookDelivery'>;

const REFRESH_MS = 30_000;

export function useEndpoints(): ListState<Endpoint> {
  return usePages({
    key: ['webhooks'],
    load: async () => outreach.get('/api/v1/webhooks/'),
    refreshMs: REFRESH_MS,
  });
}

export function useEndpoint(id: string): UseQueryResult<Endpoint> {
  return useQuery({
    queryKey: ['webhook', id],
    queryFn: async () =>
      outreach.get('/api/v1/webhooks/{webhook_id}/', { params: { path: { webhook_id: id } } }),
  });
}

export function useDeliveries(id: string, status: Delivery['status'] | undefined): ListState<Delivery> {
  const query = status === undefined ? {} : { status };
  return usePages({
    key: ['webhook', id, 'deliveries', query],
    load: async (position) =>
      outreach.get('/api/v1/webhooks/{webhook_id}/deliveries/', {
        params: { path: { webhook_id: id }, query: { ...query, ...position } },
      }),
    refreshMs: REFRESH_MS,
  });
}

export interface DeliveryIds {
  readonly webhook_id: string;
  readonly delivery_id: string;
}

export function useDelivery(ids: DeliveryIds): UseQueryResult<Schema<'WebhookDeliveryDetail'>> {
  return useQuery({
    queryKey: ['webhook', ids.webhook_id, 'delivery', ids.delivery_id],
    queryFn: async () =>
      outreach.get('/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/', {
        params: { path: { ...ids } },
      }),
  });
}

export function useRetry(ids: DeliveryIds): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      outreach.post('/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/', {
        params: { path: { ...ids } },
      }),
    onSettled: async () => client.invalidateQueries({ queryKey: ['webhook', ids.webhook_id] }),
  });
}
