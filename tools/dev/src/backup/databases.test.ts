import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testMongoUri } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { BSON, MongoClient } from 'mongodb';
import { takeSnapshot } from './dump-databases.ts';
import { readCheckedManifest, writeManifest } from './manifest.ts';
import { refuseDocuments, restoreDatabases } from './restore-databases.ts';

/** Larger than a chunk of a file, so that documents cross the borders of chunks. */
const LARGE_CHARACTERS = 3_000_000;

interface Named {
  readonly _id: string;
  readonly [field: string]: unknown;
}

async function openDatabases() {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-databases-'));
  const client = await MongoClient.connect(testMongoUri());
  const names = ['first', 'second'].map((name) => `backup_${name}_${randomUUID()}`);
  const close = async (): Promise<void> => {
    await Promise.all(names.map(async (name) => client.db(name).dropDatabase()));
    await client.close();
    rmSync(folder, { recursive: true });
  };
  return { folder, client, names, close };
}

const { folder, client, names } = await sharedByTests(openDatabases);
const [first = '', second = ''] = names;

/** Documents as bytes, options and indexes of all collections. */
async function stateOf(): Promise<unknown> {
  const collections = (await Promise.all(names.map(async (name) => client.db(name).collections()))).flat();
  return Promise.all(
    collections
      .toSorted((one, other) => one.namespace.localeCompare(other.namespace))
      .map(({ dbName, collectionName }) => client.db(dbName).collection<Uint8Array>(collectionName))
      .map(async (collection) => ({
        name: collection.namespace,
        options: await collection.options(),
        indexes: await collection.listIndexes().toArray(),
        documents: (await collection.find({}, { raw: true, sort: { _id: 1 } }).toArray()).map((bytes) =>
          Buffer.from(bytes).toString('base64'),
        ),
      })),
  );
}

describe('a backup of databases', () => {
  it('restores documents, types, options and indexes of one point in time', async () => {
    const validator = { $jsonSchema: { required: ['_id'] } };
    const typed = await client.db(first).createCollection<Named>('typed', { validator });
    await typed.insertMany([
      { _id: 'numbers', int: new BSON.Int32(1), double: new BSON.Double(1), long: BSON.Long.fromNumber(1) },
      { _id: 'others', at: new Date(0), none: null, expression: /a/i, bytes: new BSON.Binary(Buffer.of(1)) },
      { _id: 'exact', decimal: BSON.Decimal128.fromString('0.10'), id: new BSON.ObjectId() },
      { _id: 'large', text: 'x'.repeat(LARGE_CHARACTERS), after: 'y' },
      { _id: 'small', list: [[], {}] },
    ]);
    const partialFilterExpression = { at: { $gt: new Date(0) } };
    await typed.createIndexes([{ key: { int: 1, at: -1 }, unique: true, partialFilterExpression }]);
    const plain = client.db(second).collection<{ _id: number; text?: string }>('plain');
    await plain.insertMany([{ _id: 1 }, { _id: 2 }]);
    await plain.createIndexes([{ key: { text: 1 }, expireAfterSeconds: 60, name: 'retention' }]);
    const before = await stateOf();

    const snapshot = await takeSnapshot(client, names);
    await plain.insertOne({ _id: 3 });
    await plain.updateOne({ _id: 1 }, { $set: { text: 'later' } });
    await typed.deleteOne({ _id: 'numbers' });
    const collections = [...(await snapshot.save(folder))];
    await snapshot.close();
    expect(await stateOf()).not.toEqual(before);
    writeManifest(folder, { version: 1, started_at: '', collections, streams: [] });

    await expect(refuseDocuments(client, names)).rejects.toThrow(`${first}, ${second}`);
    const manifest = await readCheckedManifest(folder);
    await restoreDatabases(client, { folder, collections: manifest.collections });
    expect(await stateOf()).toEqual(before);
  });

  it('refuses databases that do not exist', async () => {
    await expect(takeSnapshot(client, ['backup_absent'])).rejects.toThrow('backup_absent');
  });
});
