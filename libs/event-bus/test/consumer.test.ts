import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@outreach/event-schema';
import type { StartableResource } from '@outreach/service-kit';
import { connected, createNatsProcess, eventually, testNatsUrl } from '@outreach/testing';
import { nanos } from 'nats';
import { consumeEphemeral, createConsumer, DURABLES, ensureTopology, subjectOf } from '../src/index.ts';
import { catalogue, logger, openBus, thing, type Bus } from './bus-harness.ts';

const DURABLE = 'webhooks-contacts';

function consumerOf(
  bus: Bus,
  handleBatch: (events: readonly DomainEvent[]) => Promise<void>,
): StartableResource {
  return createConsumer({ ...bus, durable: DURABLE, catalogue, logger, handleBatch });
}

async function pending(bus: Bus): Promise<number> {
  const manager = await bus.link.current()?.jetstreamManager();
  const info = await manager?.consumers.info(bus.topology.stream, DURABLE);
  return (info?.num_pending ?? 1) + (info?.num_ack_pending ?? 1);
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
    await bus.commit([{ ...thing(1), type: 'thing.unheard_of' }]);
    const next = thing(2);
    await bus.commit([next]);
    await eventually(() => expect(seen).toEqual([next.id]));
    await eventually(async () => {
      const letters = await bus.mongo.connection.collection('dead_letters').find().toArray();
      expect(letters).toMatchObject([
        { source: DURABLE, reason: expect.stringContaining('thing.unheard_of') },
      ]);
    });
    await eventually(async () => expect(await pending(bus)).toBe(0));
    await consumer.stop();
  });

  it('handles a message once when it is redelivered while its first delivery waits in the process', async () => {
    const connection = await connected(bus.link);
    await ensureTopology(connection, bus.topology);
    const manager = await connection.jetstreamManager();
    const { stream } = bus.topology;
    const redeliverAfter = async (ms: number) =>
      manager.consumers.update(stream, DURABLE, { ack_wait: nanos(ms) });
    const first = Promise.withResolvers<undefined>();
    const batches: string[][] = [];
    const consumer = consumerOf(bus, async (events) => {
      batches.push(events.map((event) => event.id));
      await first.promise;
    });
    const publish = async (event: DomainEvent) =>
      connection.jetstream().publish(subjectOf(bus.topology, 'contacts', event.type), JSON.stringify(event));
    await consumer.start();
    try {
      const handled = thing(0);
      await publish(handled);
      await eventually(() => expect(batches).toEqual([[handled.id]]));
      // Longer than one batch: a batch drops duplicates by itself.
      const waiting = Array.from({ length: 300 }, (_, n) => thing(n));
      for (const event of waiting) await publish(event);
      await redeliverAfter(200);
      await eventually(async () => {
        const info = await manager.consumers.info(stream, DURABLE);
        expect(info.num_redelivered).toBe(waiting.length + 1);
      });
      await redeliverAfter(60_000);
      first.resolve(undefined);
      await eventually(async () => expect(await pending(bus)).toBe(0));
      // The message whose handler runs is no longer waiting, so its redelivery is handled after the others.
      expect(batches.slice(1).flat()).toEqual([...waiting.map((event) => event.id), handled.id]);
    } finally {
      first.resolve(undefined);
      await consumer.stop();
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
  it('receives every event at least once while the broker is killed repeatedly', async () => {
    const broker = await createNatsProcess();
    await broker.start();
    const bus = await openBus(broker.url);
    const relay = bus.relay();
    const seen = new Set<string>();
    const consumer = consumerOf(bus, async (events) => {
      for (const event of events) seen.add(event.id);
      return Promise.resolve();
    });
    await relay.start();
    await consumer.start();
    const sent: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const events = Array.from({ length: 40 }, (_, n) => thing(n));
      sent.push(...events.map((event) => event.id));
      await bus.commit(events);
      await broker.kill();
      await broker.start();
    }
    await eventually(() => expect([...seen].toSorted()).toEqual(sent.toSorted()), { timeoutMs: 30_000 });
    await consumer.stop();
    await relay.stop();
    await bus.stop();
    await broker.dispose();
  }, 90_000);
});

describe('topology', () => {
  it('can be created by many processes concurrently', async () => {
    const bus = await openBus(testNatsUrl());
    const connection = await eventually(() => {
      const live = bus.link.current();
      if (live === undefined) throw new Error('not connected');
      return live;
    });
    await Promise.all(Array.from({ length: 8 }, async () => ensureTopology(connection, bus.topology)));
    const larger = { ...bus.topology, maxBytes: bus.topology.maxBytes * 2 };
    await ensureTopology(connection, larger);
    const info = await (await connection.jetstreamManager()).streams.info(bus.topology.stream);
    expect(info.config.max_bytes).toBe(larger.maxBytes);
    expect(info.state.consumer_count).toBe(DURABLES.length);
    await bus.stop();
  });
});
