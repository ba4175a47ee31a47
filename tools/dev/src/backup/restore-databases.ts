import { join } from 'node:path';
import { BSON, type MongoClient } from 'mongodb';
import { PlainError } from '../plain-error.ts';
import { grouped, readDocuments } from './document-file.ts';
import type { SavedCollection } from './manifest.ts';

const BATCH = { countMax: 1_000, bytesMax: 8_388_608 };
/** Numbers keep their types: an integer does not become a double. */
const EXACT_TYPES = { promoteValues: false, bsonRegExp: true };
const ID_INDEX = '_id_';

/** @throws PlainError if a database has documents. */
export async function refuseDocuments(client: MongoClient, databases: readonly string[]): Promise<void> {
  const counts = await Promise.all(databases.map(async (name) => hasDocuments(client, name)));
  const filled = databases.filter((_name, at) => counts[at] === true);
  if (filled.length === 0) return;
  throw new PlainError(
    `These databases are not empty: ${filled.join(', ')}. Nothing was restored. With --overwrite they are deleted first.`,
  );
}

async function hasDocuments(client: MongoClient, database: string): Promise<boolean> {
  const db = client.db(database);
  const collections = await db.collections();
  const found = await Promise.all(collections.map(async (each) => each.findOne({})));
  return found.some((document) => document !== null);
}

/** Replaces the databases: collections with their documents first, then the indexes. */
export async function restoreDatabases(
  client: MongoClient,
  { folder, collections }: { readonly folder: string; readonly collections: readonly SavedCollection[] },
): Promise<void> {
  const databases = new Set(collections.map(({ database }) => database));
  await Promise.all([...databases].map(async (name) => client.db(name).dropDatabase()));
  for (const saved of collections) await restoreDocuments(client, { folder, saved });
  for (const saved of collections) await restoreIndexes(client, saved);
}

async function restoreDocuments(
  client: MongoClient,
  { folder, saved }: { readonly folder: string; readonly saved: SavedCollection },
): Promise<void> {
  const { database, name, options, file, count } = saved;
  const collection = await client.db(database).createCollection(name, options);
  for await (const group of grouped(readDocuments(join(folder, file)), BATCH)) {
    const documents = group.map((document) => BSON.deserialize(document, EXACT_TYPES));
    await collection.insertMany(documents, {
      ordered: false,
      bypassDocumentValidation: true,
      writeConcern: { w: 'majority' },
    });
  }
  const restored = await collection.countDocuments({});
  if (restored === count) return;
  throw new PlainError(
    `${database}.${name} has ${restored} documents and the backup has ${count}. Stop all services and restore again with --overwrite.`,
  );
}

async function restoreIndexes(
  client: MongoClient,
  { database, name, indexes }: SavedCollection,
): Promise<void> {
  const further = indexes.filter((index) => index['name'] !== ID_INDEX);
  if (further.length === 0) return;
  await client.db(database).command({ createIndexes: name, indexes: further });
}
