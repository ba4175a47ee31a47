import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { createLogger, newId, withCall } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { connectMongo, defineModel, runAsSystem, tenantSchema, type Mongo } from '../src/index.ts';

interface Note {
  _id: string;
  workspace_id: string;
  text: string;
}

const seen: string[] = [];
let mongo: Mongo;
let notes: Model<Note>;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({
    uri: testMongoUri(),
    database: uniqueName('wall'),
    appName: 'test',
    logger,
    onTenantViolation: (description) => seen.push(description),
  });
  notes = defineModel(mongo.connection, 'notes', tenantSchema<Note>({ _id: String, text: String }));
  await mongo.start();
});

beforeEach(async () => {
  await runAsSystem('test set-up', async () => notes.deleteMany({}));
  await inside('ws_a', async () => notes.insertMany([{ _id: newId('n'), text: 'a' }]));
  await inside('ws_b', async () => notes.insertMany([{ _id: newId('n'), text: 'b' }]));
  seen.length = 0;
});

afterAll(async () => mongo.stop());

async function inside<T>(workspaceId: string, fn: () => Promise<T>): Promise<T> {
  return withCall(testCall(workspaceId), fn);
}

const OPERATIONS: readonly [string, () => Promise<unknown>][] = [
  ['find', async () => notes.find({}).lean()],
  ['findOne', async () => notes.findOne({ text: 'b' }).lean()],
  ['countDocuments', async () => notes.countDocuments({ text: 'b' })],
  ['distinct', async () => notes.distinct('text')],
  ['aggregate', async () => notes.aggregate([{ $match: { text: 'b' } }])],
  ['updateMany', async () => notes.updateMany({}, { $set: { text: 'changed' } })],
  ['updateOne', async () => notes.updateOne({ text: 'b' }, { $set: { text: 'changed' } })],
  ['findOneAndUpdate', async () => notes.findOneAndUpdate({ text: 'b' }, { $set: { text: 'changed' } })],
  ['findOneAndDelete', async () => notes.findOneAndDelete({ text: 'b' })],
  ['deleteMany', async () => notes.deleteMany({ text: 'b' })],
  ['deleteOne', async () => notes.deleteOne({ text: 'b' })],
  ['replaceOne', async () => notes.replaceOne({ text: 'b' }, { text: 'changed' })],
  [
    'bulkWrite',
    async () =>
      notes.bulkWrite([{ updateMany: { filter: { text: 'b' }, update: { $set: { text: 'changed' } } } }]),
  ],
];

describe('the tenant guard', () => {
  it.each(OPERATIONS)('%s never reaches another workspace', async (_name, operation) => {
    await inside('ws_a', operation);
    const others = await inside('ws_b', async () => notes.find({}).lean());
    expect(others.map((note) => note.text)).toEqual(['b']);
    expect(seen).toEqual([]);
  });

  it.each(OPERATIONS)('%s throws outside a call', async (_name, operation) => {
    await expect(operation()).rejects.toThrow('outside a call of a workspace');
  });

  it('writes the workspace of the call into saved and bulk-inserted documents', async () => {
    await inside('ws_a', async () => {
      await notes.create([{ _id: newId('n'), text: 'saved' }]);
      await notes.bulkWrite([{ insertOne: { document: { _id: newId('n'), text: 'bulk' } as Note } }]);
    });
    const found = await inside('ws_a', async () => notes.find({ text: { $in: ['saved', 'bulk'] } }).lean());
    expect(found.map((note) => note.workspace_id)).toEqual(['ws_a', 'ws_a']);
  });

  it('refuses a query that names another workspace', async () => {
    const foreign = inside('ws_a', async () => notes.find({ workspace_id: 'ws_b' }).lean());
    await expect(foreign).rejects.toThrow('another workspace');
  });

  it('reports a command on the wire that bypasses the models', async () => {
    await inside('ws_a', async () => mongo.connection.collection('notes').findOne({ text: 'b' }));
    expect(seen).toEqual(['find on notes names no workspace']);
  });
});
