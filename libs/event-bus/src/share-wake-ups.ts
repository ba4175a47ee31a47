import { pause, type Resource } from '@outreach/service-kit';
import type { QueueWakeUps } from '@outreach/job-kit';
import type { NatsConnection, Subscription } from 'nats';
import type { NatsLink } from './nats-link.ts';
import type { Topology } from './topology.ts';

/** Wake-ups of one queue within this time are one message. */
const BATCH_WAIT_MS = 5;

export interface ShareWakeUpsOptions {
  readonly service: string;
  readonly topology: Pick<Topology, 'subjectPrefix'>;
  readonly link: NatsLink;
  readonly wakeUps: QueueWakeUps;
}

function subjectOf({ topology, service }: ShareWakeUpsOptions, collection: string): string {
  return `${topology.subjectPrefix}-wake.${service}.${collection}`;
}

/**
 * Sends the wake-ups of a process that runs no jobs to the processes that do. No stream stores them: without a broker,
 * work is found by the polls of the queues.
 */
export function sendWakeUps(options: ShareWakeUpsOptions): Resource {
  const { link, wakeUps } = options;
  const stopping = new AbortController();
  const scheduled = new Set<string>();
  const send = async (collection: string): Promise<void> => {
    if (scheduled.has(collection)) return;
    scheduled.add(collection);
    await pause(BATCH_WAIT_MS, stopping.signal);
    scheduled.delete(collection);
    const client = link.current();
    if (client !== undefined && !client.isClosed()) client.publish(subjectOf(options, collection));
  };
  wakeUps.forwardTo((collection) => void send(collection));
  return {
    name: 'wake-ups',
    stop: async () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
}

/** Receives the wake-ups of processes that run no jobs. */
export function receiveWakeUps(options: ShareWakeUpsOptions): Resource {
  const { link, wakeUps } = options;
  let subscribed: NatsConnection | undefined;
  let subscription: Subscription | undefined;
  const forget = link.onConnect((client) => {
    // A reconnection keeps the subscriptions of its connection.
    if (subscribed === client) return;
    subscribed = client;
    const prefix = subjectOf(options, '');
    subscription = client.subscribe(subjectOf(options, '*'), {
      callback: (_err, { subject }) => wakeUps.raise(subject.slice(prefix.length)),
    });
  });
  return {
    name: 'wake-ups',
    stop: async () => {
      forget();
      subscription?.unsubscribe();
      return Promise.resolve();
    },
  };
}
