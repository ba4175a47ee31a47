import { describedBy, maskOf, recordFields, recordOf } from '@outreach/contracts-common';
import { webhookErrors } from '@outreach/contracts-webhooks';
import { documentedAs, enumText, pageOf, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { EVENT_TYPES } from './event-docs.ts';
import { EXAMPLE_TIME, onePage, requirePresent, route } from './route.ts';
import {
  BY_WEBHOOK_ID as byId,
  endpointExample,
  endpointFields,
  EndpointRecord,
  EventTypeRecord,
  EVENT_TYPE_MAX,
  EXCHANGE_DEADLINE_MS,
  LAST_PAGE,
  READS,
  TestOutcomeRecord,
  testOutcomeExample,
  toEndpoint,
  toEventType,
  toTestOutcome,
  WEBHOOK_PARAMS,
  WRITES,
  EVENT_TYPES_GIVEN_MAX,
} from './webhook-records.ts';

const CreatedEndpoint = z
  .object({
    ...endpointFields,
    signing_secret: z.string().describe('The secret that signs deliveries. It is not shown again.'),
  })
  .meta({ id: 'CreatedWebhookEndpoint' });

/** The service checks the values, so that one response lists every wrong field. */
const bodyFields = {
  name: documentedAs(z.string(), { type: 'string', minLength: 1, maxLength: TEXT_MAX.resourceName }),
  url: documentedAs(z.string(), { type: 'string', format: 'uri', maxLength: TEXT_MAX.url }),
  event_subscriptions: z.array(enumText(EVENT_TYPES)).max(EVENT_TYPES_GIVEN_MAX),
  custom_headers: z.record(z.string(), z.string()),
};

const CreateBody = z
  .object(
    describedBy(EndpointRecord, { ...bodyFields, custom_headers: bodyFields.custom_headers.optional() }),
  )
  .meta({ id: 'WebhookEndpointCreate' });

const UpdateBody = z
  .object(describedBy(EndpointRecord, { ...bodyFields, active: z.boolean() }))
  .partial()
  .meta({ id: 'WebhookEndpointUpdate' });

const RotatedSecret = z
  .object({
    id: recordFields.id,
    signing_secret: z.string().describe('The secret that signs deliveries. It is not shown again.'),
    signing_secret_preview: z.string().describe('The first characters of the signing secret.'),
    rotated_at: z.iso.datetime().describe('From this time on, deliveries are signed with the new secret.'),
  })
  .meta({ id: 'RotatedWebhookSecret' });

const TestBody = z
  .object({
    event_type: documentedAs(z.string(), { type: 'string', maxLength: EVENT_TYPE_MAX }).describe(
      'A type of GET /api/v1/webhooks/event-types/.',
    ),
  })
  .meta({ id: 'WebhookTestRequest' });

const resource = new Resource({
  path: '/api/v1/webhooks/{webhook_id}/',
  params: WEBHOOK_PARAMS,
  record: EndpointRecord,
  example: endpointExample,
  toRecord: toEndpoint,
});
export const webhookRoutes = [
  route({
    ...READS,
    method: 'get',
    path: '/api/v1/webhooks/',
    operationId: 'listWebhooks',
    summary: 'List webhook endpoints',
    description: 'Returns all endpoints of the workspace on one page.',
    responses: { 200: pageOf(EndpointRecord) },
    example: { responses: { 200: onePage(endpointExample) } },
    handle: async ({ ctx }, { webhooks }) => {
      const { endpoints } = await webhooks.listEndpoints(ctx, {});
      return { status: 200, body: { data: endpoints.map(toEndpoint), meta: LAST_PAGE } };
    },
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/v1/webhooks/',
    operationId: 'createWebhook',
    summary: 'Create a webhook endpoint',
    description:
      'Sends a test event to the URL. Without a 2xx within 30 seconds the endpoint is created as `degraded`. The response contains the signing secret; it is not shown again.',
    idempotent: true,
    deadlineMs: EXCHANGE_DEADLINE_MS,
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
    ...READS,
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
          meta: LAST_PAGE,
        },
      },
    },
    handle: async ({ ctx }, { webhooks }) => {
      const { event_types } = await webhooks.listEventTypes(ctx, {});
      return { status: 200, body: { data: event_types.map(toEventType), meta: LAST_PAGE } };
    },
  }),
  resource.get({
    ...READS,
    operationId: 'getWebhook',
    summary: 'Get a webhook endpoint',
    call: async (ctx, id, { webhooks }) => (await webhooks.getEndpoint(ctx, { id })).endpoint,
  }),
  resource.update({
    ...WRITES,
    operationId: 'updateWebhook',
    summary: 'Change a webhook endpoint',
    description:
      'Changes the given fields. `custom_headers` and `event_subscriptions` replace the previous ones. A new URL is used at once, without a test. With `active: false` events are kept; `active: true` delivers them.',
    body: UpdateBody,
    given: { active: false },
    changed: { active: false, health_status: 'paused' },
    call: async (ctx, { id, body }, { webhooks }) => {
      const { name = '', url = '', event_subscriptions = [], custom_headers = {}, active = false } = body;
      const fields = { name, url, event_subscriptions, custom_headers, active };
      const request = { id, ...fields, mask: maskOf(body) };
      return (await webhooks.updateEndpoint(ctx, request)).endpoint;
    },
  }),
  resource.delete({
    ...WRITES,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description:
      'Deliveries and retries stop. The delivery log stays readable under the id of the endpoint for 30 days.',
    call: async (ctx, id, { webhooks }) => webhooks.deleteEndpoint(ctx, { id }),
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/v1/webhooks/{webhook_id}/rotate-secret/',
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the signing secret',
    description:
      'The previous secret signs no further delivery. The response contains the new secret; it is not shown again.',
    idempotent: true,
    params: WEBHOOK_PARAMS,
    responses: { 200: RotatedSecret },
    example: {
      ...byId,
      responses: {
        200: {
          id: endpointExample.id,
          signing_secret: 'whsec_4Tq7…',
          signing_secret_preview: 'whsec_4Tq7',
          rotated_at: EXAMPLE_TIME,
        },
      },
    },
    handle: async ({ ctx, params: { webhook_id } }, { webhooks }) => {
      const rotated = await webhooks.rotateSecret(ctx, { id: webhook_id });
      return { status: 200, body: recordOf(rotated, 'rotated_at') };
    },
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/v1/webhooks/{webhook_id}/test/',
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends a synthetic event of the type, with `test: true`, and waits for the response of the endpoint, at most 30 seconds. Paused endpoints and types without a subscription can be tested. A test is logged, is not retried and counts in no rate.',
    idempotent: true,
    deadlineMs: EXCHANGE_DEADLINE_MS,
    params: WEBHOOK_PARAMS,
    body: TestBody,
    responses: { 200: TestOutcomeRecord },
    example: {
      ...byId,
      body: { event_type: 'contact.created' },
      responses: { 200: testOutcomeExample },
    },
    handle: async ({ ctx, params: { webhook_id }, body: { event_type } }, { webhooks }) => {
      const outcome = await webhooks.testEndpoint(ctx, { id: webhook_id, event_type });
      return { status: 200, body: toTestOutcome(outcome) };
    },
  }),
];
