import { createCatalogue, defineEvent, eventsIn, newEvent, type DomainEvent } from '@outreach/event-schema';
import { connectMongo, createLeases, type Leases, type Mongo } from '@outreach/mongo-kit';
import { createLogger, newId, systemClock } from '@outreach/service-kit';
import type { StartableResource } from '@outreach/service-kit/lifecycle';
import { eventually } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { z } from 'zod';
import {
  createDeadLetters,
  createEventFailures,
  type DeadLetters,
  type EventFailures,
} from '../src/consumer/index.ts';
import {
  connectNats,
  createOutbox,
  createRelay,
  topologyOf,
  type NatsLink,
  type Outbox,
  type OutboxRow,
  type RelayTimes,
  type StreamSettings,
  type Topology,
} from '../src/index.ts';

const STREAM_BYTES_MAX = 32 * 1_048_576;
/** No test waits for a pause of production, and the first poll is after the end of each test. */
const TIMES: RelayTimes = { pollMs: 600_000, backoffMs: 50, leaseCheckMs: 100, forwardCheckMs: 100 };

export const logger = createLogger({ name: 'event-bus-test', level: process.env['LOG_LEVEL'] ?? 'silent' });

export const thingHappened = defineEvent({
  type: 'contact.happened',
  category: 'contact',
  description: 'A thing happened.',
  data: z.object({ n: z.int() }),
  example: { n: 1 },
});
export const catalogue = createCatalogue([thingHappened]);

export function thing(n: number): DomainEvent {
  return newEvent(thingHappened, {
    id: newId('evt'),
    workspaceId: 'ws_1',
    occurredAt: new Date(),
    aggregate: { id: 'th_1', version: n },
    data: { n },
  });
}

export interface Bus {
  readonly mongo: Mongo;
  readonly link: NatsLink;
  readonly outbox: Outbox;
  readonly streams: StreamSettings;
  /** The stream of the contacts service. */
  readonly topology: Topology;
  readonly deadLetters: DeadLetters;
  readonly failures: EventFailures;
  /** The relay of another process of the same service, not started. */
  relay(outbox?: Outbox, times?: Partial<RelayTimes>, leases?: Leases): StartableResource;
  /** The leases of another process. */
  newLeases(): Leases;
  /** Commits events as a unit of work would. */
  commit(events: readonly DomainEvent[]): Promise<void>;
  /** Number of events in the outbox. */
  backlog(): Promise<number>;
  isDrained(): Promise<void>;
  stop(): Promise<void>;
}

/** The event bus of one service on a database and a stream of its own. */
export async function openBus(natsUrl: string, overrides: Partial<Topology> = {}): Promise<Bus> {
  const mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('bus'), appName: 'bus', logger });
  const { connection } = mongo;
  const failures = createEventFailures(connection);
  await mongo.start();
  const link = connectNats({ url: natsUrl, name: 'bus', logger });
  await link.start();
  const streams = {
    prefix: uniqueName('S'),
    subjectPrefix: uniqueName('evt'),
    maxBytes: STREAM_BYTES_MAX,
    replicas: 1,
  };
  const topology = { ...topologyOf(streams, 'contacts'), ...overrides };
  const outbox = createOutbox({ connection });
  const newLeases = (): Leases => createLeases({ connection, clock: systemClock, owner: newId('proc') });
  const backlog = async (): Promise<number> => {
    const rows = await connection.collection<OutboxRow>('outbox').find().toArray();
    return rows.reduce((count, { events }) => count + events.length, 0);
  };
  return {
    mongo,
    link,
    outbox,
    streams,
    topology,
    deadLetters: createDeadLetters(connection),
    failures,
    backlog,
    newLeases,
    relay: (own = outbox, changes = {}, leases = newLeases()) => {
      const times = { ...TIMES, ...changes };
      return createRelay({
        service: 'contacts',
        connection,
        outbox: own,
        link,
        topology,
        leases,
        times,
        logger,
      });
    },
    commit: async (events) => {
      await connection.transaction(async (session) => outbox.append(events, session));
      outbox.wakeRelay();
    },
    isDrained: async () => {
      await eventually(
        async () => {
          if ((await backlog()) > 0) throw new Error('Events still wait in the outbox.');
        },
        { timeoutMs: 30_000 },
      );
    },
    stop: async () => {
      await removeStreams(link, streams);
      await link.stop();
      await mongo.stop();
    },
  };
}

async function removeStreams(link: NatsLink, { prefix }: StreamSettings): Promise<void> {
  const manager = await link.current()?.jetstreamManager();
  const services = ['contacts', 'campaigns', 'webhooks'];
  const streams = [prefix, ...services.map((service) => `${prefix}_${service}`)];
  await Promise.all(streams.map(async (stream) => manager?.streams.delete(stream).catch(() => false)));
}

/** The numbers in the stored messages of the stream, in order. */
export async function storedNumbers({ link, topology }: Pick<Bus, 'link' | 'topology'>): Promise<number[]> {
  const manager = await link.current()?.jetstreamManager();
  if (manager === undefined) throw new Error('The broker is not connected.');
  const { state } = await manager.streams.info(topology.stream);
  const numbers: number[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(topology.stream, { seq });
    for (const input of eventsIn(message.data)) {
      const decoded = catalogue.decode(input);
      if (decoded.ok) numbers.push(z.object({ n: z.number() }).parse(decoded.event.data).n);
    }
  }
  return numbers;
}
