import type { Session } from '../session.ts';
import { endOfFeed, nextInFeed, noticeWithoutEndpoint, readFeed, type FeedEvent } from './feed.ts';

export interface TailOptions {
  readonly lines: number;
  readonly after?: string;
  readonly types?: string;
  readonly follow: boolean;
  /** Milliseconds. */
  readonly interval: number;
}

/** Shows the newest events of the feed, then each new one. */
export async function tailEvents(session: Session, options: TailOptions): Promise<void> {
  const { out, signal } = session;
  const client = await session.connect();
  const end = await endOfFeed(nextInFeed(client));
  await noticeWithoutEndpoint(session, client, end);
  const { after = String(Math.max(end - options.lines, 0)), types, follow, interval } = options;
  const feed = { after, types, intervalMs: interval, isFollowed: follow, signal };
  for await (const event of readFeed(client, feed)) await out.event(event, textOf(event));
}

function textOf({ sequence, timestamp, type, id, data }: FeedEvent): string {
  return `${sequence}  ${timestamp}  ${type}  ${id}  ${subjectOf(data)}`.trimEnd();
}

/** The id, and the address or name, of the record that the event is about. */
function subjectOf(data: Readonly<Record<string, unknown>>): string {
  const texts = [data['id'], data['email'] ?? data['name']];
  return texts.filter((text) => typeof text === 'string').join('  ');
}
