import { describedBy, recordFields, recordOf } from '@outreach/contracts-common';
import { endpointSchema, DELIVERY_STATUSES } from '@outreach/contracts-webhooks';
import type {
  Delivery,
  Endpoint,
  EventType,
  TestEndpointResponse,
} from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { enumText, id } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { DELIVERED_TYPES, EVENT_TYPES } from './event-docs.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

/** Create, test and retry wait for the server of the endpoint, which has 30 s to answer. */
export const EXCHANGE_DEADLINE_MS = 33_000;
export const EVENT_TYPE_MAX = 100;
/** Event types of a request, duplicates included. */
export const EVENT_TYPES_GIVEN_MAX = 1_000;

export const READS = { tags: ['webhooks'], scope: ['webhooks:read'] } as const;
export const WRITES = { tags: ['webhooks'], scope: ['webhooks:write'] } as const;
export const LAST_PAGE = { next_cursor: null, has_more: false };
export const WEBHOOK_PARAMS = z.object({ webhook_id: id('whk').describe('Id of the webhook.') });

const time = z.iso.datetime();

const eventSubscriptions = describedBy(endpointSchema, {
  event_subscriptions: z.array(enumText(EVENT_TYPES)),
});
export const endpointFields = { ...endpointSchema.shape, ...eventSubscriptions };
export const EndpointRecord = z.object(endpointFields).meta({ id: 'WebhookEndpoint' });

export const DeliveryRecord = z
  .object({
    id: recordFields.id,
    event_id: z.string().describe('Id of the event, the same on retries and replays.'),
    event_type: enumText(DELIVERED_TYPES),
    delivered_at: time.nullable().describe('End of the last attempt.'),
    status: enumText(DELIVERY_STATUSES).describe(
      '`pending` before the first attempt ends, `success` after a 2xx, `failed` after a failed last attempt.',
    ),
    status_code: z.int().nullable().describe('Status of the last response.'),
    response_body: z.string().nullable().describe('The first 2 KB of the last response.'),
    latency_ms: z.int().nullable(),
    retry_count: z.int().describe('Number of attempts after the first.'),
    next_retry_at: time.nullable().describe('Time of the next retry; `null` if there is none.'),
    attempts: z
      .array(
        z.object({
          at: time,
          status_code: z.int().nullable(),
          latency_ms: z.int(),
          error: z.string().nullable(),
        }),
      )
      .describe('Every attempt.'),
    error: z.string().nullable(),
    is_test: z.boolean().describe('`true` for test events.'),
    is_replay: z.boolean().describe('`true` for a replayed event.'),
    replay_id: z.string().nullable().describe('Id of the replay.'),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryDetailRecord = z
  .object({
    ...DeliveryRecord.shape,
    request: z
      .object({
        url: z.string(),
        headers: z
          .record(z.string(), z.string())
          .describe(
            'Without the headers of the connection, and without `webhook-signature` once the secret was rotated.',
          ),
        body: z.string().describe('The exact body. After an erasure it has no personal data.'),
      })
      .nullable()
      .describe('The request of the last attempt, as it was sent; `null` before the first attempt.'),
  })
  .meta({ id: 'WebhookDeliveryDetail' });

export const EventTypeRecord = z
  .object({
    event_type: enumText(EVENT_TYPES).describe('Name for `event_subscriptions`.'),
    category: z.string().describe('Group of the event type.'),
    description: z.string(),
    payload_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of `data`.'),
  })
  .meta({ id: 'EventType' });

export function toEndpoint(endpoint: Endpoint): z.output<typeof EndpointRecord> {
  return recordOf(endpoint, 'created_at', 'updated_at');
}

export function toDelivery({ attempts, ...delivery }: Delivery): z.output<typeof DeliveryRecord> {
  return { ...recordOf(delivery), attempts: attempts.map((attempt) => recordOf(attempt, 'at')) };
}

export const TestOutcomeRecord = z
  .object({
    success: z.boolean().describe('`true` after a 2xx.'),
    status_code: z.int().nullable().describe('Status of the response; `null` without a response.'),
    latency_ms: z.int().describe('Duration of the exchange in milliseconds.'),
    error: z.string().nullable().describe('Cause of the failure; `null` after a 2xx.'),
    event_id: z.string().describe('Id of the synthetic event.'),
    delivery_id: z.string().describe('Id of the delivery in the log.'),
  })
  .meta({ id: 'WebhookTestOutcome' });

export function toTestOutcome(outcome: TestEndpointResponse): z.output<typeof TestOutcomeRecord> {
  return recordOf(outcome);
}

const jsonObject = z.record(z.string(), z.unknown());

export function toEventType(type: EventType): z.output<typeof EventTypeRecord> {
  const { event_type, category, description, payload_schema_json } = type;
  return {
    event_type,
    category,
    description,
    payload_schema: jsonObject.parse(JSON.parse(payload_schema_json)),
  };
}

export const endpointExample = {
  id: `whk_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  name: 'CRM',
  url: 'https://crm.example.com/hooks/outreach',
  active: true,
  event_subscriptions: ['contact.created'],
  signing_secret_preview: 'whsec_9Xk2',
  custom_headers: {},
  health_status: 'healthy',
  last_delivery_at: null,
  delivery_success_rate_24h: null,
  total_deliveries_30d: 0,
  failed_deliveries_30d: 0,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
};

export const BY_WEBHOOK_ID = { params: { webhook_id: endpointExample.id } };

export const testOutcomeExample = {
  success: true,
  status_code: 200,
  latency_ms: 41,
  error: null,
  event_id: `evt_${EXAMPLE_ULID}`,
  delivery_id: `dlv_${EXAMPLE_ULID}`,
};

export const deliveryExample = {
  id: `dlv_${EXAMPLE_ULID}`,
  event_id: `evt_${EXAMPLE_ULID}`,
  event_type: 'contact.created',
  delivered_at: EXAMPLE_TIME,
  status: 'success',
  status_code: 200,
  response_body: 'ok',
  latency_ms: 41,
  retry_count: 0,
  next_retry_at: null,
  attempts: [{ at: EXAMPLE_TIME, status_code: 200, latency_ms: 41, error: null }],
  error: null,
  is_test: false,
  is_replay: false,
  replay_id: null,
};

const requestBody = {
  id: deliveryExample.event_id,
  type: deliveryExample.event_type,
  timestamp: EXAMPLE_TIME,
  workspace_id: endpointExample.workspace_id,
  api_version: 'v1',
  data: { id: `ct_${EXAMPLE_ULID}` },
};

export const deliveryDetailExample = {
  ...deliveryExample,
  request: {
    url: endpointExample.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'outreach-webhooks/1.0',
      'webhook-id': deliveryExample.event_id,
      'webhook-timestamp': '1769851800',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      'webhook-attempt': '1',
      'webhook-sequence': '1',
    },
    body: JSON.stringify(requestBody),
  },
};
