import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createUnits, type Units } from '@outreach/mongo-kit/units';
import { createLogger, newId, systemClock, withCall } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { createExportStore, type StoredExports } from '../src/export-store.ts';
import { insertExport } from '../src/manage-exports.ts';

const REQUESTS = 6;
const LIMIT = 5;

let mongo: Mongo;
let units: Units;
let stored: StoredExports;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('exports'), appName: 'test', logger });
  const { connection } = mongo;
  const outbox = { append: async () => undefined, wakeRelay: () => undefined };
  const ports = { clock: systemClock, ids: newId };
  units = createUnits({ ...ports, connection, outbox, serviceKey: Buffer.alloc(32, 1) });
  stored = createExportStore({ ...ports, mongo, units });
  await mongo.start();
  await units.createIndexes();
});
afterAll(async () => mongo.stop());

it('opens no more exports than the limit, however many requests arrive at once', async () => {
  const { jobs } = stored;
  const workspaceId = newId('ws');
  const start = async (index: number): Promise<boolean> =>
    units.unitOfWork(async () => {
      if ((await jobs.countOpen(LIMIT)) >= LIMIT) return false;
      const request = { workspaceId, content: { index }, format: 'csv' } as const;
      await insertExport({ jobs, clock: systemClock, newId }, request);
      return true;
    });
  const opened = await withCall(testCall(workspaceId), async () =>
    Promise.all(Array.from({ length: REQUESTS }, async (_, index) => start(index))),
  );
  expect(opened.filter(Boolean)).toHaveLength(LIMIT);
  expect(await withCall(testCall(workspaceId), async () => jobs.countOpen(LIMIT + 1))).toBe(LIMIT);
});
