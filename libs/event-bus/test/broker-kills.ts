import { expect } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { createNatsProcess, type ServerProcess } from '@outreach/testing/servers';
import { createConsumer } from '../src/consumer/index.ts';
import { catalogue, logger, openBus, storedNumbers, thing, type Bus } from './bus-harness.ts';

const EVENTS_PER_KILL = 40;
const REDELIVERED_MS = 30_000;

interface KilledBroker {
  readonly bus: Bus;
  readonly broker: ServerProcess;
}

interface Kills {
  readonly kills: number;
  readonly eventsPerKill: number;
}

/** Commits events while the broker is killed; the stream must have each of them once. */
export async function publishWhileBrokerIsKilled(
  { bus, broker }: KilledBroker,
  { kills, eventsPerKill }: Kills,
): Promise<void> {
  const relay = bus.relay();
  await relay.start();
  for (let round = 0; round < kills; round += 1) {
    const numbers = Array.from({ length: eventsPerKill }, (_, index) => round * eventsPerKill + index);
    const before = await bus.backlog();
    await bus.commit(numbers.map(thing));
    // Killed during the batch: some messages are stored, some are not, some lack their acknowledgement.
    await eventually(async () => expect(await bus.backlog()).not.toBe(before), { timeoutMs: 200 }).catch(
      () => undefined,
    );
    await broker.kill();
    await broker.start();
  }
  await bus.isDrained();
  const stored = await storedNumbers(bus);
  expect(stored.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: kills * eventsPerKill }, (_, n) => n),
  );
  await relay.stop();
}

/** Publishes events while the broker is killed; the consumer must receive each of them. */
export async function consumeWhileBrokerIsKilled(kills: number): Promise<void> {
  const broker = await createNatsProcess();
  await broker.start();
  const bus = await openBus(broker.url);
  const relay = bus.relay();
  const seen = new Set<string>();
  const handleBatch = async (events: readonly { readonly id: string }[]): Promise<void> => {
    for (const { id } of events) seen.add(id);
    return Promise.resolve();
  };
  const consumer = createConsumer({ ...bus, durable: 'webhooks-contacts', catalogue, logger, handleBatch });
  await relay.start();
  await consumer.start();
  const sent: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const events = Array.from({ length: EVENTS_PER_KILL }, (_, n) => thing(n));
    sent.push(...events.map(({ id }) => id));
    await bus.commit(events);
    await broker.kill();
    await broker.start();
  }
  await eventually(() => expect([...seen].toSorted()).toEqual(sent.toSorted()), {
    timeoutMs: REDELIVERED_MS,
  });
  await consumer.stop();
  await relay.stop();
  await bus.stop();
  await broker.dispose();
}
