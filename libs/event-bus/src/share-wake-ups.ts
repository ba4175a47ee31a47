import { pause, type StartableResource } from '@outreach/service-kit/lifecycle';
import type { QueueWakeUps } from '@outreach/job-kit/wake-ups';
import { connect } from 'nats';
import { keepSubscribed } from './consumer/keep-subscribed.ts';
import type { NatsLink } from './nats-link.ts';
import { OUTBOX_COLLECTION } from './outbox.ts';
import type { Topology } from './topology.ts';

/** Wake-ups of one queue within this time are one message. */
const BATCH_WAIT_MS = 5;
const CONNECT_TIMEOUT_MS = 1_000;

interface WakeUpSource {
  readonly service: string;
  readonly topology: Pick<Topology, 'subjectPrefix'>;
}

export interface ShareWakeUpsOptions extends WakeUpSource {
  readonly link: NatsLink;
  readonly wakeUps: QueueWakeUps;
}

/** The subject of the wake-ups of one queue of a service. No stream stores it. The outbox is the queue of the relay. */
export function wakeUpSubject({ topology, service }: WakeUpSource, collection: string): string {
  return `${topology.subjectPrefix}-wake.${service}.${collection}`;
}

/**
 * Sends the wake-ups of a process that runs no jobs to the processes that do. Without a broker, work is found by the
 * polls of the queues.
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
    if (client !== undefined && !client.isClosed()) client.publish(wakeUpSubject(options, collection));
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
  const prefix = wakeUpSubject(options, '');
  let unsubscribe: () => void = () => undefined;
  return {
    name: 'wake-ups',
    start: async () => {
      unsubscribe = keepSubscribed(link, wakeUpSubject(options, '*'), (err, { subject }) => {
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

export interface WakeRelayOptions extends WakeUpSource {
  /** Comma-separated addresses of the broker. */
  readonly url: string;
}

/**
 * Wakes the relay of a running service, for a process that commits events without a relay of its own. Without a broker
 * it does nothing: the relay reads the outbox when it connects.
 */
export async function wakeRelay({ url, ...source }: WakeRelayOptions): Promise<void> {
  const servers = url.split(',').map((address) => address.trim());
  const options = { servers, timeout: CONNECT_TIMEOUT_MS, reconnect: false, maxReconnectAttempts: 0 };
  const connection = await connect(options).catch(() => undefined);
  if (connection === undefined) return;
  connection.publish(wakeUpSubject(source, OUTBOX_COLLECTION));
  await connection.drain();
}
