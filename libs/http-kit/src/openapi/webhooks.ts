import type { JsonSchema } from './schemas.ts';

/** An event that the product delivers to endpoints of customers. */
export interface EventDoc {
  readonly event_type: string;
  readonly description: string;
  /** JSON Schema of `data`. */
  readonly payload_schema: JsonSchema;
}

const HEADERS: Readonly<Record<string, JsonSchema>> = {
  WebhookId: header('webhook-id', true, 'Id of the event, the same on retries and replays.'),
  WebhookTimestamp: header('webhook-timestamp', true, 'Unix time of the attempt, in seconds.'),
  WebhookSignature: header(
    'webhook-signature',
    true,
    '`v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.',
  ),
  WebhookAttempt: header('webhook-attempt', true, '1 for the first attempt of a delivery.'),
  WebhookSequence: header(
    'webhook-sequence',
    false,
    'Number of the event for this endpoint, from 1, without gaps; absent on tests.',
  ),
};

function header(name: string, required: boolean, description: string): JsonSchema {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

/** The parameters that every operation of `webhooks` refers to. */
export const WEBHOOK_PARAMETERS = HEADERS;

const RESPONSES: JsonSchema = {
  '2XX': { description: 'The event is processed or stored.' },
  410: { description: 'The endpoint is disabled.' },
  default: { description: 'The delivery is retried.' },
};

/** The `webhooks` section of a document: one operation per event type. */
export function webhooksSection(events: readonly EventDoc[]): JsonSchema {
  return Object.fromEntries(events.map((event) => [event.event_type, { post: operationOf(event) }]));
}

function operationOf({ event_type: type, description, payload_schema: payload }: EventDoc): JsonSchema {
  const { $schema: _dialect, ...data } = payload;
  const parameters = Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const schema = {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'workspace_id', 'api_version', 'data'],
    properties: {
      id: { type: 'string', description: 'Id of the event.' },
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the change.' },
      workspace_id: { type: 'string' },
      api_version: { type: 'string', const: 'v1' },
      data,
      test: { type: 'boolean', const: true, description: 'Only on test events.' },
    },
  };
  return {
    summary: description,
    tags: ['webhooks'],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: RESPONSES,
  };
}
