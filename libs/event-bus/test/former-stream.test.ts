import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventsIn, type DomainEvent } from '@outreach/event-schema';
import type { StartableResource } from '@outreach/service-kit';
import { connected, eventually, testNatsUrl } from '@outreach/testing';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type NatsConnection,
} from 'nats';
import { releaseSubjects } from '../src/former-stream.ts';
import {
  connectNats,
  createConsumer,
  DURABLES,
  ensureTopology,
  publishBytes,
  subjectOf,
  topologyOf,
  topologyOfDurable,
} from '../src/index.ts';
import { catalogue, logger, openBus, thing, type Bus } from './bus-harness.ts';

const MINUTE_MS = 60_000;
/** Shorter than the 15 s of the earlier version, for messages that a killed process has received. */
const ACK_WAIT_MS = 2_000;
const EVENTS_PER_SUBJECT = 40;
const PROCESSES = 3;
const SERVICES = ['auth', 'contacts', 'campaigns', 'webhooks'] as const;

/** Subjects of the earlier version with the durables that receive them. */
const SUBJECTS = [
  { service: 'contacts', type: 'contact.created', durables: ['webhooks-contacts'] },
  { service: 'contacts', type: 'contact.deleted', durables: ['webhooks-contacts', 'campaigns-contacts'] },
  { service: 'campaigns', type: 'campaign.paused', durables: ['webhooks-campaigns'] },
  { service: 'campaigns', type: 'email.sent', durables: ['webhooks-campaigns', 'contacts-campaigns'] },
  { service: 'campaigns', type: 'enrollment.stopped', durables: ['contacts-campaigns'] },
  { service: 'webhooks', type: 'webhook.endpoint_disabled', durables: ['webhooks-webhooks'] },
] as const;

type Seen = Map<string, string[]>;

let bus: Bus;
let connection: NatsConnection;

beforeEach(async () => {
  bus = await openBus(testNatsUrl());
  connection = await connected(bus.link);
});
afterEach(async () => {
  const manager = await connection.jetstreamManager();
  await manager.streams.delete(`${bus.streams.prefix}_auth`).catch(() => false);
  await bus.stop();
});

/** The single stream as the earlier version creates it. */
function formerConfig() {
  return {
    name: bus.streams.prefix,
    subjects: [`${bus.streams.subjectPrefix}.>`],
    retention: RetentionPolicy.Interest,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: bus.streams.maxBytes,
    duplicate_window: nanos(5 * MINUTE_MS),
    num_replicas: 1,
  };
}

async function createFormerStream(): Promise<void> {
  const manager = await connection.jetstreamManager();
  await manager.streams.add(formerConfig());
  for (const { durable, service, families, types } of DURABLES) {
    const received = types ?? families?.map((family) => `${family}.>`) ?? ['>'];
    await manager.consumers.add(bus.streams.prefix, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      deliver_policy: DeliverPolicy.All,
      filter_subject: '',
      filter_subjects: received.map((type) => subjectOf(bus.streams, service, type)),
      max_ack_pending: 1_024,
    });
  }
}

/** Publishes events on every subject. Returns the ids that each durable must handle. */
async function publishEverywhere(): Promise<Seen> {
  const expected: Seen = new Map(DURABLES.map(({ durable }) => [durable, []]));
  const jetstream = connection.jetstream();
  for (const { service, type, durables } of SUBJECTS) {
    const events = Array.from({ length: EVENTS_PER_SUBJECT }, (_, n) => thing(n));
    const subject = subjectOf(bus.streams, service, type);
    await Promise.all(events.map(async (event) => jetstream.publish(subject, JSON.stringify(event))));
    for (const durable of durables) expected.get(durable)?.push(...events.map(({ id }) => id));
  }
  return expected;
}

/** A process of the earlier version acknowledges three messages of each durable, and is killed with five others. */
async function killFormerConsumers(): Promise<Seen> {
  const link = connectNats({ url: testNatsUrl(), name: 'former', logger });
  await link.start();
  const jetstream = (await connected(link)).jetstream();
  const handled: Seen = new Map();
  for (const { durable } of DURABLES) {
    const consumer = await jetstream.consumers.get(bus.streams.prefix, durable);
    const ids: string[] = [];
    for await (const message of await consumer.fetch({ max_messages: 8, expires: 5_000 })) {
      if (ids.length === 3) continue;
      await message.ackAck();
      for (const input of eventsIn(message.data)) {
        const decoded = catalogue.decode(input);
        if (decoded.ok) ids.push(decoded.event.id);
      }
    }
    handled.set(durable, ids);
  }
  await link.stop();
  return handled;
}

/** Consumers of all durables in a process of their own. */
async function startProcess(seen: Seen): Promise<readonly StartableResource[]> {
  const link = connectNats({ url: testNatsUrl(), name: 'process', logger });
  const consumers = DURABLES.map(({ durable }) =>
    createConsumer({
      ...bus,
      link,
      topology: { ...topologyOfDurable(bus.streams, durable), ackWaitMs: ACK_WAIT_MS },
      durable,
      catalogue,
      logger,
      handleBatch: async (events: readonly DomainEvent[]) => {
        seen.get(durable)?.push(...events.map(({ id }) => id));
        return Promise.resolve();
      },
    }),
  );
  const resources = [link, ...consumers];
  for (const resource of resources) await resource.start();
  return resources;
}

async function startProcesses(seen: Seen) {
  const processes = await Promise.all(Array.from({ length: PROCESSES }, async () => startProcess(seen)));
  const publishers = SERVICES.map(async (service) =>
    eventually(async () => ensureTopology(connection, topologyOf(bus.streams, service))),
  );
  await Promise.all(publishers);
  return async (): Promise<void> => {
    const all = processes.flatMap((resources) => resources.toReversed());
    for (const resource of all) await resource.stop();
  };
}

function emptySeen(): Seen {
  return new Map(DURABLES.map(({ durable }) => [durable, []]));
}

async function formerExists(): Promise<boolean> {
  const manager = await connection.jetstreamManager();
  return manager.streams.info(bus.streams.prefix).then(
    () => true,
    () => false,
  );
}

async function allHandled(seen: Seen, expected: Seen): Promise<void> {
  await eventually(
    () => {
      for (const [durable, ids] of expected)
        expect([...new Set(seen.get(durable))].toSorted()).toEqual(ids.toSorted());
    },
    { timeoutMs: 30_000 },
  );
}

describe('the single stream of earlier versions', () => {
  it('loses no event when several processes start concurrently, and is deleted at the end', async () => {
    await createFormerStream();
    const stored = await publishEverywhere();
    const handledBefore = await killFormerConsumers();
    const seen = emptySeen();
    const stop = await startProcesses(seen);
    const published = await publishEverywhere();
    const expected: Seen = new Map(
      [...stored].map(([durable, ids]) => {
        const isNew = (id: string): boolean => handledBefore.get(durable)?.includes(id) !== true;
        return [durable, [...ids.filter(isNew), ...(published.get(durable) ?? [])]];
      }),
    );
    await allHandled(seen, expected);
    await eventually(async () => expect(await formerExists()).toBe(false), { timeoutMs: 30_000 });
    await stop();

    const again = emptySeen();
    const stopAgain = await startProcesses(again);
    await allHandled(again, await publishEverywhere());
    expect(await formerExists()).toBe(false);
    await stopAgain();
  }, 120_000);

  it('is handled before the events of the new stream', async () => {
    await createFormerStream();
    const stored = await publishEverywhere();
    await ensureTopology(connection, bus.topology);
    const later = Array.from({ length: 5 }, (_, n) => thing(n));
    const subject = subjectOf(bus.streams, 'contacts', 'contact.created');
    for (const event of later) await connection.jetstream().publish(subject, JSON.stringify(event));
    const seen = emptySeen();
    const resources = await startProcess(seen);
    const wanted = [...(stored.get('webhooks-contacts') ?? []), ...later.map(({ id }) => id)];
    await eventually(() => expect(seen.get('webhooks-contacts')).toEqual(wanted));
    for (const resource of resources.toReversed()) await resource.stop();
  });

  it('has no subjects while the new streams take them: a publisher of any version publishes again later', async () => {
    await createFormerStream();
    const manager = await connection.jetstreamManager();
    await releaseSubjects(manager, bus.streams.prefix);
    const subject = subjectOf(bus.streams, 'campaigns', 'email.sent');
    const message = { subject, bytes: JSON.stringify(thing(1)), messageId: 'm' };
    const publish = async () => publishBytes(connection.jetstream(), message);
    expect(await publish()).toMatchObject({ outcome: 'later' });
    await ensureTopology(connection, topologyOf(bus.streams, 'campaigns'));
    expect(await publish()).toEqual({ outcome: 'stored' });
  });

  it('does not get its subjects back from a process of the earlier version', async () => {
    await createFormerStream();
    await publishEverywhere();
    await ensureTopology(connection, bus.topology);
    const manager = await connection.jetstreamManager();
    const { name, ...config } = formerConfig();
    await expect(manager.streams.update(name, config)).rejects.toThrow('overlap');
    await manager.streams.delete(name);
    await expect(manager.streams.add({ name, ...config })).rejects.toThrow('overlap');
  });
});
