import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withCall } from '@outreach/service-kit';
import { toTraceparent } from '@outreach/service-kit/tracing';
import { connected, eventually, testCall } from '@outreach/testing';
import { createNatsProcess, testNatsUrl, type ServerProcess } from '@outreach/testing/servers';
import { eraseAggregate } from '../src/consumer/index.ts';
import { createOutbox } from '../src/index.ts';
import { wakeRelay } from '../src/share-wake-ups.ts';
import { publishWhileBrokerIsKilled } from './broker-kills.ts';
import { openBus, storedNumbers, thing, type Bus } from './bus-harness.ts';

/** A process that does not lead passes its wake-up on once. */
const WAKE_UPS_ONLY = { forwardCheckMs: 600_000 };

describe('relay', () => {
  let bus: Bus;

  beforeEach(async () => {
    bus = await openBus(testNatsUrl());
  });
  afterEach(async () => bus.stop());

  it('publishes committed events in order and empties the outbox', async () => {
    const relay = bus.relay();
    await relay.start();
    await bus.commit([1, 2, 3].map(thing));
    await bus.isDrained();
    expect(await storedNumbers(bus)).toEqual([1, 2, 3]);
    await relay.stop();
  });

  it('publishes the remaining events of a pack after an erasure, and nothing of an empty pack', async () => {
    const erased = { ...thing(1), aggregate: { id: 'th_erased', version: 1 } };
    await bus.commit([erased, thing(2)]);
    await bus.commit([{ ...erased, id: thing(3).id }]);
    await bus.mongo.connection.transaction(async (session) =>
      eraseAggregate(bus.mongo.connection, { aggregateId: 'th_erased', session }),
    );
    const relay = bus.relay();
    await relay.start();
    await bus.commit([thing(4)]);
    await eventually(async () => expect(await storedNumbers(bus)).toEqual([2, 4]));
    await eventually(async () => {
      expect(await bus.mongo.connection.collection('outbox').countDocuments()).toBe(0);
    });
    await relay.stop();
  });

  it('sends the request id and the trace in the message headers', async () => {
    const relay = bus.relay();
    await relay.start();
    const client = await connected(bus.link);
    const arrived = Promise.withResolvers<Record<string, string | undefined>>();
    client.subscribe(`${bus.topology.subjectPrefix}.>`, {
      callback: (_err, message) => {
        const read = (name: string): string | undefined => message.headers?.get(name);
        arrived.resolve({ traceparent: read('traceparent'), requestId: read('x-request-id') });
      },
    });
    await client.flush();
    const ctx = testCall('ws_1');
    await withCall(ctx, async () => bus.commit([thing(1)]));
    expect(await arrived.promise).toEqual({
      traceparent: toTraceparent(ctx.trace),
      requestId: ctx.requestId,
    });
    await relay.stop();
  });

  it('publishes nothing of a rolled back transaction', async () => {
    const relay = bus.relay();
    await relay.start();
    const rolledBack = bus.mongo.connection.transaction(async (session) => {
      await bus.outbox.append([thing(1)], session);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await bus.commit([thing(2)]);
    await bus.isDrained();
    expect(await storedNumbers(bus)).toEqual([2]);
    await relay.stop();
  });

  it('publishes from one of two instances, and from the other one after the first has stopped', async () => {
    const first = bus.relay();
    await first.start();
    await bus.commit([thing(1)]);
    await bus.isDrained();
    const second = bus.relay(createOutbox(bus.mongo));
    await second.start();
    const lease = async () => bus.mongo.connection.collection('leases').findOne({ _id: 'relay' as never });
    const holder = (await lease())?.['owner'];
    await bus.commit([2, 3].map(thing));
    await bus.isDrained();
    expect((await lease())?.['owner']).toBe(holder);
    await first.stop();
    await bus.commit([thing(4)]);
    await bus.isDrained();
    expect((await lease())?.['owner']).not.toBe(holder);
    expect(await storedNumbers(bus)).toEqual([1, 2, 3, 4]);
    await second.stop();
  });

  it('continues after a failure without a further commit', async () => {
    const leases = bus.newLeases();
    let failures = 1;
    const acquire: typeof leases.acquire = async (name, leaseMs) => {
      failures -= 1;
      if (failures >= 0) throw new Error('The database is not reachable.');
      return leases.acquire(name, leaseMs);
    };
    const relay = bus.relay(bus.outbox, {}, { ...leases, acquire });
    await bus.commit([thing(1)]);
    await relay.start();
    await bus.isDrained();
    expect([failures < 0, await storedNumbers(bus)]).toEqual([true, [1]]);
    await relay.stop();
  });

  it('publishes at once what a process commits that does not lead', async () => {
    const leading = bus.relay(bus.outbox, WAKE_UPS_ONLY);
    await leading.start();
    const outbox = createOutbox(bus.mongo);
    const other = bus.relay(outbox, WAKE_UPS_ONLY);
    await other.start();
    await bus.commit([thing(1)]);
    await bus.isDrained();
    const { connection } = bus.mongo;
    await connection.transaction(async (session) => outbox.append([thing(2)], session));
    outbox.wakeRelay();
    await eventually(async () => expect(await storedNumbers(bus)).toEqual([1, 2]));
    await other.stop();
    await leading.stop();
  });

  it('publishes at once what a process without a relay commits', async () => {
    const relay = bus.relay(bus.outbox, WAKE_UPS_ONLY);
    await relay.start();
    await bus.commit([thing(1)]);
    await bus.isDrained();
    const { mongo, topology } = bus;
    const outbox = createOutbox(mongo);
    await mongo.connection.transaction(async (session) => outbox.append([thing(2)], session));
    await wakeRelay({ url: testNatsUrl(), topology, service: 'contacts' });
    await eventually(async () => expect(await storedNumbers(bus)).toEqual([1, 2]));
    await relay.stop();
  });

  it('stores an event that is too large as a dead letter and publishes the next one', async () => {
    const relay = bus.relay();
    await relay.start();
    const huge = { ...thing(1), data: { n: 1, text: 'x'.repeat(2 * 1_048_576) } };
    await bus.commit([huge, thing(2)]);
    await bus.isDrained();
    expect(await storedNumbers(bus)).toEqual([2]);
    const letters = await bus.mongo.connection.collection('dead_letters').find().toArray();
    expect(letters).toMatchObject([{ source: 'relay', event: { id: huge.id } }]);
    await relay.stop();
  });
});

describe('relay and an unreliable broker', () => {
  let broker: ServerProcess;
  let bus: Bus;

  beforeEach(async () => {
    broker = await createNatsProcess();
  });
  afterEach(async () => {
    await bus.stop();
    await broker.dispose();
  });

  it('keeps the backlog while the broker is absent and publishes it afterwards', async () => {
    bus = await openBus(broker.url);
    const relay = bus.relay();
    await relay.start();
    await bus.commit([1, 2].map(thing));
    expect(await bus.backlog()).toBe(2);
    await broker.start();
    await bus.isDrained();
    expect(await storedNumbers(bus)).toEqual([1, 2]);
    await relay.stop();
  });

  it('keeps the backlog while the stream is full and publishes it afterwards', async () => {
    await broker.start();
    bus = await openBus(broker.url, { maxBytes: 131_072 });
    const relay = bus.relay();
    await relay.start();
    const count = 1_000;
    await bus.commit(Array.from({ length: count }, (_, n) => thing(n)));
    await eventually(async () => {
      const stored = await storedNumbers(bus);
      expect(stored.length).toBeGreaterThan(0);
      expect(stored.length + (await bus.backlog())).toBe(count);
    });
    expect(await bus.backlog()).toBeGreaterThan(0);
    const manager = await bus.link.current()?.jetstreamManager();
    await manager?.streams.update(bus.topology.stream, { max_bytes: 1_048_576 });
    await bus.isDrained();
    expect(new Set(await storedNumbers(bus)).size).toBe(count);
    await relay.stop();
  });

  it('loses and duplicates nothing when the broker is killed', async () => {
    await broker.start();
    bus = await openBus(broker.url);
    await publishWhileBrokerIsKilled({ bus, broker }, { kills: 2, eventsPerKill: 125 });
  });
});
