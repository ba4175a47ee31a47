import { webhookErrors } from '@outreach/contracts-webhooks';
import {
  cursor,
  documentedAs,
  httpUrl,
  id,
  pageOf,
  pageSize,
  text,
  TEXT_MAX,
  timestamp,
} from '@outreach/http-kit';
import { z } from 'zod';
import { route } from './route.ts';
import {
  deliveryExample,
  DeliveryRecord,
  endpointExample,
  endpointFields,
  EndpointRecord,
  EventTypeRecord,
  toDelivery,
  toEndpoint,
  toEventType,
} from './webhook-records.ts';
import { requirePresent, toMeta, toPageRequest } from './convert.ts';

/** Creation sends a test event to the endpoint, which has 30 s to answer. */
const CREATE_DEADLINE_MS = 33_000;
const EVENT_TYPE_MAX = 100;

const CreatedEndpoint = z
  .object({
    ...endpointFields,
    signing_secret: z
      .string()
      .meta({ description: 'The secret that signs deliveries. It is not shown again.' }),
  })
  .meta({ id: 'CreatedWebhookEndpoint' });

const CreateBody = z
  .object({
    name: text(TEXT_MAX.resourceName),
    url: documentedAs(text(TEXT_MAX.url).pipe(httpUrl), {
      type: 'string',
      format: 'uri',
      maxLength: TEXT_MAX.url,
    }),
    event_subscriptions: z.array(z.string()),
    custom_headers: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'WebhookEndpointCreate' });

const params = z.object({ webhook_id: id('whk') });
const byId = { params: { webhook_id: endpointExample.id } };
const lastPage = { next_cursor: null, has_more: false };
const reads = { tags: ['webhooks'], scope: ['webhooks:read'] } as const;
const writes = { tags: ['webhooks'], scope: ['webhooks:write'] } as const;

export const webhookRoutes = [
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/webhooks/',
    operationId: 'listWebhooks',
    summary: 'List webhook endpoints',
    description: 'Returns all endpoints of the workspace on one page.',
    responses: { 200: pageOf(EndpointRecord) },
    example: { responses: { 200: { data: [endpointExample], meta: lastPage } } },
    handle: async ({ ctx }, { webhooks }) => {
      const { endpoints } = await webhooks.listEndpoints(ctx, {});
      return { status: 200, body: { data: endpoints.map(toEndpoint), meta: lastPage } };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/webhooks/',
    operationId: 'createWebhook',
    summary: 'Create a webhook endpoint',
    description:
      'Sends a test event to the URL. Without a 2xx within 30 seconds the endpoint is created as `degraded`. The response contains the signing secret; it is not shown again.',
    idempotent: true,
    deadlineMs: CREATE_DEADLINE_MS,
    body: CreateBody,
    responses: { 201: CreatedEndpoint },
    errors: [webhookErrors.endpointLimit],
    example: {
      body: { name: 'CRM', url: endpointExample.url, event_subscriptions: ['contact.created'] },
      responses: { 201: { ...endpointExample, signing_secret: 'whsec_9Xk2…' } },
    },
    handle: async ({ ctx, body }, { webhooks }) => {
      const { name, url, event_subscriptions, custom_headers = {} } = body;
      const reply = await webhooks.createEndpoint(ctx, { name, url, event_subscriptions, custom_headers });
      return {
        status: 201,
        body: { ...toEndpoint(requirePresent(reply.endpoint)), signing_secret: reply.signing_secret },
      };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/webhooks/event-types/',
    operationId: 'listEventTypes',
    summary: 'List event types',
    description: 'Every event type that an endpoint can subscribe to, with the JSON Schema of its `data`.',
    responses: { 200: pageOf(EventTypeRecord) },
    example: {
      responses: {
        200: {
          data: [
            {
              event_type: 'contact.created',
              category: 'contact',
              description: 'A contact was created.',
              payload_schema: { type: 'object' },
            },
          ],
          meta: lastPage,
        },
      },
    },
    handle: async ({ ctx }, { webhooks }) => {
      const { event_types } = await webhooks.listEventTypes(ctx, {});
      return { status: 200, body: { data: event_types.map(toEventType), meta: lastPage } };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/webhooks/{webhook_id}/',
    operationId: 'getWebhook',
    summary: 'Get a webhook endpoint',
    params,
    responses: { 200: EndpointRecord },
    example: { ...byId, responses: { 200: endpointExample } },
    handle: async ({ ctx, params: { webhook_id } }, { webhooks }) => {
      const { endpoint } = await webhooks.getEndpoint(ctx, { id: webhook_id });
      return { status: 200, body: toEndpoint(requirePresent(endpoint)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/webhooks/{webhook_id}/',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description:
      'Deliveries and retries stop. The delivery log stays readable under the id of the endpoint for 30 days.',
    params,
    responses: { 204: null },
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { webhook_id } }, { webhooks }) => {
      await webhooks.deleteEndpoint(ctx, { id: webhook_id });
      return { status: 204 };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/webhooks/{webhook_id}/deliveries/',
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description: 'The delivery log of an endpoint of the last 30 days, newest first.',
    params,
    query: z.object({
      page_size: pageSize(),
      cursor: cursor(),
      status: z.enum(['success', 'failed', 'pending']).optional(),
      event_type: z.string().max(EVENT_TYPE_MAX).optional(),
      delivered_after: timestamp().optional(),
      delivered_before: timestamp().optional(),
    }),
    responses: { 200: pageOf(DeliveryRecord) },
    example: {
      ...byId,
      query: { page_size: '50', status: 'success' },
      responses: { 200: { data: [deliveryExample], meta: lastPage } },
    },
    handle: async ({ ctx, params: { webhook_id }, query }, { webhooks }) => {
      const { status, event_type, delivered_after, delivered_before } = query;
      const filters = { status, event_type, delivered_after, delivered_before };
      const page = toPageRequest(query);
      const reply = await webhooks.listDeliveries(ctx, { endpoint_id: webhook_id, page, ...filters });
      return { status: 200, body: { data: reply.deliveries.map(toDelivery), meta: toMeta(reply.meta) } };
    },
  }),
];
