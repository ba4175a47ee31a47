import { expect } from '@jest/globals';
import { trackingHit } from '@outreach/contracts-campaigns';
import {
  connectNats,
  ensureTopology,
  trackingTopology,
  unsubscribeTopology,
  type Topology,
} from '@outreach/event-bus/nats';
import { eventsIn } from '@outreach/event-schema';
import { createLogger, systemClock } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { createNatsProcess, uniqueName, type ServerProcess } from '@outreach/testing/servers';
import { setTimeout as pause } from 'node:timers/promises';
import { createHitPublisher } from '../src/tracking/hit-publisher.client.ts';
import type { Hit } from '../src/tracking/index.ts';
import { createUnsubscribeStream } from '../src/tracking/unsubscribe-stream.client.ts';

const logger = createLogger({ name: 'gateway-test', level: 'silent' });
const ULID = '01J9Z3NDEKTSV4RRFFQ69G5F';

export interface StoppedBroker {
  /** How long the broker stands still. */
  readonly stoppedMs: number;
  /** Times after the stop at which a hit is added. */
  readonly offsetsMs: readonly number[];
  /** Time limit of an acknowledgement. */
  readonly ackMsMax: number;
}

/** Ids of sends. */
export interface PublishedHits {
  /** All hits. */
  readonly added: string[];
  readonly stored: string[];
  /** Unsubscribes that were answered as stored. */
  readonly acknowledged: string[];
  readonly storedUnsubscribes: string[];
}

export interface HitsOfStoppedBroker {
  /** Adds hits and unsubscribes while the broker stands still, and waits until it has taken the hits. */
  publish(stop: StoppedBroker): Promise<PublishedHits>;
  stop(): Promise<void>;
}

/** A publisher of hits on a broker that is stopped and continued. */
export async function startStoppedBroker(): Promise<HitsOfStoppedBroker> {
  const broker = await createNatsProcess();
  await broker.start();
  const link = connectNats({ url: broker.url, name: 'stopped-broker', logger });
  await link.start();
  await eventually(() => expect(link.current()).toBeDefined());
  return {
    publish: async (stop) => publish({ broker, link }, stop),
    stop: async () => {
      await link.stop();
      await broker.dispose();
    },
  };
}

interface Connected {
  readonly broker: ServerProcess;
  readonly link: ReturnType<typeof connectNats>;
}

async function publish(connected: Connected, stop: StoppedBroker): Promise<PublishedHits> {
  const { broker, link } = connected;
  const { stoppedMs, offsetsMs, ackMsMax } = stop;
  const settings = { subjectPrefix: uniqueName('hits'), replicas: 1 };
  const [topology, unsubscribeStream] = [trackingTopology(settings), unsubscribeTopology(settings)];
  const connection = link.current();
  if (connection === undefined) throw new Error('The broker is not connected.');
  for (const one of [topology, unsubscribeStream]) await ensureTopology(connection, one);
  const shared = { link, clock: systemClock, logger };
  const publisher = createHitPublisher({ ...shared, topology, times: { ackMsMax, retryMs: 10 } });
  const unsubscribes = createUnsubscribeStream({ ...shared, topology: unsubscribeStream });
  const hits = offsetsMs.map((_, index) => hitOf(index));
  broker.suspend();
  const adding = offsetsMs.map(async (offsetMs, index) => {
    await pause(offsetMs);
    const hit = hitOf(index);
    publisher.add(hit);
    return (await unsubscribes.store({ ...hit, kind: 'unsubscribe' })) ? [hit.send_id] : [];
  });
  await pause(stoppedMs);
  broker.resume();
  const acknowledged = (await Promise.all(adding)).flat();
  await publisher.stop?.();
  return {
    added: hits.map(({ send_id: id }) => id),
    stored: await storedSends(link, topology),
    acknowledged,
    storedUnsubscribes: await storedSends(link, unsubscribeStream),
  };
}

function hitOf(index: number): Hit {
  const send_id = `snd_${ULID}${String(index).padStart(2, '0')}`;
  const workspace_id = `ws_${ULID}A0`;
  return { kind: 'open', workspace_id, send_id, url: null, method: 'GET', user_agent: 'x', address: '::1' };
}

async function storedSends(link: Connected['link'], { stream }: Topology): Promise<string[]> {
  const manager = await link.current()?.jetstreamManager();
  if (manager === undefined) throw new Error('The broker is not connected.');
  const { state } = await manager.streams.info(stream);
  const sends: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const { data } = await manager.streams.getMessage(stream, { seq });
    for (const event of eventsIn(data)) sends.push(trackingHit.data.parse(dataOf(event)).send_id);
  }
  return sends;
}

function dataOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'data' in event ? event.data : undefined;
}
