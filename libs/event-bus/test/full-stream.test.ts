import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connected, eventually } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import type { JetStreamClient } from 'nats';
import { createConsumer } from '../src/consumer/index.ts';
import { ensureTopology, publishBytes, subjectOf, topologyOf, type Topology } from '../src/index.ts';
import { catalogue, logger, openBus, thing, type Bus } from './bus-harness.ts';

const STREAM_BYTES = 1_048_576;
const MESSAGE_BYTES = 65_536;

let bus: Bus;
let campaigns: Topology;

beforeEach(async () => {
  bus = await openBus(testNatsUrl());
  campaigns = { ...topologyOf(bus.streams, 'campaigns'), maxBytes: STREAM_BYTES };
});
afterEach(async () => bus.stop());

async function publishToCampaigns(jetstream: JetStreamClient, n: number): Promise<string> {
  const bytes = JSON.stringify({ ...thing(n), padding: 'x'.repeat(MESSAGE_BYTES) });
  const subject = subjectOf(campaigns, 'campaigns', 'email.sent');
  return (await publishBytes(jetstream, { subject, bytes, messageId: `m${n}` })).outcome;
}

/** Publishes until the stream refuses a message. */
async function fill(jetstream: JetStreamClient): Promise<void> {
  for (let n = 0; n < STREAM_BYTES / MESSAGE_BYTES; n += 1) {
    if ((await publishToCampaigns(jetstream, n)) !== 'stored') return;
  }
  throw new Error('The stream is not full.');
}

describe('a full stream whose consumer is stalled', () => {
  it('leaves publishing and handling of the events of other services alone', async () => {
    const connection = await connected(bus.link);
    await ensureTopology(connection, campaigns);
    const hanging = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    const shared = { ...bus, catalogue, logger };
    const stalled = createConsumer({
      ...shared,
      topology: campaigns,
      durable: 'webhooks-campaigns',
      handleBatch: async () => hanging.promise,
    });
    const working = createConsumer({
      ...shared,
      durable: 'webhooks-contacts',
      handleBatch: async (events) => {
        seen.push(...events.map(({ id }) => id));
        return Promise.resolve();
      },
    });
    const relay = bus.relay();
    const resources = [relay, stalled, working];
    for (const resource of resources) await resource.start();
    try {
      await fill(connection.jetstream());
      const events = Array.from({ length: 500 }, (_, n) => thing(n));
      await bus.commit(events);
      await bus.isDrained();
      await eventually(() => expect(seen.toSorted()).toEqual(events.map(({ id }) => id)));
      expect(await publishToCampaigns(connection.jetstream(), -1)).toBe('later');
    } finally {
      hanging.resolve(undefined);
      for (const resource of resources) await resource.stop();
    }
  });
});
