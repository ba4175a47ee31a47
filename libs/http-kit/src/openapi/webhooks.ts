import type { ComponentCollector, JsonSchema } from './component-collector.ts';
import { pascalCase } from './pascal-case.ts';

/** An event that the product delivers to endpoints of customers. */
export interface EventDoc {
  readonly event_type: string;
  readonly category: string;
  readonly description: string;
  /** JSON Schema of `data`. */
  readonly payload_schema: JsonSchema;
}

const HEADERS: readonly Header[] = [
  header('webhook-id', true, 'Id of the event, the same on retries and replays.'),
  header('webhook-timestamp', true, 'Unix time of the attempt, in seconds.'),
  header(
    'webhook-signature',
    true,
    '`v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.',
  ),
  header('webhook-attempt', true, '1 for the first attempt of a delivery.'),
  header(
    'webhook-sequence',
    false,
    'Number of the event for this endpoint, from 1, without gaps; absent on tests.',
  ),
];

interface Header {
  readonly name: string;
  readonly [keyword: string]: unknown;
}

function header(name: string, required: boolean, description: string): Header {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

/** The parameters that every operation of `webhooks` refers to. */
export const WEBHOOK_PARAMETERS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  HEADERS.map((one) => [one.name, one]),
);

const RESPONSES: JsonSchema = {
  '2XX': { description: 'The event is processed or stored.' },
  410: { description: 'The endpoint is disabled.' },
  default: { description: 'The delivery is retried.' },
};

/**
 * The `webhooks` section of a document: one operation per event type. The data of an event is a named schema; if it has the
 * fields of a resource, it is that resource.
 */
export function webhooksSection(events: readonly EventDoc[], components: ComponentCollector): JsonSchema {
  const envelope = components.add('WebhookEvent', envelopeOf(events));
  const names = dataNames(events);
  return Object.fromEntries(
    events.map((event) => {
      const own = dataOf(event);
      const name = names.get(event.event_type) ?? event.event_type;
      const data = components.referenceTo(own) ?? components.add(name, own);
      return [event.event_type, { post: operationOf(event, { envelope, data }) }];
    }),
  );
}

/** The fields that all events have. */
function envelopeOf(events: readonly EventDoc[]): JsonSchema {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'workspace_id', 'api_version', 'data'],
    properties: {
      id: { type: 'string', description: 'Id of the event.' },
      type: { type: 'string', enum: events.map(({ event_type: type }) => type) },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the change.' },
      workspace_id: { type: 'string' },
      api_version: { type: 'string', const: 'v1' },
      data: { type: 'object', description: 'The data of the event, by its type.' },
      test: { type: 'boolean', const: true, description: 'Only on test events.' },
    },
  };
}

function dataOf({ payload_schema: payload }: EventDoc): JsonSchema {
  const { $schema: _dialect, ...data } = payload;
  return data;
}

/** Type → name of the schema of its data. Events of a category with the same data share a schema. */
function dataNames(events: readonly EventDoc[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(events, (event) => JSON.stringify([event.category, dataOf(event)]));
  const taken = new Set<string>();
  return new Map(
    [...groups.values()].flatMap((group) => {
      const own = group.map(({ event_type: type }) => pascalCase(type));
      const shared = group.map(({ category }) => pascalCase(category));
      const base = group.length > 1 && !taken.has(shared[0] ?? '') ? shared[0] : own[0];
      const name = base ?? '';
      taken.add(name);
      return group.map((event): [string, string] => [event.event_type, `${name}EventData`]);
    }),
  );
}

function operationOf(
  { event_type: type, description }: EventDoc,
  { envelope, data }: { readonly envelope: JsonSchema; readonly data: JsonSchema },
): JsonSchema {
  const parameters = HEADERS.map(({ name }) => ({ $ref: `#/components/parameters/${name}` }));
  const own = {
    type: 'object',
    required: ['data'],
    properties: { type: { type: 'string', const: type }, data },
  };
  const schema = { allOf: [envelope, own] };
  return {
    operationId: `receive${pascalCase(type)}`,
    summary: description,
    tags: ['events'],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: RESPONSES,
  };
}
