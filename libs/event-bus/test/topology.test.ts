import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testNatsUrl } from '@outreach/testing';
import { AckPolicy, RetentionPolicy, type JetStreamManager } from 'nats';
import { DURABLES, ensureTopology, isReceived, subjectOf } from '../src/index.ts';
import { openBus, type Bus } from './bus-harness.ts';

let bus: Bus;

beforeEach(async () => {
  bus = await openBus(testNatsUrl());
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
    const { num_pending } = await manager.consumers.info(bus.topology.stream, durable);
    return [durable, num_pending] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

async function publish(type: string): Promise<void> {
  await connection()
    .jetstream()
    .publish(subjectOf(bus.topology, 'campaigns', type), '{}');
}

describe('the durables', () => {
  it('receive the families of their table entry and no other', async () => {
    await ensureTopology(connection(), bus.topology);
    for (const type of ['email.sent', 'campaign.paused', 'enrollment.stopped', 'engagement.machine_opened'])
      await publish(type);
    const manager = await connection().jetstreamManager();
    expect(await waiting(manager)).toEqual({ 'webhooks-campaigns': 2, 'contacts-campaigns': 3 });
  });

  it('of an earlier version are updated to the new filters and keep their waiting messages', async () => {
    const manager = await connection().jetstreamManager();
    const { stream, subjectPrefix } = bus.topology;
    await manager.streams.add({
      name: stream,
      subjects: [`${subjectPrefix}.>`],
      retention: RetentionPolicy.Interest,
      max_bytes: bus.topology.maxBytes,
    });
    await manager.consumers.add(stream, {
      durable_name: 'webhooks-campaigns',
      ack_policy: AckPolicy.Explicit,
      filter_subject: subjectOf(bus.topology, 'campaigns', '>'),
    });
    await publish('email.sent');
    await ensureTopology(connection(), bus.topology);
    await ensureTopology(connection(), bus.topology);
    await publish('enrollment.stopped');
    expect(await waiting(manager)).toMatchObject({ 'webhooks-campaigns': 1 });
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
