import { defineEvent, type EventDefinition } from '@outreach/event-schema';
import { z } from 'zod';
import { HEALTH_STATUSES } from './health-states.ts';

const count = z.number().int().nonnegative();

/** An enum in the schema and a string in the type, because the RPC messages have strings. */
const healthStatus: z.ZodType<string, string> = z.enum(HEALTH_STATUSES);

/** The public record of an endpoint, without its signing secret. */
export const endpointSchema = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  url: z.string(),
  active: z.boolean(),
  event_subscriptions: z.array(z.string()),
  signing_secret_preview: z.string(),
  custom_headers: z.record(z.string(), z.string()),
  health_status: healthStatus,
  last_delivery_at: z.iso.datetime().nullable(),
  delivery_success_rate_24h: z.number().min(0).max(1).nullable(),
  total_deliveries_30d: count,
  failed_deliveries_30d: count,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export const endpointDisabled = defineEvent({
  type: 'webhook.endpoint_disabled',
  category: 'webhook',
  description: 'A webhook endpoint answered 410 Gone and was disabled.',
  data: endpointSchema.extend({ reason: z.enum(['gone']) }),
  example: {
    id: 'whk_01J9Z3NDEKTSV4RRFFQ69G5FB0',
    workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0',
    name: 'CRM',
    url: 'https://hooks.example.com/outreach',
    active: false,
    event_subscriptions: ['contact.created'],
    signing_secret_preview: 'whsec_a1B2',
    custom_headers: {},
    health_status: 'paused',
    last_delivery_at: '2026-01-31T09:30:00.000Z',
    delivery_success_rate_24h: 0.98,
    total_deliveries_30d: 120,
    failed_deliveries_30d: 2,
    created_at: '2026-01-01T08:00:00.000Z',
    updated_at: '2026-01-31T09:30:00.000Z',
    reason: 'gone',
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
export const webhookEvents: readonly EventDefinition[] = [endpointDisabled];
