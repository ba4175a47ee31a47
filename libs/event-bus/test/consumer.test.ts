import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@outreach/event-schema';
import type { StartableResource } from '@outreach/service-kit/lifecycle';
import { connected, eventually } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import { consumeEphemeral, createConsumer } from '../src/consumer/index.ts';
import { ensureTopology, subjectOf } from '../src/index.ts';
import { consumeWhileBrokerIsKilled } from './broker-kills.ts';
import { catalogue, logger, openBus, thing, type Bus } from './bus-harness.ts';

const DURABLE = 'webhooks-contacts';
const ACK_WAIT_MS = 500;

function consumerOf(
  bus: Bus,
  handleBatch: (events: readonly DomainEvent[]) => Promise<void>,
): StartableResource {
  return createConsumer({ ...bus, durable: DURABLE, catalogue, logger, handleBatch, firstBackoffMs: 50 });
}

async function pending(bus: Bus): Promise<number> {
  const manager = await bus.link.current()?.jetstreamManager();
  const info = await manager?.consumers.info(bus.topology.stream, DURABLE);
  return (info?.num_pending ?? 1) + (info?.num_ack_pending ?? 1);
}

/** Publishes each event as a message of its own. */
async function publishAlone(bus: Bus, events: readonly DomainEvent[]): Promise<void> {
  const jetstream = (await connected(bus.link)).jetstream();
  const publish = async (event: DomainEvent) =>
    jetstream.publish(subjectOf(bus.topology, 'contacts', event.type), JSON.stringify(event));
  await Promise.all(events.map(publish));
}

describe('consumer', () => {
  let bus: Bus;
  let relay: StartableResource;

  beforeEach(async () => {
    bus = await openBus(testNatsUrl());
    relay = bus.relay();
    await relay.start();
  });
  afterEach(async () => {
    await relay.stop();
    await bus.stop();
  });

  it('receives earlier events in batches, and the stream deletes acknowledged ones', async () => {
    const count = 600;
    await bus.commit(Array.from({ length: count }, (_, n) => thing(n)));
    await bus.isDrained();
    const seen: DomainEvent[] = [];
    let calls = 0;
    const consumer = consumerOf(bus, async (events) => {
      calls += 1;
      seen.push(...events);
      return Promise.resolve();
    });
    await consumer.start();
    await eventually(() => expect(seen).toHaveLength(count));
    expect(calls).toBeLessThan(count / 4);
    await eventually(async () => {
      const manager = await bus.link.current()?.jetstreamManager();
      expect((await manager?.streams.info(bus.topology.stream))?.state.messages).toBe(0);
    });
    await consumer.stop();
  });

  it('redelivers an event whose handler failed without delaying the others of the batch', async () => {
    const handled: string[] = [];
    let failed = false;
    const events = [1, 2, 3].map(thing);
    const poison = events[1]?.id;
    const consumer = consumerOf(bus, async (batch) => {
      if (batch.some((event) => event.id === poison) && (!failed || batch.length > 1)) {
        failed ||= batch.length === 1;
        throw new Error('not now');
      }
      handled.push(...batch.map((event) => event.id));
      return Promise.resolve();
    });
    await bus.commit(events);
    await consumer.start();
    await eventually(() => expect(new Set(handled)).toEqual(new Set(events.map((event) => event.id))));
    expect(handled.indexOf(poison ?? '')).toBeGreaterThan(handled.indexOf(events[2]?.id ?? ''));
    await consumer.stop();
  });

  it('stores an undecodable event as a dead letter and continues', async () => {
    const seen: string[] = [];
    const consumer = consumerOf(bus, async (events) => {
      seen.push(...events.map((event) => event.id));
      return Promise.resolve();
    });
    await consumer.start();
    await bus.commit([{ ...thing(1), type: 'contact.unheard_of' }]);
    const next = thing(2);
    await bus.commit([next]);
    await eventually(() => expect(seen).toEqual([next.id]));
    await eventually(async () => {
      const letters = await bus.mongo.connection.collection('dead_letters').find().toArray();
      expect(letters).toMatchObject([
        { source: DURABLE, reason: expect.stringContaining('contact.unheard_of') },
      ]);
    });
    await eventually(async () => expect(await pending(bus)).toBe(0));
    await consumer.stop();
  });

  it('leaves the messages that a busy instance cannot handle in time to others, and keeps its own', async () => {
    const topology = { ...bus.topology, ackWaitMs: ACK_WAIT_MS };
    const gate = Promise.withResolvers<undefined>();
    const [busy, other]: [string[], string[]] = [[], []];
    const consumers = [busy, other].map((seen) =>
      createConsumer({
        ...bus,
        topology,
        durable: DURABLE,
        catalogue,
        logger,
        handleBatch: async (events) => {
          seen.push(...events.map((event) => event.id));
          if (seen === busy) await gate.promise;
        },
      }),
    );
    const events = Array.from({ length: 300 }, (_, n) => thing(n));
    try {
      await ensureTopology(await connected(bus.link), topology);
      await consumers[0]?.start();
      await publishAlone(bus, events);
      await eventually(() => expect(busy.length).toBeGreaterThan(0));
      await consumers[1]?.start();
      const sinceMs = performance.now();
      await eventually(() => expect(performance.now() - sinceMs).toBeGreaterThan(2 * ACK_WAIT_MS));
      expect(other.length).toBeGreaterThan(events.length / 2);
      expect(other.length).toBeLessThan(events.length);
      gate.resolve(undefined);
      await eventually(async () => expect(await pending(bus)).toBe(0));
      expect([...busy, ...other].toSorted()).toEqual(events.map((event) => event.id));
    } finally {
      gate.resolve(undefined);
      await Promise.all(consumers.map(async (consumer) => consumer.stop()));
    }
  });

  it('shares the events between two instances', async () => {
    const seen: string[] = [];
    const keep = async (events: readonly DomainEvent[]): Promise<void> => {
      seen.push(...events.map((event) => event.id));
      return Promise.resolve();
    };
    const consumers = [consumerOf(bus, keep), consumerOf(bus, keep)];
    await Promise.all(consumers.map(async (consumer) => consumer.start()));
    const events = Array.from({ length: 50 }, (_, n) => thing(n));
    await bus.commit(events);
    await eventually(() => expect(seen.toSorted()).toEqual(events.map((event) => event.id)));
    await Promise.all(consumers.map(async (consumer) => consumer.stop()));
  });

  it('refuses a durable that is not in the table', () => {
    expect(() =>
      createConsumer({
        ...bus,
        durable: 'late',
        catalogue,
        logger,
        handleBatch: async () => Promise.resolve(),
      }),
    ).toThrow('table of durables');
  });

  it('delivers events to an ephemeral subscriber as they are published', async () => {
    const seen: string[] = [];
    let gaps = 0;
    const subject = `${bus.topology.subjectPrefix}.contacts.>`;
    const reader = consumeEphemeral({
      ...bus,
      subject,
      catalogue,
      logger,
      handle: (event) => seen.push(event.id),
      onGap: () => {
        gaps += 1;
      },
    });
    await reader.start();
    await eventually(() => expect(gaps).toBe(1));
    const event = thing(1);
    await bus.commit([event]);
    await eventually(() => expect(seen).toEqual([event.id]));
    await reader.stop();
  });
});

describe('consumer and an unreliable broker', () => {
  it('receives every event at least once while the broker is killed', async () => {
    await consumeWhileBrokerIsKilled(2);
  });
});
