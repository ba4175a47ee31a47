import { expect, it } from '@jest/globals';
import { timeOfId } from '@outreach/service-kit';
import { scrape } from '@outreach/service-kit/metrics';
import { createFakeClock, eventually } from '@outreach/testing';
import { testNatsUrl } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { measureOutboxAge } from '../src/index.ts';
import { logger, openBus, thing } from './bus-harness.ts';

const AGE_MS = 61_500;

const bus = await sharedByTests(async () => openBus(testNatsUrl()));

it('reports the age of the oldest event that is not published', async () => {
  const oldest = thing(1);
  const clock = createFakeClock(timeOfId(oldest.id) + AGE_MS);
  await bus.commit([oldest]);
  await bus.commit([thing(2)]);
  const measured = measureOutboxAge({ connection: bus.mongo.connection, clock, logger });
  await measured.start?.();
  await eventually(async () => expect(await scrape()).toContain(`outbox_age_seconds ${AGE_MS / 1000}\n`));
  await measured.stop?.();
});
