import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connectMongo, defineModel, systemSchema } from '../src/index.ts';

interface Item {
  readonly _id: number;
  readonly text: string;
}

/** The index of so many documents is built for longer than the interval of two checks. */
const ITEM_COUNT = 60_000;

const mongo = await sharedByTests(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const options = { uri: testMongoUri(), database: uniqueName('indexes'), appName: 'test', logger };
  const connected = connectMongo({ ...options, buildsIndexes: false });
  await connected.start();
  return connected;
});

describe('missingIndexes', () => {
  it('names an index until it is built and queries can use it', async () => {
    const schema = systemSchema<Item>({ _id: Number, text: String }, [[{ text: 1 }, { name: 'by_text' }]]);
    const items = defineModel(mongo.connection, 'items', schema);
    expect(await mongo.missingIndexes()).toEqual(['items.by_text']);
    const rows = Array.from({ length: ITEM_COUNT }, (_, _id) => ({ _id, text: `text ${_id % 997}` }));
    await items.insertMany(rows, { lean: true });
    const built = mongo.buildIndexes();
    await eventually(async () => expect(await mongo.missingIndexes()).toEqual([]));
    expect(await items.findOne({ text: 'text 1' }).hint('by_text')).not.toBeNull();
    await built;
  });
});
