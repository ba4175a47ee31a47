import { join } from 'node:path';
import type { ClientSession, CollectionInfo, Db, MongoClient } from 'mongodb';
import { MongoServerError } from 'mongodb';
import { PlainError } from '../plain-error.ts';
import { writeDocuments } from './document-file.ts';
import type { SavedCollection } from './manifest.ts';

const BATCH_DOCUMENTS = 1_000;
const SNAPSHOT_TOO_OLD = 239;
const MS_PER_SECOND = 1_000;

/** A collection before its documents are saved. */
type Listed = Pick<SavedCollection, 'database' | 'name' | 'options' | 'indexes'> & { readonly id: string };

/** One point in time of several databases. */
export interface Snapshot {
  /** Saves the documents of this point in time. */
  save(folder: string): Promise<readonly SavedCollection[]>;
  close(): Promise<void>;
}

/**
 * The databases at this moment. The first read of a snapshot session sets the time of all its reads, on all databases;
 * it includes every write that was acknowledged before.
 */
export async function takeSnapshot(client: MongoClient, databases: readonly string[]): Promise<Snapshot> {
  const before = await listAll(client, databases);
  const [first] = before;
  if (first === undefined) throw new PlainError(`MongoDB has none of the databases ${databases.join(', ')}.`);
  const session = client.startSession({ snapshot: true });
  const startedMs = performance.now();
  await client.db(first.database).collection(first.name).findOne({}, { session });
  const collections = await listAll(client, databases);
  if (idsOf(collections) !== idsOf(before)) {
    await session.endSession();
    throw new PlainError('A collection was created or dropped while the backup started; start it again.');
  }
  return {
    save: async (folder) => {
      const saved: SavedCollection[] = [];
      for (const listed of collections)
        saved.push(await saveCollection(listed, { client, session, folder }).catch(explainAge(startedMs)));
      return saved;
    },
    close: async () => session.endSession(),
  };
}

const idsOf = (listed: readonly Listed[]): string => listed.map(({ id }) => id).join(' ');

async function listAll(client: MongoClient, databases: readonly string[]): Promise<readonly Listed[]> {
  const lists = await Promise.all(databases.map(async (name) => listOf(client.db(name))));
  return lists.flat().toSorted((one, other) => one.id.localeCompare(other.id));
}

async function listOf(db: Db): Promise<readonly Listed[]> {
  const own = { type: 'collection', name: { $not: /^system\./ } };
  const infos = await db.listCollections<CollectionInfo>(own, { nameOnly: false }).toArray();
  return Promise.all(
    infos.map(async ({ name, options = {}, info }) => ({
      database: db.databaseName,
      name,
      options,
      indexes: await db.collection(name).listIndexes().toArray(),
      id: `${db.databaseName}.${name} ${String(info?.uuid)}`,
    })),
  );
}

interface Dump {
  readonly client: MongoClient;
  readonly session: ClientSession;
  readonly folder: string;
}

async function saveCollection({ id, ...listed }: Listed, { client, session, folder }: Dump) {
  const { database, name } = listed;
  const file = `${database}/${name}.bson.gz`;
  const found = client.db(database).collection<Uint8Array>(name);
  const documents = found.find({}, { session, raw: true, batchSize: BATCH_DOCUMENTS });
  return { ...listed, file, ...(await writeDocuments(join(folder, file), documents)) };
}

/** The server keeps a snapshot for a limited time and never returns a later state in its place. */
function explainAge(startedMs: number): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof MongoServerError) || thrown.code !== SNAPSHOT_TOO_OLD) throw thrown;
    const seconds = Math.round((performance.now() - startedMs) / MS_PER_SECOND);
    throw new PlainError(
      `MongoDB has discarded the snapshot after ${String(seconds)} s, so the backup is incomplete. Set the server parameter minSnapshotHistoryWindowInSeconds (300 by default) to more seconds than the backup needs, or use mongodump --oplog.`,
    );
  };
}
