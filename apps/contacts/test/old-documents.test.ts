import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testCall, testMongoUri, uniqueName } from '@outreach/testing';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createLogger, withCall } from '@outreach/service-kit';
import { completeBatch } from '../src/contact-records/complete-documents.store.ts';
import { defineContacts } from '../src/contact-records/contact.store.ts';
import { toDocument } from '../src/contact-records/contact-document.store.ts';
import { randomContacts } from './model/random-contacts.ts';

const CONTACT_COUNT = 1_200;
let mongo: Mongo;
let contacts: ReturnType<typeof defineContacts>;

beforeAll(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('old'), appName: 'test', logger });
  contacts = defineContacts(mongo.connection);
  await mongo.start();
});

afterAll(async () => {
  await mongo.connection.dropDatabase();
  await mongo.stop();
});

/** Runs all batches, and returns their number. */
async function complete(): Promise<number> {
  let batchCount = 1;
  for (let after = await completeBatch(contacts); after !== undefined; batchCount += 1)
    after = await completeBatch(contacts, after);
  return batchCount;
}

describe('completeBatch', () => {
  it('adds the derived fields once to documents without them', async () => {
    const old = randomContacts(CONTACT_COUNT, 5).map(({ contact }) => {
      const { tokens, folded, ...document } = toDocument({ ...contact, custom_fields: {} }, []);
      return { old: document, derived: { tokens, folded } };
    });
    const rows = mongo.connection.collection<{ _id: string }>('contacts');
    await rows.insertMany(old.map(({ old: document }) => document));
    // 1,000 and 200 contacts, and the end; then no contact, and the end.
    expect(await complete()).toBe(3);
    expect(await complete()).toBe(2);
    const found = await withCall(testCall('ws_1'), async () => contacts.find().sort({ _id: 1 }).lean());
    expect(found.map(({ tokens, folded }) => ({ tokens, folded }))).toEqual(
      old.map(({ derived }) => derived),
    );
    expect(found.every((document) => document.last_activity_at === null)).toBe(true);
  });
});
