import { trackingHit } from '@outreach/contracts-campaigns';
import {
  ensureTopology,
  publishBytes,
  subjectOf,
  type NatsLink,
  type Topology,
} from '@outreach/event-bus/nats';
import { newId, type Clock, type Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { Hit, UnsubscribeStream } from './ports.ts';
import { toEvent } from './hit-publisher.client.ts';

/** Unsubscribes that wait for their acknowledgement; a further one is refused. */
const WAITING_MAX = 5_000;

export interface UnsubscribeStreamOptions {
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Each unsubscribe is one message with an id of its own. */
export function createUnsubscribeStream(options: UnsubscribeStreamOptions): UnsubscribeStream & Resource {
  let waiting = 0;
  let forget: (() => void) | undefined;
  return {
    name: 'unsubscribe stream',
    // The stream may not exist yet: this process can be the first one that uses it.
    start: async () => {
      forget = options.link.onConnect((connection) => void ensure(options, connection));
      return Promise.resolve();
    },
    stop: async () => Promise.resolve(forget?.()),
    store: async (hit) => {
      if (waiting >= WAITING_MAX) return false;
      waiting += 1;
      try {
        return await store(options, hit);
      } finally {
        waiting -= 1;
      }
    },
  };
}

type Connection = NonNullable<ReturnType<NatsLink['current']>>;

async function ensure({ topology }: UnsubscribeStreamOptions, connection: Connection): Promise<void> {
  await ensureTopology(connection, topology).catch(() => undefined);
}

async function store(options: UnsubscribeStreamOptions, hit: Hit): Promise<boolean> {
  const { link, topology, clock, logger } = options;
  const connection = link.current();
  if (connection === undefined) return false;
  const id = newId('evt');
  const published = await publishBytes(connection.jetstream(), {
    subject: subjectOf(topology, 'gateway', trackingHit.type),
    bytes: JSON.stringify(toEvent({ hit, atMs: clock.now(), id })),
    messageId: id,
  });
  if (published.outcome === 'stored') return true;
  logger.warn({ reason: published.reason }, 'an unsubscribe was not stored');
  void ensure(options, connection);
  return false;
}
