import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ensureTopology, publishBytes, subjectOf, topologyOf } from '@outreach/event-bus';
import { eventually } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connect, headers, type JsMsg } from 'nats';
import { holdStreams } from './held-streams.ts';
import { deleteStreams, refuseMessages, restoreStreams } from './restore-streams.ts';

const STREAM_BYTES_MAX = 1_048_576;
const RECEIVE_MS_MAX = 5_000;

async function openStream() {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-streams-'));
  const connection = await connect({ servers: testNatsUrl() });
  const prefix = `backup_${randomUUID()}`;
  const settings = { prefix, subjectPrefix: prefix, maxBytes: STREAM_BYTES_MAX, replicas: 1 };
  const topology = topologyOf(settings, 'webhooks');
  await ensureTopology(connection, topology);
  const close = async (): Promise<void> => {
    await deleteStreams(connection, [topology]);
    await connection.close();
    rmSync(folder, { recursive: true });
  };
  return { folder, connection, topology, close };
}

const { folder, connection, topology } = await sharedByTests(openStream);
const jetstream = connection.jetstream();

/** Publishes an event that only one durable receives. */
async function publish(id: string): Promise<void> {
  const all = headers();
  all.set('traceparent', `trace of ${id}`);
  const subject = subjectOf(topology, 'webhooks', 'webhook.test');
  const message = { subject, bytes: id, messageId: id, headers: all };
  expect(await publishBytes(jetstream, message)).toEqual({ outcome: 'stored' });
}

/** Handles the next message as the service does. */
async function handleNext(): Promise<JsMsg> {
  const consumer = await jetstream.consumers.get(topology.stream, 'webhooks-webhooks');
  const message = await consumer.next({ expires: RECEIVE_MS_MAX });
  if (message === null) throw new Error('The durable has no message.');
  expect(await message.ackAck()).toBe(true);
  return message;
}

async function messageCount(): Promise<number> {
  const manager = await connection.jetstreamManager();
  return (await manager.streams.info(topology.stream)).state.messages;
}

describe('a backup of streams', () => {
  it('has the messages that were handled between the hold and the save, and restores them with their ids', async () => {
    await publish('first');
    const held = await holdStreams(connection, [topology.stream, 'absent']);
    await publish('second');
    await handleNext();
    await handleNext();
    const streams = await held.save(folder);
    await held.release();
    expect(streams.map(({ stream, count }) => ({ stream, count }))).toEqual([
      { stream: topology.stream, count: 2 },
    ]);
    // The stream is free again, and its server has received both ids.
    await eventually(async () => expect(await messageCount()).toBe(0));
    await deleteStreams(connection, [topology]);
    await restoreStreams(connection, { folder, streams, topologies: [topology] });
    await expect(refuseMessages(connection, [topology])).rejects.toThrow(topology.stream);
    const received = [await handleNext(), await handleNext()];
    expect(
      received.map((message) => [message.string(), message.headers?.get('traceparent'), message.subject]),
    ).toEqual([
      ['first', 'trace of first', `${topology.subjectPrefix}.webhooks.webhook.test`],
      ['second', 'trace of second', `${topology.subjectPrefix}.webhooks.webhook.test`],
    ]);
    expect(received.map(({ headers: all }) => all?.get('Nats-Msg-Id'))).toEqual(['first', 'second']);
  });
});
