import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createLogger } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import type { StagedFiles } from '../src/imports/ports.ts';
import { createStagedFiles } from '../src/imports/staged-file.store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const FILE_BYTES = 200_000;

let mongo: Mongo;
let files: StagedFiles;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('staged'), appName: 'test', logger });
  await mongo.start();
  files = createStagedFiles(mongo.connection);
});

afterAll(async () => mongo.stop());

const chunkCount = async (): Promise<number> =>
  mongo.connection.collection('staged.chunks').countDocuments({});

describe('a file whose upload was never completed', () => {
  it('is found a day later, and deleting it leaves no chunk', async () => {
    const file = files.open('half.csv');
    await file.write(Buffer.alloc(FILE_BYTES, 'x'));
    await eventually(async () => expect(await chunkCount()).toBeGreaterThan(0));
    expect(await files.uploadedBefore(new Date(Date.now() - DAY_MS))).toEqual([]);
    expect(await files.uploadedBefore(new Date(Date.now() + DAY_MS))).toEqual([file.id]);
    await files.remove(file.id);
    expect(await chunkCount()).toBe(0);
  });
});

describe('a complete file', () => {
  it('is found once', async () => {
    const file = files.open('whole.csv');
    await file.write(Buffer.alloc(FILE_BYTES, 'x'));
    await file.close();
    expect(await files.uploadedBefore(new Date(Date.now() + DAY_MS))).toEqual([file.id]);
    await files.remove(file.id);
    expect(await files.uploadedBefore(new Date(Date.now() + DAY_MS))).toEqual([]);
  });
});
