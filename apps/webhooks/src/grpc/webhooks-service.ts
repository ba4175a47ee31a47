import {
  WebhooksServiceService,
  type ListDeliveriesRequest,
  type ListDeliveriesResponse,
} from '@outreach/contracts-webhooks';
import { fromPage, toMeta } from '@outreach/app-kit';
import { bindRpc, type BoundService } from '@outreach/service-kit';
import { eventCatalogue } from '../domain/catalogue.ts';
import { storeEndpoint, testEndpoint } from '../domain/create-endpoint.ts';
import { listDeliveries } from '../domain/list-deliveries.ts';
import { deleteEndpoint, getEndpoint, listEndpoints } from '../domain/manage-endpoints.ts';
import type { Deps } from '../domain/ports.ts';
import { toDeliveryMessage, toEndpointMessage } from './mappers.ts';

const READ = ['webhooks:read'] as const;
const WRITE = ['webhooks:write'] as const;

/** outreach.webhooks.v1.WebhooksService on the domain. */
export function webhooksService(deps: Deps): BoundService {
  return bindRpc(WebhooksServiceService, {
    createEndpoint: {
      scope: WRITE,
      effect: async (ctx, input) => storeEndpoint(deps, ctx, input),
      finish: async (_ctx, effect) => {
        const { endpoint, secret } = await testEndpoint(deps, effect);
        return { endpoint: toEndpointMessage(endpoint), signing_secret: secret };
      },
    },
    getEndpoint: {
      scope: READ,
      query: async (_ctx, { id }) => ({ endpoint: toEndpointMessage(await getEndpoint(deps, id)) }),
    },
    listEndpoints: {
      scope: READ,
      query: async () => ({ endpoints: (await listEndpoints(deps)).map(toEndpointMessage) }),
    },
    deleteEndpoint: {
      scope: WRITE,
      command: async (_ctx, { id }) => {
        await deleteEndpoint(deps, id);
        return {};
      },
    },
    listDeliveries: { scope: READ, query: async (_ctx, request) => answerDeliveries(deps, request) },
    listEventTypes: { scope: READ, query: async () => Promise.resolve({ event_types: EVENT_TYPES }) },
  });
}

const EVENT_TYPES = eventCatalogue.entries.map(({ payload_schema, ...entry }) => ({
  ...entry,
  payload_schema_json: JSON.stringify(payload_schema),
}));

async function answerDeliveries(deps: Deps, request: ListDeliveriesRequest): Promise<ListDeliveriesResponse> {
  const { endpoint_id: endpointId, status, event_type: eventType, page } = request;
  const { delivered_after: deliveredAfter, delivered_before: deliveredBefore } = request;
  const filter = { endpointId, status, eventType, deliveredAfter, deliveredBefore };
  const list = await listDeliveries(deps, filter, fromPage(page));
  return { deliveries: list.items.map(toDeliveryMessage), meta: toMeta(list) };
}
