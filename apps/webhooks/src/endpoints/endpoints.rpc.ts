import { maskedFields } from '@outreach/contracts-common';
import type {
  CreateEndpointRequest,
  CreateEndpointResponse,
  Endpoint as EndpointMessage,
  UpdateEndpointRequest,
} from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import type { WebhooksMethods } from '../methods/index.ts';
import { CreatedEndpointSchema, finishEndpoint, storeEndpoint, testNewEndpoint } from './create-endpoint.ts';
import type { EndpointView } from './endpoint.ts';
import { deleteEndpoint, getEndpoint, listEndpoints } from './manage-endpoints.ts';
import type { EndpointPorts } from './ports.ts';
import { rotateSecret, updateEndpoint, type EndpointChange } from './update-endpoint.ts';

const READ = ['webhooks:read'] as const;
const WRITE = ['webhooks:write'] as const;

export function endpointMethods(ports: EndpointPorts): WebhooksMethods {
  return {
    createEndpoint: effectCommand({
      scope: WRITE,
      isOutbound: true,
      about: NOTHING,
      prepared: CreatedEndpointSchema,
      prepare: async (ctx, request: CreateEndpointRequest) => storeEndpoint(ports, ctx, request),
      effect: async (_ctx, created) => testNewEndpoint(ports, created),
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
    updateEndpoint: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, request) => ({
        endpoint: toEndpointMessage(await updateEndpoint(ports, request.id, toChange(request))),
      }),
    },
    rotateSecret: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => rotateSecret(ports, id),
    },
    deleteEndpoint: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteEndpoint(ports, id);
        return {};
      },
    },
  };
}

function toChange({ mask, ...request }: UpdateEndpointRequest): EndpointChange {
  const { name, url, event_subscriptions, custom_headers, active } = request;
  return maskedFields(mask, { name, url, event_subscriptions, custom_headers, active });
}

function toEndpointMessage(endpoint: EndpointView): EndpointMessage {
  return withoutNull(endpoint);
}
