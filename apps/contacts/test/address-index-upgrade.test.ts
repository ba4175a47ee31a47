import { describe, expect, it, jest } from '@jest/globals';
import { createLogger, withCall } from '@outreach/service-kit';
import { testCall, testMongoUri } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connectMongo, findSortedSlice } from '@outreach/mongo-kit';
import type { Collection, Db } from 'mongodb';
import { toDocument, type ContactDocument } from '../src/contact-records/contact-document.store.ts';
import { sliceContacts } from '../src/contact-records/contact-slices.store.ts';
import { defineContacts } from '../src/contact-records/contact.store.ts';
import { startContacts, written } from './contacts-harness.ts';
import { randomContacts } from './model/random-contacts.ts';

jest.setTimeout(60_000);

const WORKSPACE_ID = 'ws_1';
const CONTACTS_PER_ADDRESS = 4;
const ADDRESS_COUNT = 8;
const ALL = ADDRESS_COUNT * CONTACTS_PER_ADDRESS;
const ADDRESSES_WRITTEN_BY_BOTH = 20;
const DAY_MS = 86_400_000;
const DUPLICATE_KEY = 11_000;

const rowsOf = (database: Db): Collection<ContactDocument> => database.collection('contacts');

/** Some contacts of each address, of which every second address has one that is not deleted. */
const stored: readonly ContactDocument[] = randomContacts(ALL, 11).map(({ contact }, index) => {
  const address = index % ADDRESS_COUNT;
  const isLive = index < ADDRESS_COUNT && address % 2 === 0;
  const deletion = { is_deleted: !isLive, deleted_at: isLive ? null : new Date(index * DAY_MS) };
  const email = `person${address}@acme.example`;
  return { ...toDocument({ ...contact, custom_fields: {}, email, ...deletion }, []), last_activity_at: null };
});

/** The contacts and their indexes as the previous version has them. */
async function givenPrevious(database: Db): Promise<void> {
  const rows = rowsOf(database);
  await rows.createIndexes([
    {
      key: { workspace_id: 1, email: 1 },
      unique: true,
      partialFilterExpression: { is_deleted: false },
      name: 'identity',
    },
    { key: { workspace_id: 1, is_deleted: 1, email: 1, _id: 1 }, name: 'by_email' },
  ]);
  await rows.insertMany([...stored]);
}

const app = await sharedByTests(async () => {
  const service = await startContacts({}, givenPrevious);
  const mongo = connectMongo({
    uri: testMongoUri(),
    database: service.database.databaseName,
    appName: 'test',
    logger: createLogger({ name: 'test', level: 'silent' }),
    buildsIndexes: false,
  });
  await mongo.start();
  const stop = async () => {
    await mongo.stop();
    await service.stop();
  };
  return { ...service, model: defineContacts(mongo.connection), stop };
});
const rows = rowsOf(app.database);
const call = () => testCall(WORKSPACE_ID);

async function indexNames(): Promise<unknown[]> {
  return (await rows.indexes()).map(({ name }) => name);
}

interface ListQuery {
  readonly descending: boolean;
  readonly includeDeleted: boolean;
  readonly pageSize: number;
}

/** A page of this version. */
async function readPage({ descending, includeDeleted, pageSize }: ListQuery, after: unknown) {
  return sliceContacts(app.model, {
    query: { is_deleted: includeDeleted ? { $in: [false, true] } : false },
    columns: [{ path: 'email', descending, isNullable: false }],
    equalityPaths: [],
    hasWords: false,
    includesDeleted: includeDeleted,
    pageSize,
    after,
    matchCount: undefined,
  });
}

/** A page of the previous version: it reads along `by_email`, which has `_id` as its last key. */
async function readPreviousPage({ descending, includeDeleted, pageSize }: ListQuery, after: unknown) {
  return findSortedSlice({
    model: app.model,
    filter: { is_deleted: includeDeleted ? { $in: [false, true] } : false },
    keys: [{ path: 'email', descending, isNullable: false }],
    isIndexed: true,
    hint: 'by_email',
    size: pageSize,
    after,
  });
}

/** Inserts a contact like the previous version, which has read before that the address is free. */
async function insertLikePrevious(id: string, email: string): Promise<void> {
  const [template] = stored;
  if (template === undefined) throw new Error('There is no stored contact.');
  await rows.insertOne({ ...template, _id: id, email, is_deleted: false, deleted_at: null });
}

describe('a database of the version with the indexes identity and by_email', () => {
  it('has the indexes of both versions after the start', async () => {
    expect(await indexNames()).toEqual(expect.arrayContaining(['identity', 'by_email', 'by_address']));
  });

  it.each(
    [false, true].flatMap((descending) =>
      [false, true].flatMap((includeDeleted) =>
        [1, 3, 5].map((pageSize) => ({ descending, includeDeleted, pageSize })),
      ),
    ),
  )('has each contact once when both versions read pages in turn: %j', async (query) => {
    const shown = stored.filter(({ is_deleted }) => query.includeDeleted || !is_deleted);
    const keyOf = ({ email, _id }: ContactDocument) => `${email} ${_id}`;
    const ascending = shown.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const expected = query.descending ? ascending.toReversed() : ascending;
    for (const readers of [
      [readPreviousPage, readPage],
      [readPage, readPreviousPage],
    ] as const) {
      const found: string[] = [];
      let after: unknown;
      for (let pageCount = 0; pageCount === 0 || after !== undefined; pageCount += 1) {
        const read = readers[pageCount % 2] ?? readPage;
        const { items, next } = await withCall(call(), async () => read(query, after));
        found.push(...items.map(({ _id }) => _id));
        after = next;
      }
      expect(found).toEqual(expected.map(({ _id }) => _id));
    }
  });

  it('has one contact per address while both versions create contacts', async () => {
    const emails = Array.from(
      { length: ADDRESSES_WRITTEN_BY_BOTH },
      (_, index) => `both${index}@acme.example`,
    );
    const [previous, current] = await Promise.all([
      Promise.allSettled(emails.map(async (email, index) => insertLikePrevious(`ct_P${index}`, email))),
      Promise.all(emails.map(async (email) => app.client.createContact(call(), written({ email })))),
    ]);
    const live = await rows.find({ email: { $in: emails }, is_deleted: false }).toArray();
    expect(live).toHaveLength(emails.length);
    const ids = new Map(live.map(({ email, _id }) => [email, _id]));
    for (const { contact } of current) expect(contact?.id).toBe(ids.get(contact?.email ?? ''));
    for (const [index, { status }] of previous.entries())
      expect(status === 'fulfilled').toBe(ids.get(emails[index] ?? '') === `ct_P${index}`);
  });

  it('accepts deletions of the previous version, and refuses its restore of a taken address', async () => {
    const email = 'turns@acme.example';
    const ids = ['ct_T1', 'ct_T2', 'ct_T3'];
    for (const [index, _id] of ids.entries()) {
      await insertLikePrevious(_id, email);
      await rows.updateOne({ _id }, { $set: { is_deleted: true, deleted_at: new Date(index) } });
    }
    const { contact, created } = await app.client.createContact(call(), written({ email }));
    expect(created).toBe(true);
    const restore = async (_id: string) =>
      rows.updateOne({ _id }, { $set: { is_deleted: false, deleted_at: null } });
    await expect(restore('ct_T2')).rejects.toMatchObject({ code: DUPLICATE_KEY });
    await app.client.deleteContact(call(), { id: contact?.id ?? '', deletion_reason: undefined });
    await restore('ct_T2');
    const again = await app.client.createContact(call(), written({ email }));
    expect(again).toMatchObject({ created: false, contact: { id: 'ct_T2' } });
  });
});

describe('contact-indexes prune', () => {
  it('drops the indexes of the previous version once', async () => {
    expect(await app.pruneIndexes()).toEqual({ dropped: ['identity', 'by_email'] });
    expect(await app.pruneIndexes()).toEqual({ dropped: [] });
    const names = await indexNames();
    for (const name of ['identity', 'by_email']) expect(names).not.toContain(name);
    const query = { descending: false, includeDeleted: false, pageSize: 1 };
    const { items } = await withCall(call(), async () => readPage(query, undefined));
    expect(items).toHaveLength(1);
    await expect(insertLikePrevious('ct_Z', items[0]?.email ?? '')).rejects.toMatchObject({
      code: DUPLICATE_KEY,
    });
  });

  it('drops nothing while an index of this version is missing', async () => {
    await rows.createIndexes([{ key: { workspace_id: 1, email: 1 }, name: 'identity' }]);
    await rows.dropIndex('by_address');
    await expect(app.pruneIndexes()).rejects.toThrow('contacts.by_address');
    expect(await indexNames()).toContain('identity');
  });
});
