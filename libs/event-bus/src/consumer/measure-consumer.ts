import type { Logger } from '@outreach/service-kit';
import type { StartableResource } from '@outreach/service-kit/lifecycle';
import { gauge, histogram, readAtScrape } from '@outreach/service-kit/metrics';
import type { DomainEvent } from '@outreach/event-schema';
import type { NatsLink } from '../nats-link.ts';
import { ifExists } from '../stream-info.ts';
import type { Topology } from '../topology.ts';

const pending = gauge(
  'consumer_pending_messages',
  'Messages that a durable has not acknowledged, by durable. Every process with the role worker reports it.',
  ['durable'],
);
const lag = histogram(
  'event_lag_seconds',
  'Time from an event until it is handled, by durable; one observation per batch, of its first event.',
  ['durable'],
);

export interface MeasuredConsumer {
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly durable: string;
  readonly logger: Logger;
}

/** Reports how many messages wait for a durable. Without a broker the gauge keeps its value. */
export function measurePending({ link, topology, durable, logger }: MeasuredConsumer): StartableResource {
  return readAtScrape({
    name: 'consumer_pending_messages',
    logger,
    read: async () => {
      const connection = link.current();
      if (connection === undefined) return;
      const manager = await connection.jetstreamManager({ checkAPI: false });
      const info = await ifExists(async () => manager.consumers.info(topology.stream, durable));
      if (info !== undefined) pending.set({ durable }, info.num_pending + info.num_ack_pending);
    },
  });
}

/** Records the time from the first event of a handled batch until now. */
export function recordLag(durable: string, [first]: readonly DomainEvent[]): void {
  if (first !== undefined)
    lag.observe({ durable }, Math.max(0, Date.now() - Date.parse(first.occurred_at)) / 1000);
}
