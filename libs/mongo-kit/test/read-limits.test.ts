import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { createLogger, withCall } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, defineModel, tenantSchema, type Mongo } from '../src/index.ts';

interface Thing {
  readonly _id: string;
  readonly name: string;
}

const DOCUMENTS = 400;
const DOCUMENT_MS = 50;
/** Time of a read of all documents. */
const SLOW_MS = DOCUMENTS * DOCUMENT_MS;
const SHORT_MS = 300;
const SLOW = { $where: `sleep(${DOCUMENT_MS}) || false` };

let mongo: Mongo;
let things: Model<Thing>;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('limits'), appName: 'test', logger });
  things = defineModel(mongo.connection, 'things', tenantSchema<Thing>({ _id: String, name: String }));
  await mongo.start();
  const documents = Array.from({ length: DOCUMENTS }, (_, index) => ({ _id: `${index}`, name: `${index}` }));
  await withCall(testCall('ws_1'), async () => things.insertMany(documents, { lean: true }));
});

afterAll(async () => mongo.stop());

/** Operations on the collection that the server works on. */
async function runningCount(): Promise<number> {
  const pipeline = [{ $currentOp: {} }, { $match: { ns: `${mongo.connection.name}.things` } }];
  const admin = mongo.connection.getClient().db('admin');
  return (await admin.aggregate(pipeline).toArray()).length;
}

const READS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['find', async () => things.find(SLOW).lean()],
  ['findOne', async () => things.findOne(SLOW).lean()],
  ['countDocuments', async () => things.countDocuments({ $expr: slowExpression() })],
  ['distinct', async () => things.distinct('name', SLOW)],
  ['aggregate', async () => things.aggregate([{ $match: { $expr: slowExpression() } }])],
];

/** `$where` is not allowed in an aggregation, which a count is. */
function slowExpression() {
  return { $function: { body: `function() { sleep(${DOCUMENT_MS}); return false; }`, args: [], lang: 'js' } };
}

describe.each(READS)('%s in a call', (_name, read) => {
  it('ends at the deadline of the call, on the server too', async () => {
    const startedAtMs = performance.now();
    const reading = withCall(testCall('ws_1', { deadlineAtMs: Date.now() + SHORT_MS }), read);
    await expect(reading).rejects.toMatchObject({ kind: 'deadline' });
    expect(performance.now() - startedAtMs).toBeLessThan(SLOW_MS / 2);
    await eventually(async () => expect(await runningCount()).toBe(0), { timeoutMs: SLOW_MS / 2 });
  });

  it('ends when the caller no longer waits, on the server too', async () => {
    const gone = new AbortController();
    const startedAtMs = performance.now();
    const reading = withCall(testCall('ws_1', { signal: gone.signal }), read);
    const refused = expect(reading).rejects.toMatchObject({ kind: 'deadline' });
    await pause(SHORT_MS);
    gone.abort();
    await refused;
    expect(performance.now() - startedAtMs).toBeLessThan(SLOW_MS / 2);
    await eventually(async () => expect(await runningCount()).toBe(0), { timeoutMs: SLOW_MS / 2 });
  });
});
