import { pause, type StartableResource } from '@outreach/service-kit';
import type { QueueWakeUps } from '@outreach/job-kit';
import { keepSubscribed } from './keep-subscribed.ts';
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
export function sendWakeUps(options: ShareWakeUpsOptions): StartableResource {
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
  return {
    name: 'wake-ups',
    start: async () => {
      wakeUps.forwardTo((collection) => void send(collection));
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
}

/** Receives the wake-ups of processes that run no jobs. */
export function receiveWakeUps(options: ShareWakeUpsOptions): StartableResource {
  const { link, wakeUps } = options;
  const prefix = subjectOf(options, '');
  let unsubscribe: () => void = () => undefined;
  return {
    name: 'wake-ups',
    start: async () => {
      unsubscribe = keepSubscribed(link, subjectOf(options, '*'), (err, { subject }) => {
        if (err === null) wakeUps.raise(subject.slice(prefix.length));
      });
      return Promise.resolve();
    },
    stop: async () => {
      unsubscribe();
      return Promise.resolve();
    },
  };
}
