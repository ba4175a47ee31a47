import type { MongoClient } from 'mongodb';

/** Databases of MongoDB itself. */
const SERVER_DATABASES = ['admin', 'config', 'local'];

/** The collections of all services that contain one of the values, as `database.collection`. */
export async function collectionsWith(
  mongo: MongoClient,
  values: readonly (string | Buffer)[],
): Promise<string[]> {
  const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
  const own = databases.filter(({ name }) => !SERVER_DATABASES.includes(name));
  if (own.length <= 2) throw new Error(`Only ${own.length} databases were found.`);
  const found: string[] = [];
  for (const { name } of own) {
    for (const { name: collection } of await mongo.db(name).listCollections().toArray())
      if (await hasOne(mongo.db(name).collection(collection), values)) found.push(`${name}.${collection}`);
  }
  return found.toSorted();
}

async function hasOne(
  collection: ReturnType<ReturnType<MongoClient['db']>['collection']>,
  values: readonly (string | Buffer)[],
): Promise<boolean> {
  // Records stay bytes: fields of every type and stored replies are searched alike.
  for await (const record of collection.find({}, { raw: true })) {
    const bytes = Buffer.from(Object(record));
    if (values.some((value) => bytes.includes(value))) return true;
  }
  return false;
}

/** A time as a record contains it: milliseconds since 1970 in 64 bits. */
export function storedTime(time: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(Date.parse(time)));
  return bytes;
}
