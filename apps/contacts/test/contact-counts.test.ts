import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createUnits, type Units } from '@outreach/mongo-kit/units';
import { createLogger, newId, systemClock, withCall } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sumCells } from '../src/lists/count-matches.ts';
import { ALWAYS } from '../src/filters/condition.ts';
import { createContactCounts, type StoredContactCounts } from '../src/contact-store/contact-counts.store.ts';

const ADDED = 100;
const REMOVED = 10;
let mongo: Mongo;
let units: Units;
let counts: StoredContactCounts;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('counts'), appName: 'test', logger });
  const outbox = { append: async () => undefined, wakeRelay: () => undefined };
  const serviceKey = Buffer.alloc(32, 1);
  units = createUnits({ connection: mongo.connection, outbox, serviceKey, clock: systemClock, ids: newId });
  counts = createContactCounts({ mongo, units, ids: newId });
  await mongo.start();
});

afterAll(async () => mongo.stop());

const cellOf = (index: number) => (index % 2 === 0 ? tierA : tierD);
const tierA = { icp_tier: 'A', lead_score: 90 };
const tierD = { icp_tier: 'D', lead_score: 0 };
const entered = (index: number) => ({ ...cellOf(index), difference: 1 });
const left = (index: number) => ({ ...cellOf(index), difference: -1 });
const inside = async <T>(fn: () => Promise<T>): Promise<T> => withCall(testCall('ws_1'), fn);
const rows = async (): Promise<number> => mongo.connection.collection('contact_counts').countDocuments();

describe('ContactCounts', () => {
  it('keeps the total when rows are compacted while others are added', async () => {
    await inside(async () => {
      for (let index = 0; index < ADDED; index += 1) await counts.add([entered(index)]);
      for (let index = 0; index < REMOVED; index += 1) await counts.add([left(index)]);
    });
    expect(await rows()).toBe(ADDED + REMOVED);
    const [compacted] = await Promise.all([
      counts.compact(),
      inside(async () => counts.add([entered(0)])),
      inside(async () => counts.add([entered(1)])),
    ]);
    expect(compacted).toBe(1);
    expect(await rows()).toBeLessThanOrEqual(4);
    const cells = await inside(async () => counts.cells());
    expect(sumCells(cells, ALWAYS)).toBe(ADDED - REMOVED + 2);
    expect(await inside(async () => counts.total())).toBe(ADDED - REMOVED + 2);
    const ofA = cells.filter(({ icp_tier }) => icp_tier === 'A').reduce((sum, { count }) => sum + count, 0);
    expect(ofA).toBe((ADDED - REMOVED) / 2 + 1);
  });

  it('counts rows without scores as unscored contacts', async () => {
    const row: object = { _id: 'cnt_old', workspace_id: 'ws_2', difference: 3 };
    await mongo.connection.collection('contact_counts').insertOne(row);
    const cells = await withCall(testCall('ws_2'), async () => counts.cells());
    expect(cells).toEqual([{ icp_tier: 'D', lead_score: 0, count: 3 }]);
  });

  it('does not compact workspaces with few rows', async () => {
    expect(await counts.compact()).toBe(0);
  });

  it('compacts a workspace to which this process has added many rows, once', async () => {
    await counts.compactMarked();
    const ofWorkspace = { workspace_id: 'ws_3' };
    const stored = mongo.connection.collection('contact_counts');
    await withCall(testCall('ws_3'), async () => {
      for (let index = 0; index < ADDED; index += 1) await counts.add([entered(index)]);
    });
    expect(await counts.compactMarked()).toBe(1);
    expect(await stored.countDocuments(ofWorkspace)).toBe(2);
    expect(await withCall(testCall('ws_3'), async () => counts.total())).toBe(ADDED);
    expect(await counts.compactMarked()).toBe(0);
  });
});
