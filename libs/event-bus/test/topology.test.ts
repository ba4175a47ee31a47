import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testNatsUrl } from '@outreach/testing';
import { AckPolicy, RetentionPolicy, type JetStreamManager } from 'nats';
import { DURABLES, ensureTopology, isRead, subjectOf } from '../src/index.ts';
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

/** How many messages wait for each durable of the campaigns service's events. */
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
  it('are given the families that their rows name, and no other', async () => {
    await ensureTopology(connection(), bus.topology);
    for (const type of ['email.sent', 'campaign.paused', 'enrollment.stopped', 'engagement.machine_opened'])
      await publish(type);
    const manager = await connection().jetstreamManager();
    expect(await waiting(manager)).toEqual({ 'webhooks-campaigns': 2, 'contacts-campaigns': 3 });
  });

  it('of an earlier version, which had one filter, get the new ones and keep what waits for them', async () => {
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

  it('read a type when their row has its family, or no families at all', () => {
    const row = { durable: 'd', service: 's' };
    expect([
      isRead(row, 'email.sent'),
      isRead({ ...row, families: ['email'] }, 'email.sent'),
      isRead({ ...row, families: ['email'] }, 'emails.sent'),
    ]).toEqual([true, true, false]);
  });
});
