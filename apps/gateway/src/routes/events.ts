import { recordFields } from '@outreach/contracts-common';
import type { FeedEvent } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { cursor, enumText, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import {
  EXAMPLE_TIME,
  EXAMPLE_ULID,
  onePage,
  requirePresent,
  route,
  toMeta,
  toPageRequest,
} from './route.ts';
import { EVENT_TYPES } from './event-docs.ts';
import { BY_WEBHOOK_ID, READS } from './webhook-records.ts';

const TYPES_CHARACTERS_MAX = 4_096;
const AFTER_CHARACTERS_MAX = 100;

const EventRecord = z
  .object({
    id: recordFields.id,
    type: enumText(EVENT_TYPES).describe('Event type.'),
    timestamp: z.iso.datetime().describe('Time of the event.'),
    workspace_id: recordFields.workspace_id,
    api_version: z.string().describe('Version of the payload.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('The payload; its schema is in GET /api/v1/webhooks/event-types/.'),
    sequence: z.int().describe('Running number in the workspace, or in the endpoint with `webhook_id`.'),
  })
  .meta({ id: 'Event' });

const eventExample = {
  id: `evt_${EXAMPLE_ULID}`,
  type: 'contact.created',
  timestamp: EXAMPLE_TIME,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  api_version: 'v1',
  data: { id: `ct_${EXAMPLE_ULID}`, email: 'maria@example.com' },
  sequence: 41,
};

/** The event feed. */
export const eventRoutes = [
  route({
    ...READS,
    method: 'get',
    path: '/api/v1/events/',
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'The events of the workspace, oldest first: the delivery body and `sequence`, which has no gaps in the workspace. With `webhook_id`, the events of that endpoint with its `webhook-sequence`: a receiver that finds a gap reads the missing events from here. Events are kept for 30 days, from the first endpoint of the workspace on.',
    query: z.object({
      types: z
        .string()
        .max(TYPES_CHARACTERS_MAX)
        .optional()
        .describe('Comma-separated event types; all types by default.'),
      after: z
        .string()
        .max(AFTER_CHARACTERS_MAX)
        .optional()
        .describe('A sequence or the id of an event; returns the events after it.'),
      webhook_id: id('whk')
        .optional()
        .describe('Only the events of this endpoint, with its `webhook-sequence`.'),
      page_size: pageSize(),
      cursor: cursor(),
    }),
    responses: { 200: pageOf(EventRecord) },
    example: {
      query: {
        after: '40',
        types: 'contact.created,contact.updated',
        webhook_id: BY_WEBHOOK_ID.params.webhook_id,
      },
      responses: { 200: onePage(eventExample) },
    },
    handle: async ({ ctx, query }, { webhooks }) => {
      const { types = '', after, webhook_id: endpoint_id } = query;
      const reply = await webhooks.listEvents(ctx, {
        page: toPageRequest(query),
        types: types === '' ? [] : types.split(',').map((type) => type.trim()),
        after,
        endpoint_id,
      });
      return { status: 200, body: { data: reply.events.map(toEvent), meta: toMeta(reply.meta) } };
    },
  }),
];

const dataSchema = EventRecord.shape.data;

function toEvent({ timestamp, data_json, ...event }: FeedEvent): z.output<typeof EventRecord> {
  return {
    ...event,
    timestamp: requirePresent(timestamp).toISOString(),
    data: dataSchema.parse(JSON.parse(data_json)),
  };
}
