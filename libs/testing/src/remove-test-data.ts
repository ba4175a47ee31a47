import { subscribe } from 'node:diagnostics_channel';
import { MongoClient, type Db } from 'mongodb';
import { connect } from 'nats';

const names = new Set<string>();

// tools/jest/run-file.mjs publishes a list after each test file and waits for the promises in it.
subscribe('outreach.file-end', (promises) => {
  if (!Array.isArray(promises)) return;
  const ended = [...names];
  names.clear();
  if (ended.length > 0) promises.push(dropDatabases(ended), deleteStreams(ended));
});

/**
 * Removes the database of this name, and the streams whose names begin with it, at the end of the test file. MongoDB
 * creates collections three times slower beside the databases of 200 earlier files, and NATS reserves the size of every
 * stream.
 */
export function removeAtFileEnd(name: string): void {
  names.add(name);
}

async function dropDatabases(ended: readonly string[]): Promise<void> {
  const uri = process.env['MONGODB_URI'] ?? '';
  if (uri === '') return;
  const client = await MongoClient.connect(uri);
  try {
    for (const name of ended) await dropDatabase(client.db(name));
  } finally {
    await client.close();
  }
}

/** Collections are dropped first: MongoDB waits half a second before it drops a database that has some. */
async function dropDatabase(database: Db): Promise<void> {
  const collections = await database.collections();
  // The collection of the profiler cannot be dropped alone while it is used.
  const own = collections.filter(({ collectionName }) => !collectionName.startsWith('system.'));
  await Promise.all(own.map(async (collection) => collection.drop()));
  await database.dropDatabase();
}

async function deleteStreams(ended: readonly string[]): Promise<void> {
  const url = process.env['NATS_URL'] ?? '';
  if (url === '') return;
  const connection = await connect({ servers: url });
  try {
    const manager = await connection.jetstreamManager();
    for await (const stream of manager.streams.names())
      if (ended.some((name) => stream.startsWith(name))) await manager.streams.delete(stream);
  } finally {
    await connection.close();
  }
}
