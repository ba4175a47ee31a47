import { enumOf, recordFields, recordOf } from '@outreach/contracts-common';
import { REPLAY_STATUSES, webhookErrors } from '@outreach/contracts-webhooks';
import type { Replay } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { enumText, id, timestamp } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID, requirePresent, route } from './route.ts';
import { EVENT_TYPES } from './event-docs.ts';
import { BY_WEBHOOK_ID, EVENT_TYPES_GIVEN_MAX, READS, WEBHOOK_PARAMS, WRITES } from './webhook-records.ts';

const time = z.iso.datetime();
const Status = enumOf(REPLAY_STATUSES);

const ReplayRecord = z
  .object({
    id: recordFields.id,
    status: Status.describe('`queued`, `running`, `completed` or `canceled`.'),
    matched_events: z.int().describe('Number of events of the replay.'),
    delivered: z.int().describe('Events whose last attempt succeeded.'),
    failed: z.int().describe('Events whose last attempt failed.'),
    pending: z.int().describe('Events that were not tried yet.'),
    created_at: recordFields.created_at,
    finished_at: time.nullable().describe('End of the replay; `null` before it.'),
  })
  .meta({ id: 'WebhookReplay' });

const StartedReplay = z
  .object({
    replay_id: z.string().describe('Id of the replay.'),
    status: Status.describe('`queued`, `running`, `completed` or `canceled`.'),
    matched_events: z.int().describe('Number of events of the replay.'),
  })
  .meta({ id: 'StartedWebhookReplay' });

const ReplayBody = z
  .object({
    event_types: z
      .array(enumText(EVENT_TYPES))
      .max(EVENT_TYPES_GIVEN_MAX)
      .describe('Event types, at least one.'),
    from: timestamp().describe('Time of the first events, inclusive.'),
    to: timestamp().describe('End of the range, exclusive.'),
  })
  .meta({ id: 'WebhookReplayRequest' });

const replayId = `rpl_${EXAMPLE_ULID}`;
const replayExample: z.output<typeof ReplayRecord> = {
  id: replayId,
  status: 'running',
  matched_events: 250,
  delivered: 120,
  failed: 3,
  pending: 127,
  created_at: EXAMPLE_TIME,
  finished_at: null,
};
const byIds = { params: { ...BY_WEBHOOK_ID.params, replay_id: replayId } };
const params = WEBHOOK_PARAMS.extend({ replay_id: id('rpl').describe('Id of the replay.') });

/** Replays: events of a range are sent to one endpoint again. */
export const webhookReplayRoutes = [
  route({
    ...WRITES,
    method: 'post',
    path: '/api/v1/webhooks/{webhook_id}/replay/',
    operationId: 'createReplay',
    summary: 'Send events again',
    description:
      'Queues the events of the workspace with one of the types and `from` ≤ time < `to`, whether or not they were sent to the endpoint before. They arrive with `X-Service-Replay: true` under the same `webhook-id`. A range with over 10,000 events is refused; split it.',
    limits: ['bulk'],
    idempotent: true,
    params: WEBHOOK_PARAMS,
    body: ReplayBody,
    responses: { 200: StartedReplay },
    errors: [webhookErrors.endpointPaused, webhookErrors.replayTooLarge],
    example: {
      ...BY_WEBHOOK_ID,
      body: {
        event_types: ['contact.created'],
        from: '2026-01-30T00:00:00.000Z',
        to: '2026-01-31T00:00:00.000Z',
      },
      responses: { 200: { replay_id: replayId, status: 'queued', matched_events: 250 } },
    },
    handle: async ({ ctx, params: { webhook_id }, body }, { webhooks }) => {
      const started = await webhooks.createReplay(ctx, { endpoint_id: webhook_id, ...body });
      return { status: 200, body: started };
    },
  }),
  route({
    ...READS,
    method: 'get',
    path: '/api/v1/webhooks/{webhook_id}/replays/{replay_id}/',
    operationId: 'getReplay',
    summary: 'Get a replay',
    description: 'A replay completes when each event was tried once. Failures go on by the normal schedule.',
    params,
    responses: { 200: ReplayRecord },
    example: { ...byIds, responses: { 200: replayExample } },
    handle: async ({ ctx, params: { webhook_id, replay_id } }, { webhooks }) => {
      const { replay } = await webhooks.getReplay(ctx, { endpoint_id: webhook_id, replay_id });
      return { status: 200, body: toReplay(requirePresent(replay)) };
    },
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/v1/webhooks/{webhook_id}/replays/{replay_id}/cancel/',
    operationId: 'cancelReplay',
    summary: 'Cancel a replay',
    description: 'Removes the deliveries that were not sent.',
    idempotent: true,
    params,
    responses: { 200: ReplayRecord },
    errors: [webhookErrors.replayEnded],
    example: {
      ...byIds,
      responses: {
        200: { ...replayExample, status: 'canceled', pending: 0, finished_at: EXAMPLE_TIME },
      },
    },
    handle: async ({ ctx, params: { webhook_id, replay_id } }, { webhooks }) => {
      const { replay } = await webhooks.cancelReplay(ctx, { endpoint_id: webhook_id, replay_id });
      return { status: 200, body: toReplay(requirePresent(replay)) };
    },
  }),
];

function toReplay(replay: Replay): z.output<typeof ReplayRecord> {
  return recordOf(replay, 'created_at');
}
