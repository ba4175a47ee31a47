import { setTimeout as delay } from 'node:timers/promises';
import type { Schema } from '@outreach/client';
import { createLiveLine } from '../output/live-line.ts';
import type { Session } from '../session.ts';

export interface WatchOptions {
  /** Milliseconds. */
  readonly interval: number;
}

type Campaign = Schema<'Campaign'>;

const ENDED: ReadonlySet<Campaign['status']> = new Set(['completed', 'archived']);

/** Shows the numbers of a campaign when they change, until it is completed or archived. */
export async function watchCampaign(
  { out, connect, signal }: Session,
  campaign_id: string,
  { interval }: WatchOptions,
): Promise<void> {
  const client = await connect();
  const live = createLiveLine(out);
  let shown = '';
  try {
    for (;;) {
      const campaign = await client.get('/api/v1/campaigns/{campaign_id}/', {
        params: { path: { campaign_id } },
      });
      const text = textOf(campaign);
      if (text !== shown) await live.show(recordOf(campaign), text);
      shown = text;
      if (ENDED.has(campaign.status)) return;
      await delay(interval, undefined, { signal });
    }
  } finally {
    live.end();
  }
}

function recordOf({ id, name, status, enrollment_counts, metrics }: Campaign): object {
  return { id, name, status, enrollment_counts, metrics };
}

function textOf({ name, status, pause_reason, enrollment_counts, metrics }: Campaign): string {
  const reason = status === 'paused' && pause_reason !== null ? ` (${pause_reason})` : '';
  const waiting = enrollment_counts.pending + enrollment_counts.active;
  const { total_sent, delivered, opened, clicked, replied, bounced, unsubscribed } = metrics;
  return `${name}: ${status}${reason}  waiting ${waiting}  sent ${total_sent}  delivered ${delivered}  opened ${opened}  clicked ${clicked}  replied ${replied}  bounced ${bounced}  unsubscribed ${unsubscribed}`;
}
