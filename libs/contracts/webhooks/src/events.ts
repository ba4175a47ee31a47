import { enumOf, recordFields } from '@outreach/contracts-common';
import { defineEvent, type EventDefinition } from '@outreach/event-schema';
import { z } from 'zod';
import { HEALTH_STATUSES } from './health-states.ts';

const count = z.int().nonnegative();

/** The public record of an endpoint, without its signing secret. */
export const endpointSchema = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  name: recordFields.name,
  url: z.string().describe('The URL that receives the events. Private and special addresses are refused.'),
  active: z.boolean().describe('`false` pauses the endpoint; its events wait.'),
  event_subscriptions: z.array(z.string()).describe('Event types, at least one. There are no wildcards.'),
  signing_secret_preview: z.string().describe('The first characters of the signing secret.'),
  custom_headers: z
    .record(z.string(), z.string())
    .describe('Additional headers of every delivery, at most 20.'),
  health_status: enumOf(HEALTH_STATUSES).describe(
    '`healthy`, `degraded` (over 10 % failures in the last hour), `failed` (only failures for over an hour) or `paused`.',
  ),
  last_delivery_at: z.iso.datetime().nullable().describe('Time of the last attempt.'),
  delivery_success_rate_24h: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Fraction of successful attempts in the last 24 hours; `null` without attempts.'),
  total_deliveries_30d: count,
  failed_deliveries_30d: count,
  created_at: recordFields.created_at,
  updated_at: recordFields.updated_at,
});

const endpointExample = {
  id: 'whk_01J9Z3NDEKTSV4RRFFQ69G5FB0',
  workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0',
  name: 'CRM',
  url: 'https://hooks.example.com/outreach',
  active: true,
  event_subscriptions: ['contact.created'],
  signing_secret_preview: 'whsec_a1B2',
  custom_headers: {},
  health_status: 'healthy',
  last_delivery_at: '2026-01-31T09:30:00.000Z',
  delivery_success_rate_24h: 0.98,
  total_deliveries_30d: 120,
  failed_deliveries_30d: 2,
  created_at: '2026-01-01T08:00:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
};

export const endpointDisabled = defineEvent({
  type: 'webhook.endpoint_disabled',
  category: 'webhook',
  description: 'A webhook endpoint answered 410 Gone and was disabled.',
  data: endpointSchema.extend({ reason: z.enum(['gone']) }),
  example: { ...endpointExample, active: false, health_status: 'paused', reason: 'gone' },
});

/** Never sent to the endpoint that it is about, except by a replay. */
export const endpointFailing = defineEvent({
  type: 'webhook.endpoint_failing',
  category: 'webhook',
  description:
    'All attempts to reach a webhook endpoint failed for over an hour. Its deliveries are still retried. The event goes to other endpoints only.',
  data: endpointSchema.extend({
    failing_since: z.iso.datetime().describe('The first failure since the last success.'),
  }),
  example: {
    ...endpointExample,
    health_status: 'failed',
    delivery_success_rate_24h: 0.5,
    failed_deliveries_30d: 14,
    failing_since: '2026-01-31T08:29:00.000Z',
  },
});

/** Sent once to a new endpoint. It is not an event of a workspace, and endpoints cannot subscribe to it. */
export const webhookTest = defineEvent({
  type: 'webhook.test',
  category: 'webhook',
  description: 'Test of a new webhook endpoint.',
  data: z.object({ webhook_id: z.string(), name: z.string(), message: z.string() }),
  example: {
    webhook_id: 'whk_01J9Z3NDEKTSV4RRFFQ69G5FB0',
    name: 'CRM',
    message: 'This endpoint will receive the events it is subscribed to.',
  },
});

/** Every event the webhooks service publishes. */
export const webhookEvents: readonly EventDefinition[] = [endpointDisabled, endpointFailing];
