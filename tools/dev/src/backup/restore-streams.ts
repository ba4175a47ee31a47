import { join } from 'node:path';
import { ensureTopology, publishBytes, type Topology } from '@outreach/event-bus';
import { BSON } from 'mongodb';
import { headers, type JetStreamClient, type MsgHdrs, type NatsConnection } from 'nats';
import { z } from 'zod';
import { PlainError } from '../plain-error.ts';
import { grouped, readDocuments } from './document-file.ts';
import type { SavedStream } from './manifest.ts';

const API_TIMEOUT_MS = 5_000;
const BATCH = { countMax: 128, bytesMax: 8_388_608 };
const MESSAGE_ID = 'Nats-Msg-Id';

const messageSchema = z.object({
  subject: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  data: z.instanceof(BSON.Binary),
});
type SavedMessage = z.output<typeof messageSchema>;

/** @throws PlainError if a stream has messages. */
export async function refuseMessages(
  connection: NatsConnection,
  topologies: readonly Topology[],
): Promise<void> {
  const filled = await existingStreams(connection, topologies);
  const names = filled.flatMap(({ config, state }) => (state.messages > 0 ? [config.name] : []));
  if (names.length === 0) return;
  throw new PlainError(
    `These streams are not empty: ${names.join(', ')}. Nothing was restored. With --overwrite they are deleted first.`,
  );
}

async function existingStreams(connection: NatsConnection, topologies: readonly Topology[]) {
  const manager = await connection.jetstreamManager({ timeout: API_TIMEOUT_MS });
  const names = topologies.map(({ stream }) => stream);
  const infos = await manager.streams.list().next();
  return infos.filter(({ config }) => names.includes(config.name));
}

/** Deletes the streams. A stream that stays would drop the messages whose ids it has received within minutes. */
export async function deleteStreams(
  connection: NatsConnection,
  topologies: readonly Topology[],
): Promise<void> {
  const manager = await connection.jetstreamManager({ timeout: API_TIMEOUT_MS });
  const existing = await existingStreams(connection, topologies);
  await Promise.all(existing.map(async ({ config }) => manager.streams.delete(config.name)));
}

export interface StreamRestore {
  readonly folder: string;
  readonly streams: readonly SavedStream[];
  readonly topologies: readonly Topology[];
}

/** Creates the streams with their durables, and publishes the saved messages with their ids and headers. */
export async function restoreStreams(
  connection: NatsConnection,
  { folder, streams, topologies }: StreamRestore,
): Promise<void> {
  for (const topology of topologies) await ensureTopology(connection, topology);
  const client = connection.jetstream();
  for (const { file } of streams) {
    for await (const group of grouped(readDocuments(join(folder, file)), BATCH))
      await Promise.all(group.map(async (document) => publish(client, document)));
  }
}

async function publish(client: JetStreamClient, document: Uint8Array): Promise<void> {
  const saved = messageSchema.parse(BSON.deserialize(document));
  const all = toHeaders(saved);
  const result = await publishBytes(client, {
    subject: saved.subject,
    bytes: saved.data.value(),
    messageId: all.get(MESSAGE_ID),
    headers: all,
  });
  if (result.outcome !== 'stored')
    throw new PlainError(
      `A saved event could not be published to ${saved.subject}: ${result.reason}. Restore again with --overwrite.`,
    );
}

function toHeaders({ headers: pairs }: SavedMessage): MsgHdrs {
  const all = headers();
  for (const [key, value] of pairs) all.set(key, value);
  return all;
}
