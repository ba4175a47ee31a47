import type { Schema } from '@outreach/client';
import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';
import { withProgress } from '../output/progress.ts';
import type { Client, Session } from '../session.ts';

const POLL_INTERVAL_MS = 500;

export interface ReplayOptions {
  readonly from: string;
  readonly to?: string;
  readonly types?: string;
  readonly watch?: boolean;
}

/** Sends the events of a range to an endpoint again. With `watch`, an event that fails is a failure. */
export async function replay(session: Session, webhook_id: string, options: ReplayOptions): Promise<void> {
  const { out } = session;
  const client = await session.connect();
  const { from, to = new Date().toISOString(), watch } = options;
  const event_types = await typesOf(client, webhook_id, options.types);
  const started = await client.post('/api/v1/webhooks/{webhook_id}/replay/', {
    params: { path: { webhook_id } },
    body: { event_types, from, to },
  });
  const { replay_id: replayId, matched_events } = started;
  if (watch !== true) {
    await out.record(started, `The replay ${replayId} of ${matched_events} events is ${started.status}.`);
    return;
  }
  const ended = await withProgress(out, 'Replay', async (update) =>
    client.waitFor(
      'replay',
      { webhookId: webhook_id, replayId },
      {
        signal: session.signal,
        intervalMs: POLL_INTERVAL_MS,
        onProgress: (job) => update(1 - job.pending / Math.max(job.matched_events, 1)),
      },
    ),
  );
  const { status, delivered, failed } = ended;
  await out.record(
    ended,
    `Replay ${replayId}: ${status}. ${matched_events} events: ${delivered} delivered, ${failed} failed.`,
  );
  if (status !== 'completed' || failed > 0)
    throw new CommandFailure(EXIT_CODES.failure, 'Not every event was delivered.');
}

type EventType = Schema<'EventType'>['event_type'];

/** The given types, or those of the endpoint. */
async function typesOf(client: Client, webhook_id: string, types: string | undefined): Promise<EventType[]> {
  if (types === undefined) {
    const endpoint = await client.get('/api/v1/webhooks/{webhook_id}/', { params: { path: { webhook_id } } });
    return endpoint.event_subscriptions;
  }
  const wanted = new Set(types.split(',').map((type) => type.trim()));
  const { data } = await client.get('/api/v1/webhooks/event-types/');
  const found = data.map(({ event_type }) => event_type).filter((type) => wanted.has(type));
  if (found.length === wanted.size) return found;
  throw new CommandFailure(EXIT_CODES.usage, '--types has an unknown event type.');
}
