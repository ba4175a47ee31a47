import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Endpoint = Schema<'WebhookEndpoint'>;
export type Delivery = Schema<'WebhookDelivery'>;
export type EventType = Schema<'EventType'>;
export type EndpointCreate = Schema<'WebhookEndpointCreate'>;
export type EndpointUpdate = Schema<'WebhookEndpointUpdate'>;

const REFRESH_MS = 30_000;
const REPLAY_REFRESH_MS = 5_000;
/** A user has 120 requests a minute. */
const PENDING_REFRESH_MS = 5_000;

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

export type DeliveryIds = Readonly<Record<'webhook_id' | 'delivery_id', string>>;

export function useDelivery(ids: DeliveryIds): UseQueryResult<Schema<'WebhookDeliveryDetail'>> {
  return useQuery({
    queryKey: ['webhook', ids.webhook_id, 'delivery', ids.delivery_id],
    queryFn: async () =>
      outreach.get('/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/', {
        params: { path: { ...ids } },
      }),
    refetchInterval: ({ state }) => pauseUntilChange(state.data),
  });
}

/** A delivery loads again while an attempt is made or planned. */
function pauseUntilChange(delivery: Delivery | undefined): number | false {
  if (delivery?.status === 'pending') return PENDING_REFRESH_MS;
  return typeof delivery?.next_retry_at === 'string' && REFRESH_MS;
}

export function useRetry({ webhook_id, delivery_id }: DeliveryIds): Change<void> {
  return useChange(
    async () =>
      outreach.post('/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/', {
        params: { path: { webhook_id, delivery_id } },
      }),
    [['webhook', webhook_id]],
  );
}

const ofEndpoint = (webhook_id: string) => ({ params: { path: { webhook_id } } });
const keysOf = (id: string) => [['webhook', id], ['webhooks']];

/** Every event type that an endpoint can subscribe to. */
export function useEventTypes(): UseQueryResult<readonly EventType[]> {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: async () => (await outreach.get('/api/v1/webhooks/event-types/')).data,
    staleTime: Infinity,
  });
}

export function useCreateEndpoint(): Change<Submitted<EndpointCreate>, Schema<'CreatedWebhookEndpoint'>> {
  return useChange(async (input) => outreach.post('/api/v1/webhooks/', input), [['webhooks']]);
}

export function useUpdateEndpoint(id: string): Change<EndpointUpdate> {
  return useChange(
    async (body) => outreach.patch('/api/v1/webhooks/{webhook_id}/', { ...ofEndpoint(id), body }),
    keysOf(id),
  );
}

export function useDeleteEndpoint(id: string): Change<void> {
  return useChange(
    async () => outreach.delete('/api/v1/webhooks/{webhook_id}/', ofEndpoint(id)),
    [['webhooks']],
  );
}

export function useRotateSecret(id: string): Change<void, Schema<'RotatedWebhookSecret'>> {
  return useChange(
    async () => outreach.post('/api/v1/webhooks/{webhook_id}/rotate-secret/', ofEndpoint(id)),
    keysOf(id),
  );
}

export function useTestEvent(id: string): Change<EventType['event_type'], Schema<'WebhookTestOutcome'>> {
  return useChange(
    async (event_type) =>
      outreach.post('/api/v1/webhooks/{webhook_id}/test/', { ...ofEndpoint(id), body: { event_type } }),
    keysOf(id),
  );
}

export type ReplayRequest = Schema<'WebhookReplayRequest'>;

export function useStartReplay(id: string): Change<Submitted<ReplayRequest>, Schema<'StartedWebhookReplay'>> {
  return useChange(
    async (input) => outreach.post('/api/v1/webhooks/{webhook_id}/replay/', { ...ofEndpoint(id), ...input }),
    keysOf(id),
  );
}

export type ReplayIds = Readonly<Record<'webhook_id' | 'replay_id', string>>;

/** A replay, loaded again until it has ended. */
export function useReplay(ids: ReplayIds): UseQueryResult<Schema<'WebhookReplay'>> {
  return useQuery({
    queryKey: ['webhook', ids.webhook_id, 'replay', ids.replay_id],
    queryFn: async () =>
      outreach.get('/api/v1/webhooks/{webhook_id}/replays/{replay_id}/', { params: { path: { ...ids } } }),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? REPLAY_REFRESH_MS : false),
  });
}

export function useCancelReplay(ids: ReplayIds): Change<void> {
  return useChange(
    async () =>
      outreach.post('/api/v1/webhooks/{webhook_id}/replays/{replay_id}/cancel/', {
        params: { path: { ...ids } },
      }),
    [['webhook', ids.webhook_id]],
  );
}
