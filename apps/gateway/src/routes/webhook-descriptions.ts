import type { FieldDescriptions } from '@outreach/http-kit';

/** Descriptions of the schemas of webhooks and events. */
export const WEBHOOK_FIELDS: readonly FieldDescriptions[] = [
  {
    schemas: ['WebhookEndpoint', 'CreatedWebhookEndpoint', 'WebhookEndpointCreate', 'WebhookEndpointUpdate'],
    fields: {
      url: 'The URL that receives the events. Private and special addresses are refused.',
      active: '`false` pauses the endpoint; its events wait.',
      event_subscriptions: 'Event types, at least one. There are no wildcards.',
      signing_secret_preview: 'The first characters of the signing secret.',
      custom_headers: 'Additional headers of every delivery, at most 20.',
      health_status:
        '`healthy`, `degraded` (over 10 % failures in the last hour), `failed` (only failures for over an hour) or `paused`.',
      last_delivery_at: 'Time of the last attempt.',
      delivery_success_rate_24h:
        'Fraction of successful attempts in the last 24 hours; `null` without attempts.',
    },
  },
  {
    schemas: ['EventType'],
    fields: {
      event_type: 'Name for `event_subscriptions`.',
      category: 'Group of the event type.',
      payload_schema: 'JSON Schema of `data`.',
    },
  },
  {
    schemas: ['WebhookDelivery'],
    fields: {
      event_id: 'Id of the event, the same on retries and replays.',
      delivered_at: 'End of the last attempt.',
      status:
        '`pending` before the first attempt ends, `success` after a 2xx, `failed` after a failed last attempt.',
      status_code: 'Status of the last response.',
      response_body: 'The first 2 KB of the last response.',
      retry_count: 'Number of attempts after the first.',
      next_retry_at: 'Time of the next retry; `null` if there is none.',
      attempts: 'Every attempt.',
      is_test: '`true` for test events.',
      is_replay: '`true` for a replayed event.',
      replay_id: 'Id of the replay.',
    },
  },
  {
    schemas: ['WebhookTestOutcome', 'RetriedWebhookDelivery'],
    fields: {
      success: '`true` after a 2xx.',
      status: '`success` after a 2xx, else `failed`.',
      status_code: 'Status of the response; `null` without a response.',
      latency_ms: 'Duration of the exchange in milliseconds.',
      error: 'Cause of the failure; `null` after a 2xx.',
      event_id: 'Id of the synthetic event.',
      delivery_id: 'Id of the delivery in the log.',
      retry_count: 'Number of attempts after the first.',
    },
  },
  {
    schemas: ['WebhookTestRequest'],
    fields: { event_type: 'A type of GET /api/v1/webhooks/event-types/.' },
  },
  {
    schemas: ['RotatedWebhookSecret'],
    fields: {
      signing_secret_preview: 'The first characters of the signing secret.',
      rotated_at: 'From this time on, deliveries are signed with the new secret.',
    },
  },
  {
    schemas: ['WebhookReplayRequest'],
    fields: {
      event_types: 'Event types, at least one.',
      from: 'Time of the first events, inclusive.',
      to: 'End of the range, exclusive.',
    },
  },
  {
    schemas: ['WebhookReplay', 'StartedWebhookReplay'],
    fields: {
      replay_id: 'Id of the replay.',
      status: '`queued`, `running`, `completed` or `canceled`.',
      matched_events: 'Number of events of the replay.',
      delivered: 'Events whose last attempt succeeded.',
      failed: 'Events whose last attempt failed.',
      pending: 'Events that were not tried yet.',
      finished_at: 'End of the replay; `null` before it.',
    },
  },
  {
    schemas: ['Event'],
    fields: {
      type: 'Event type.',
      timestamp: 'Time of the event.',
      api_version: 'Version of the payload.',
      data: 'The payload; its schema is in GET /api/v1/webhooks/event-types/.',
      sequence: 'Running number in the workspace, or in the endpoint with `webhook_id`.',
    },
  },
];
