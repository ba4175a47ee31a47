import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { eventually } from '@outreach/testing';
import { testMongoUri, testNatsUrl, uniqueName } from '@outreach/testing/servers';
import { createConsumer, createEventFailures } from '../src/consumer/index.ts';
import { catalogue, logger, openBus, thing, type Bus } from './bus-harness.ts';

const DURABLE = 'webhooks-contacts';

let bus: Bus;

beforeAll(async () => {
  bus = await openBus(testNatsUrl());
});
afterAll(async () => bus.stop());

const storedCounts = async () => bus.mongo.connection.collection('event_failures').find().toArray();

describe('failures of events', () => {
  it('are counted for each consumer and event until they are removed', async () => {
    const { failures } = bus;
    expect(await failures.add('a', ['evt_1', 'evt_2'])).toEqual(
      new Map([
        ['evt_1', 1],
        ['evt_2', 1],
      ]),
    );
    expect(await failures.add('a', ['evt_1'])).toEqual(new Map([['evt_1', 2]]));
    expect(await failures.add('b', ['evt_1'])).toEqual(new Map([['evt_1', 1]]));
    await failures.remove('a', ['evt_1', 'evt_2']);
    expect(await storedCounts()).toMatchObject([{ _id: 'b:evt_1', count: 1 }]);
    await failures.remove('b', ['evt_1']);
  });

  it('expire after 30 days', async () => {
    const indexes = await bus.mongo.connection.collection('event_failures').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ expireAfterSeconds: 2_592_000 }));
  });

  it('are not counted by a database that fails', async () => {
    const mongo: Mongo = connectMongo({
      uri: testMongoUri(),
      database: uniqueName('bus'),
      appName: 'bus',
      logger,
    });
    const failures = createEventFailures(mongo.connection);
    await mongo.start();
    await mongo.stop();
    await expect(failures.add('a', ['evt_1'])).rejects.toThrow();
  });

  it('are stored when a handler fails, and removed when the event is handled later', async () => {
    const event = thing(1);
    let failed = 0;
    const handled: string[] = [];
    const consumer = createConsumer({
      ...bus,
      durable: DURABLE,
      catalogue,
      logger,
      handleBatch: async (events) => {
        // The batch fails, and then the event alone.
        if (failed === 2) handled.push(...events.map(({ id }) => id));
        else {
          failed += 1;
          throw new Error('not now');
        }
        return Promise.resolve();
      },
    });
    const relay = bus.relay();
    await relay.start();
    await consumer.start();
    await bus.commit([event]);
    await eventually(async () =>
      expect(await storedCounts()).toMatchObject([{ _id: `${DURABLE}:${event.id}`, count: 1 }]),
    );
    await eventually(() => expect(handled).toEqual([event.id]));
    await eventually(async () => expect(await storedCounts()).toEqual([]));
    await consumer.stop();
    await relay.stop();
  });
});
