import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import type { Environment } from '../app-environment.ts';
import { backendNames } from '../names.ts';
import { PlainError } from '../plain-error.ts';
import { takeSnapshot } from './dump-databases.ts';
import { holdStreams } from './held-streams.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { topologiesFrom } from './stream-settings.ts';

const FOLDER_OF_OWNER = 0o700;

export interface Servers {
  readonly mongodbUri: string;
  readonly natsUrl: string;
}

/** The gateway has no database. */
export const DATABASES: readonly string[] = backendNames.map((service) => `outreach_${service}`);

/**
 * Saves one point in time of all databases, and every event that it needs.
 *
 * An event of this point in time is in an outbox, which is in a database, or was published before. A published event that
 * a consumer has not handled by then is in a stream by then, because a consumer acknowledges after its commit. The streams
 * are held before the snapshot and saved after it, so the event is saved even if it was handled in between. Events that
 * were handled before are saved too; consumers handle an event once, however often they receive it.
 */
export async function createBackup(
  servers: Servers,
  { folder, env }: { readonly folder: string; readonly env: Environment },
): Promise<Manifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new PlainError(`${folder} is not empty; a backup needs a folder of its own.`);
  mkdirSync(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  await using closing = new AsyncDisposableStack();
  const client = closing.adopt(await MongoClient.connect(servers.mongodbUri), async (each) => each.close());
  const connection = await connect({ servers: servers.natsUrl.split(',') });
  closing.defer(async () => connection.close());
  const startedAt = new Date().toISOString();
  const held = await holdStreams(
    connection,
    topologiesFrom(env).map(({ stream }) => stream),
  );
  const { snapshot, streams } = await takeBoth();
  closing.defer(async () => snapshot.close());
  const collections = await snapshot.save(folder);
  const manifest = {
    version: 1 as const,
    started_at: startedAt,
    collections: [...collections],
    streams: [...streams],
  };
  writeManifest(folder, manifest);
  return manifest;

  async function takeBoth() {
    try {
      const taken = await takeSnapshot(client, DATABASES);
      return { snapshot: taken, streams: await held.save(folder) };
    } finally {
      await held.release();
    }
  }
}
