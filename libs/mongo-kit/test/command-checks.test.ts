import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Collection } from 'mongoose';
import { createLogger } from '@outreach/service-kit';
import { metrics } from '@outreach/service-kit/metrics';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, defineModel, tenantSchema, type Mongo } from '../src/index.ts';

interface Note {
  _id: string;
  text: string;
}

const VIOLATIONS = 'tenant_guard_violations_total';
let mongo: Mongo;

/** As in production: without a callback, commands are checked before the driver. */
beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('probes'), appName: 'test', logger });
  defineModel(mongo.connection, 'notes', tenantSchema<Note>({ _id: String, text: String }));
  await mongo.start();
});

beforeEach(() => {
  metrics.registry.getSingleMetric(VIOLATIONS)?.reset();
});

afterAll(async () => mongo.stop());

type Owner = Readonly<Record<string, string>>;
type Call = (notes: Collection<Owner>, owner: Owner) => unknown;

/** Bypasses the models; `owner` is the workspace, or nothing. */
const CALLS: readonly (readonly [string, Call])[] = [
  ['find', (notes, owner) => notes.find(owner).toArray()],
  ['findOne', async (notes, owner) => notes.findOne(owner)],
  ['countDocuments', async (notes, owner) => notes.countDocuments(owner)],
  ['distinct', async (notes, owner) => notes.distinct('text', owner)],
  ['aggregate', async (notes, owner) => notes.aggregate([{ $match: owner }]).toArray()],
  ['findOneAndUpdate', async (notes, owner) => notes.findOneAndUpdate(owner, { $set: { text: 'x' } })],
  ['findOneAndReplace', async (notes, owner) => notes.findOneAndReplace(owner, { text: 'x', ...owner })],
  ['findOneAndDelete', async (notes, owner) => notes.findOneAndDelete(owner)],
  ['updateOne', async (notes, owner) => notes.updateOne(owner, { $set: { text: 'x' } })],
  ['updateMany', async (notes, owner) => notes.updateMany(owner, { $set: { text: 'x' } })],
  ['replaceOne', async (notes, owner) => notes.replaceOne(owner, { text: 'x', ...owner })],
  ['deleteOne', async (notes, owner) => notes.deleteOne(owner)],
  ['deleteMany', async (notes, owner) => notes.deleteMany(owner)],
  ['insertOne', async (notes, owner) => notes.insertOne({ text: 'x', ...owner })],
  ['insertMany', async (notes, owner) => notes.insertMany([{ workspace_id: 'ws_a' }, { ...owner }])],
  ['bulkWrite', async (notes, owner) => notes.bulkWrite([{ insertOne: { document: { ...owner } } }])],
  ['bulkWrite', async (notes, owner) => notes.bulkWrite([{ deleteMany: { filter: owner } }])],
];

async function counted(call: Call, owner: Owner): Promise<unknown> {
  await call(mongo.connection.collection('notes'), owner);
  const counts = (await metrics.registry.getSingleMetric(VIOLATIONS)?.get())?.values ?? [];
  return counts.map(({ labels, value }) => [labels['collection'], labels['command'], value]);
}

describe('in production', () => {
  it.each(CALLS)('%s without a workspace is counted, and with one is not', async (method, call) => {
    expect(await counted(call, { workspace_id: 'ws_a' })).toEqual([]);
    expect(await counted(call, {})).toEqual([['notes', method, 1]]);
  });

  it('reads no reply twice', () => {
    expect(mongo.connection.getClient().options.monitorCommands).toBe(false);
  });
});
