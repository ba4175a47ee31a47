import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  CreateEndpointRequest,
  CreateEndpointResponse,
  Endpoint as EndpointMessage,
  ListDeliveriesRequest,
  ListDeliveriesResponse,
  WebhooksServiceService,
} from '@outreach/contracts-webhooks';
import { effectCommand, NOTHING, type MethodsOf } from '@outreach/service-kit';
import {
  CreatedEndpointSchema,
  finishEndpoint,
  storeEndpoint,
  testEndpoint,
  type FinishEndpointPorts,
  type StoreEndpointPorts,
  type TestEndpointPorts,
} from './create-endpoint.ts';
import { toDeliveryMessage } from './delivery-messages.rpc.ts';
import type { EndpointView } from './endpoint.ts';
import { listDeliveries, type ListDeliveriesPorts } from './list-deliveries.ts';
import {
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  type DeleteEndpointPorts,
  type ListEndpointsPorts,
  type ReadEndpointPorts,
} from './manage-endpoints.ts';

const READ = ['webhooks:read'] as const;
const WRITE = ['webhooks:write'] as const;

export type EndpointMethods = MethodsOf<
  typeof WebhooksServiceService,
  'createEndpoint' | 'getEndpoint' | 'listEndpoints' | 'deleteEndpoint' | 'listDeliveries'
>;

/** The ports of all methods; each use case takes its own part of them. */
export type EndpointMethodPorts = StoreEndpointPorts &
  TestEndpointPorts &
  FinishEndpointPorts &
  ReadEndpointPorts &
  ListEndpointsPorts &
  DeleteEndpointPorts &
  ListDeliveriesPorts;

export function endpointMethods(ports: EndpointMethodPorts): EndpointMethods {
  return {
    createEndpoint: effectCommand({
      scope: WRITE,
      about: NOTHING,
      prepared: CreatedEndpointSchema,
      prepare: async (ctx, request: CreateEndpointRequest) => storeEndpoint(ports, ctx, request),
      effect: async (_ctx, created) => testEndpoint(ports, created),
      commit: async (_ctx, { prepared: { secret }, outcome }): Promise<CreateEndpointResponse> => {
        const endpoint = await finishEndpoint(ports, outcome);
        return { endpoint: toEndpointMessage(endpoint), signing_secret: secret };
      },
    }),
    getEndpoint: {
      scope: READ,
      query: async (_ctx, { id }) => ({ endpoint: toEndpointMessage(await getEndpoint(ports, id)) }),
    },
    listEndpoints: {
      scope: READ,
      query: async () => ({ endpoints: (await listEndpoints(ports)).map(toEndpointMessage) }),
    },
    deleteEndpoint: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteEndpoint(ports, id);
        return {};
      },
    },
    listDeliveries: { scope: READ, query: async (_ctx, request) => replyDeliveries(ports, request) },
  };
}

async function replyDeliveries(
  ports: ListDeliveriesPorts,
  request: ListDeliveriesRequest,
): Promise<ListDeliveriesResponse> {
  const { endpoint_id: endpointId, status, event_type: eventType, page } = request;
  const { delivered_after: deliveredAfter, delivered_before: deliveredBefore } = request;
  const query = { endpointId, status, eventType, deliveredAfter, deliveredBefore };
  const list = await listDeliveries(ports, query, fromPage(page));
  return { deliveries: list.items.map(toDeliveryMessage), meta: toMeta(list) };
}

function toEndpointMessage(endpoint: EndpointView): EndpointMessage {
  return {
    ...endpoint,
    last_delivery_at: endpoint.last_delivery_at ?? undefined,
    delivery_success_rate_24h: endpoint.delivery_success_rate_24h ?? undefined,
  };
}
