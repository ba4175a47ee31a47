import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connected } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import type { NatsConnection } from 'nats';
import { ensureTopology } from '../src/index.ts';
import { prepareTopology } from '../src/prepare-topology.ts';
import { logger, openBus, storedNumbers, thing, type Bus } from './bus-harness.ts';

describe('a process whose streams are made by a Job', () => {
  let bus: Bus;
  let connection: NatsConnection;

  beforeEach(async () => {
    bus = await openBus(testNatsUrl(), { isMadeByJob: true });
    connection = await connected(bus.link);
  });
  afterEach(async () => bus.stop());

  const prepare = async (): Promise<boolean> =>
    prepareTopology(connection, bus.topology, { role: 'publisher', logger });

  it('creates nothing while the stream is missing', async () => {
    expect(await prepare()).toBe(false);
    const manager = await connection.jetstreamManager();
    await expect(manager.streams.info(bus.topology.stream)).rejects.toThrow('stream not found');
  });

  it('waits for each durable of the stream', async () => {
    await ensureTopology(connection, bus.topology);
    expect(await prepare()).toBe(true);
    const manager = await connection.jetstreamManager();
    const { stream, durables } = bus.topology;
    for (const { durable } of durables) {
      await manager.consumers.delete(stream, durable);
      expect(await prepare()).toBe(false);
      await ensureTopology(connection, bus.topology);
    }
  });

  it('publishes what was committed before the Job', async () => {
    // No commit follows the Job, so the poll finds the events.
    const relay = bus.relay(undefined, { pollMs: 100 });
    await relay.start();
    try {
      await bus.commit([1, 2].map(thing));
      expect(await bus.backlog()).toBe(2);
      await ensureTopology(connection, bus.topology);
      await bus.isDrained();
      expect(await storedNumbers(bus)).toEqual([1, 2]);
    } finally {
      await relay.stop();
    }
  });
});
