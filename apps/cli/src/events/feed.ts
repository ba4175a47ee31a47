import { setTimeout as delay } from 'node:timers/promises';
import type { Schema } from '@outreach/client';
import type { Client, Session } from '../session.ts';

export type FeedEvent = Schema<'Event'>;

const PAGE_SIZE = 500;
const PATH = '/api/v1/events/';

export interface FeedOptions {
  /** A sequence or an event id. */
  readonly after: string;
  readonly types: string | undefined;
  readonly intervalMs: number;
  /** False ends at the end of the feed. */
  readonly isFollowed: boolean;
  readonly signal: AbortSignal;
}

/** The events after a position, oldest first, and each new one. */
export async function* readFeed(
  client: Client,
  options: FeedOptions,
): AsyncGenerator<FeedEvent, void, undefined> {
  const { types, intervalMs, isFollowed, signal } = options;
  let { after } = options;
  for (;;) {
    const query = { after, page_size: PAGE_SIZE, ...(types === undefined ? {} : { types }) };
    const { data } = await client.get(PATH, { params: { query } });
    yield* data;
    after = String(data.at(-1)?.sequence ?? after);
    if (data.length > 0) continue;
    if (!isFollowed) return;
    await delay(intervalMs, undefined, { signal });
  }
}

/**
 * The sequence of the newest event, 0 without events. Sequences have no gaps, so the end is found by doubling steps
 * and then halving them: about 40 requests for a million events.
 * @param nextAfter returns the first sequence after a sequence, undefined at the end.
 */
export async function endOfFeed(
  nextAfter: (sequence: number) => Promise<number | undefined>,
): Promise<number> {
  let known = await nextAfter(0);
  if (known === undefined) return 0;
  let step = 1;
  for (let next = await nextAfter(known + step); next !== undefined; next = await nextAfter(known + step)) {
    known = next;
    step *= 2;
  }
  for (; step >= 1; step = Math.floor(step / 2)) known = (await nextAfter(known + step - 1)) ?? known;
  return known;
}

/** The next sequence of the feed of a workspace. */
export function nextInFeed(client: Client): (sequence: number) => Promise<number | undefined> {
  return async (sequence) => {
    const query = { after: String(sequence), page_size: 1 };
    const { data } = await client.get(PATH, { params: { query } });
    return data[0]?.sequence;
  };
}

/** Writes a notice if the feed is empty because the workspace has no webhook endpoint. */
export async function noticeWithoutEndpoint({ out }: Session, client: Client, end: number): Promise<void> {
  if (end > 0) return;
  for await (const _endpoint of client.list('/api/v1/webhooks/')) return;
  out.notice(
    'This workspace has no webhook endpoint, so it has no events: the feed starts with the first endpoint. Create one with POST /api/v1/webhooks/.',
  );
}
