import { join } from 'node:path';
import { BSON } from 'mongodb';
import {
  AckPolicy,
  DeliverPolicy,
  nanos,
  type ConsumerInfo,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { writeDocuments } from './document-file.ts';
import type { SavedStream } from './manifest.ts';

const API_TIMEOUT_MS = 5_000;
/** The broker removes the consumer of a killed backup after this time; the stream then deletes what it held. */
const INACTIVE_MS_MAX = 60_000;
const FETCH_MESSAGES_MAX = 256;
const FETCH_MS_MAX = 2_000;

/** Streams that keep every message until it is saved. */
export interface HeldStreams {
  /** Saves the messages that are in the streams now, and those that were in them since `holdStreams`. */
  save(folder: string): Promise<readonly SavedStream[]>;
  release(): Promise<void>;
}

/**
 * Adds a consumer to each stream. A stream deletes a message when all its consumers have acknowledged it, so from now on
 * it also keeps the messages that the services have handled.
 */
export async function holdStreams(
  connection: NatsConnection,
  streams: readonly string[],
): Promise<HeldStreams> {
  const manager = await connection.jetstreamManager({ timeout: API_TIMEOUT_MS });
  const names = await manager.streams.names().next();
  const existing = streams.filter((stream) => names.includes(stream));
  const held = await Promise.all(existing.map(async (stream) => hold(manager, stream)));
  return {
    save: async (folder) =>
      Promise.all(held.map(async (consumer) => saveStream({ connection, manager, consumer, folder }))),
    release: async () => {
      await Promise.all(
        held.map(async ({ stream_name: stream, name }) => manager.consumers.delete(stream, name)),
      );
    },
  };
}

async function hold(manager: JetStreamManager, stream: string): Promise<ConsumerInfo> {
  return manager.consumers.add(stream, {
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    inactive_threshold: nanos(INACTIVE_MS_MAX),
  });
}

interface Saving {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly consumer: ConsumerInfo;
  readonly folder: string;
}

async function saveStream({ folder, ...saving }: Saving): Promise<SavedStream> {
  const { stream_name: stream } = saving.consumer;
  const file = `streams/${stream}.bson.gz`;
  return { stream, file, ...(await writeDocuments(join(folder, file), messagesOf(saving))) };
}

/** The messages up to the last one of this moment, each as a BSON document. */
async function* messagesOf({
  connection,
  manager,
  consumer: { stream_name: stream, name },
}: Omit<Saving, 'folder'>): AsyncGenerator<Uint8Array> {
  const { last_seq: lastSequence } = (await manager.streams.info(stream)).state;
  const consumer = await connection.jetstream().consumers.get(stream, name);
  let { num_pending: pending } = await consumer.info();
  while (pending > 0) {
    const messages = await consumer.fetch({
      max_messages: Math.min(pending, FETCH_MESSAGES_MAX),
      expires: FETCH_MS_MAX,
    });
    for await (const message of messages) {
      pending = message.seq < lastSequence ? message.info.pending : 0;
      if (message.seq <= lastSequence) yield toDocument(message);
      message.ack();
    }
    // An erasure can delete a message that was counted.
    if (pending > 0) pending = (await consumer.info()).num_pending;
  }
}

function toDocument({ subject, headers, data }: JsMsg): Uint8Array {
  const pairs = (headers?.keys() ?? []).map((key) => [key, headers?.get(key) ?? '']);
  return BSON.serialize({ subject, headers: pairs, data: new BSON.Binary(data) });
}
