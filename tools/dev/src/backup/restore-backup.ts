import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import type { Environment } from '../app-environment.ts';
import { DATABASES, type Servers } from './create-backup.ts';
import { readCheckedManifest, type Manifest } from './manifest.ts';
import { refuseDocuments, restoreDatabases } from './restore-databases.ts';
import { deleteStreams, refuseMessages, restoreStreams } from './restore-streams.ts';
import { topologiesFrom } from './stream-settings.ts';

export interface Restore {
  readonly folder: string;
  readonly env: Environment;
  /** Deletes the documents and messages that the servers have. */
  readonly isOverwriting: boolean;
}

/** Replaces the state of an installation whose services are stopped by a backup. */
export async function restoreBackup(
  servers: Servers,
  { folder, env, isOverwriting }: Restore,
): Promise<Manifest> {
  const manifest = await readCheckedManifest(folder);
  const topologies = topologiesFrom(env);
  await using closing = new AsyncDisposableStack();
  const client = closing.adopt(await MongoClient.connect(servers.mongodbUri), async (each) => each.close());
  const connection = await connect({ servers: servers.natsUrl.split(',') });
  closing.defer(async () => connection.close());
  if (!isOverwriting) {
    await refuseDocuments(client, DATABASES);
    await refuseMessages(connection, topologies);
  }
  await deleteStreams(connection, topologies);
  await restoreDatabases(client, { folder, collections: manifest.collections });
  await restoreStreams(connection, { folder, streams: manifest.streams, topologies });
  return manifest;
}
