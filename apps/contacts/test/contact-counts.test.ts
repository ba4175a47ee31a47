import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMongo, createUnits, type Mongo, type Units } from '@outreach/mongo-kit';
import { createLogger, newId, systemClock, withCall } from '@outreach/service-kit';
import { testCall, testMongoUri, uniqueName } from '@outreach/testing';
import { createContactCounts, type StoredContactCounts } from '../src/store/contact-counts.ts';

const ADDED = 100;
const REMOVED = 10;
let mongo: Mongo;
let units: Units;
let counts: StoredContactCounts;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('counts'), appName: 'test', logger });
  counts = createContactCounts(mongo.connection);
  await mongo.start();
  const outbox = { append: async () => undefined, kick: () => undefined };
  const serviceKey = Buffer.alloc(32, 1);
  units = createUnits({ connection: mongo.connection, outbox, serviceKey, clock: systemClock, ids: newId });
});

afterAll(async () => {
  await mongo.connection.dropDatabase();
  await mongo.stop();
});

const inside = async <T>(fn: () => Promise<T>): Promise<T> => withCall(testCall('ws_1'), fn);
const rows = async (): Promise<number> => mongo.connection.collection('contact_counts').countDocuments();

describe('the count of contacts', () => {
  it('stays the same when its rows are folded into one, also while others are added', async () => {
    await inside(async () => {
      for (let index = 0; index < ADDED; index += 1) await counts.add(1);
      for (let index = 0; index < REMOVED; index += 1) await counts.add(-1);
    });
    expect(await rows()).toBe(ADDED + REMOVED);
    const [folded] = await Promise.all([
      counts.foldRows(units.unitOfWork),
      inside(async () => counts.add(1)),
      inside(async () => counts.add(1)),
    ]);
    expect(folded).toBe(1);
    expect(await rows()).toBeLessThanOrEqual(3);
    expect(await inside(async () => counts.total())).toBe(ADDED - REMOVED + 2);
  });

  it('leaves workspaces with few rows alone', async () => {
    expect(await counts.foldRows(units.unitOfWork)).toBe(0);
  });
});
