import { DELIVERY_STATUSES, webhookErrors } from '@outreach/contracts-webhooks';
import { cursor, enumText, id, pageOf, pageSize, timestamp } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { onePage, requirePresent, route, toMeta, toPageRequest } from './route.ts';
import {
  BY_WEBHOOK_ID,
  deliveryExample,
  DeliveryDetailRecord,
  deliveryDetailExample,
  DeliveryRecord,
  EVENT_TYPE_MAX,
  EXCHANGE_DEADLINE_MS,
  READS,
  toDelivery,
  WEBHOOK_PARAMS,
  WRITES,
} from './webhook-records.ts';

const RetriedDelivery = z
  .object({
    delivery_id: z.string().describe('Id of the delivery in the log.'),
    status: enumText(DELIVERY_STATUSES).describe('`success` after a 2xx, else `failed`.'),
    status_code: z.int().nullable().describe('Status of the response; `null` without a response.'),
    latency_ms: z.int().describe('Duration of the exchange in milliseconds.'),
    error: z.string().nullable().describe('Cause of the failure; `null` after a 2xx.'),
    retry_count: z.int().describe('Number of attempts after the first.'),
  })
  .meta({ id: 'RetriedWebhookDelivery' });

const params = WEBHOOK_PARAMS.extend({ delivery_id: id('dlv').describe('Id of the delivery.') });
const byId = { params: { ...BY_WEBHOOK_ID.params, delivery_id: deliveryExample.id } };

/** The delivery log of endpoints. */
export const webhookDeliveryRoutes = [
  route({
    ...READS,
    method: 'get',
    path: '/api/v1/webhooks/{webhook_id}/deliveries/',
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description: 'The delivery log of an endpoint of the last 30 days, newest first.',
    params: WEBHOOK_PARAMS,
    query: z.object({
      page_size: pageSize(),
      cursor: cursor(),
      status: z
        .enum(['success', 'failed', 'pending'])
        .optional()
        .describe('Only deliveries with this status.'),
      event_type: z.string().max(EVENT_TYPE_MAX).optional().describe('Only deliveries of this event type.'),
      delivered_after: timestamp().optional().describe('Only deliveries after this time.'),
      delivered_before: timestamp().optional().describe('Only deliveries before this time.'),
    }),
    responses: { 200: pageOf(DeliveryRecord) },
    example: {
      ...BY_WEBHOOK_ID,
      query: { page_size: '50', status: 'success' },
      responses: { 200: onePage(deliveryExample) },
    },
    handle: async ({ ctx, params: { webhook_id }, query }, { webhooks }) => {
      const { status, event_type, delivered_after, delivered_before } = query;
      const filters = { status, event_type, delivered_after, delivered_before };
      const page = toPageRequest(query);
      const reply = await webhooks.listDeliveries(ctx, { endpoint_id: webhook_id, page, ...filters });
      return { status: 200, body: { data: reply.deliveries.map(toDelivery), meta: toMeta(reply.meta) } };
    },
  }),
  route({
    ...READS,
    method: 'get',
    path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/',
    operationId: 'getDelivery',
    summary: 'Get a delivery',
    description:
      'The entry of the delivery log with the request of the last attempt: a receiver can verify its signature again.',
    params,
    responses: { 200: DeliveryDetailRecord },
    example: { ...byId, responses: { 200: deliveryDetailExample } },
    handle: async ({ ctx, params: { webhook_id, delivery_id } }, { webhooks }) => {
      const { delivery, request = null } = await webhooks.getDelivery(ctx, {
        endpoint_id: webhook_id,
        delivery_id,
      });
      return { status: 200, body: { ...toDelivery(requirePresent(delivery)), request } };
    },
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/',
    operationId: 'retryDelivery',
    summary: 'Send a delivery now',
    description:
      'Sends the event of the delivery once, also after a success, and waits for the response of the endpoint, at most 30 seconds. After a failure the schedule of the delivery goes on.',
    idempotent: true,
    deadlineMs: EXCHANGE_DEADLINE_MS,
    params,
    responses: { 200: RetriedDelivery },
    errors: [webhookErrors.endpointPaused],
    example: {
      ...byId,
      responses: {
        200: {
          delivery_id: deliveryExample.id,
          status: 'success',
          status_code: 200,
          latency_ms: 41,
          error: null,
          retry_count: 1,
        },
      },
    },
    handle: async ({ ctx, params: { webhook_id, delivery_id } }, { webhooks }) => {
      const retried = await webhooks.retryDelivery(ctx, { endpoint_id: webhook_id, delivery_id });
      const { status_code = null, error = null } = retried;
      return { status: 200, body: { ...retried, status_code, error } };
    },
  }),
];
