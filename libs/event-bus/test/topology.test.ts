import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import { AckPolicy, RetentionPolicy, type JetStreamManager } from 'nats';
import { DURABLES, ensureTopology, isReceived, subjectOf, topologyOf, type Topology } from '../src/index.ts';
import { openBus, type Bus } from './bus-harness.ts';

let bus: Bus;
let campaigns: Topology;

beforeEach(async () => {
  bus = await openBus(testNatsUrl());
  campaigns = topologyOf(bus.streams, 'campaigns');
  await eventually(() => connection());
});
afterEach(async () => {
  await bus.stop();
});

function connection() {
  const live = bus.link.current();
  if (live === undefined) throw new Error('The broker is not connected.');
  return live;
}

/** Waiting messages of each durable that receives events of the campaigns service. */
async function waiting(manager: JetStreamManager): Promise<Record<string, number>> {
  const rows = DURABLES.filter(({ service }) => service === 'campaigns');
  const counts = rows.map(async ({ durable }) => {
    const { num_pending } = await manager.consumers.info(campaigns.stream, durable);
    return [durable, num_pending] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** The broker counts a message shortly after it has acknowledged it. */
async function expectWaiting(manager: JetStreamManager, expected: Record<string, number>): Promise<void> {
  await eventually(async () => expect(await waiting(manager)).toMatchObject(expected));
}

async function publish(type: string): Promise<void> {
  await connection()
    .jetstream()
    .publish(subjectOf(campaigns, 'campaigns', type), '{}');
}

describe('the durables', () => {
  it('receive the families of their table entry and no other', async () => {
    await ensureTopology(connection(), campaigns);
    for (const type of ['campaign.paused', 'enrollment.stopped', 'engagement.machine_opened', 'email.sent'])
      await publish(type);
    const manager = await connection().jetstreamManager();
    await expectWaiting(manager, { 'webhooks-campaigns': 2, 'contacts-campaigns': 3 });
  });

  it('are updated to changed filters and keep their waiting messages', async () => {
    const manager = await connection().jetstreamManager();
    const { stream, subjects } = campaigns;
    await manager.streams.add({
      name: stream,
      subjects: [subjects],
      retention: RetentionPolicy.Interest,
      max_bytes: campaigns.maxBytes,
    });
    await manager.consumers.add(stream, {
      durable_name: 'webhooks-campaigns',
      ack_policy: AckPolicy.Explicit,
      filter_subjects: [subjectOf(campaigns, 'campaigns', '>')],
    });
    await publish('email.sent');
    await ensureTopology(connection(), campaigns);
    await ensureTopology(connection(), campaigns);
    await publish('enrollment.stopped');
    await publish('email.sent');
    await expectWaiting(manager, { 'webhooks-campaigns': 2 });
  });

  it('receive a type when their entry names its family, or no families', () => {
    const row = { durable: 'd', service: 's' };
    expect([
      isReceived(row, 'email.sent'),
      isReceived({ ...row, families: ['email'] }, 'email.sent'),
      isReceived({ ...row, families: ['email'] }, 'emails.sent'),
    ]).toEqual([true, true, false]);
  });
});

describe('the stream of a service', () => {
  it('is created by many processes concurrently', async () => {
    const { topology } = bus;
    await Promise.all(Array.from({ length: 8 }, async () => ensureTopology(connection(), topology)));
    const { config, state } = await (await connection().jetstreamManager()).streams.info(topology.stream);
    expect(config.subjects).toEqual([`${topology.subjectPrefix}.contacts.>`]);
    expect(state.consumer_count).toBe(topology.durables.length);
  });

  it('has the size of its publisher, also when a consumer has created it', async () => {
    const manager = await connection().jetstreamManager();
    const own = { ...campaigns, maxBytes: 2 * campaigns.maxBytes };
    const sizes: number[] = [];
    for (const [topology, role] of [
      [campaigns, 'consumer'],
      [own, 'publisher'],
      [campaigns, 'consumer'],
    ] as const) {
      await ensureTopology(connection(), topology, role);
      sizes.push((await manager.streams.info(campaigns.stream)).config.max_bytes);
    }
    expect(sizes).toEqual([campaigns.maxBytes, own.maxBytes, own.maxBytes]);
  });

  it('stores no message before its durables exist', async () => {
    const manager = await connection().jetstreamManager();
    const publishing = { isOver: false };
    const publishAll = async (): Promise<number> => {
      let stored = 0;
      while (!publishing.isOver) {
        const isStored = await publish('email.sent').then(
          () => true,
          () => false,
        );
        if (isStored) stored += 1;
      }
      return stored;
    };
    const publisher = publishAll();
    await ensureTopology(connection(), campaigns);
    await publish('email.sent');
    publishing.isOver = true;
    const stored = (await publisher) + 1;
    await expectWaiting(manager, { 'webhooks-campaigns': stored, 'contacts-campaigns': stored });
  });
});
