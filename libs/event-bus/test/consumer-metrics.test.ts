import { expect, it } from '@jest/globals';
import { scrape } from '@outreach/service-kit/metrics';
import { eventually } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createConsumer } from '../src/consumer/index.ts';
import { catalogue, logger, openBus, thing } from './bus-harness.ts';

const DURABLE = 'webhooks-contacts';

const bus = await sharedByTests(async () => openBus(testNatsUrl()));

/** Other files of the process may have counted before. */
async function handledCount(): Promise<number> {
  const [, count = '0'] =
    new RegExp(`^event_lag_seconds_count\\{durable="${DURABLE}"\\} (\\d+)$`, 'm').exec(await scrape()) ?? [];
  return Number(count);
}

it('reports the messages that a durable has not acknowledged, and the age of handled events', async () => {
  const before = await handledCount();
  const relay = bus.relay();
  await relay.start();
  await bus.commit([thing(1)]);
  await bus.isDrained();
  const started = Promise.withResolvers<undefined>();
  const ending = Promise.withResolvers<undefined>();
  const handleBatch = async (): Promise<void> => {
    started.resolve(undefined);
    await ending.promise;
  };
  const consumer = createConsumer({ ...bus, durable: DURABLE, catalogue, logger, handleBatch });
  await consumer.start();
  await started.promise;
  await eventually(async () =>
    expect(await scrape()).toContain(`consumer_pending_messages{durable="${DURABLE}"} 1\n`),
  );
  expect(await handledCount()).toBe(before);
  ending.resolve(undefined);
  await consumer.stop();
  expect(await handledCount()).toBe(before + 1);
  await relay.stop();
});
