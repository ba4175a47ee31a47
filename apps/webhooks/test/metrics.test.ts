import { expect, it } from '@jest/globals';
import { newId, scrape } from '@outreach/service-kit';
import { createFakeClock, testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newWorkspace, startWebhooks } from './webhooks-harness.ts';

const WAITS_MS = 90_000;

const clock = createFakeClock(Date.now());
const environment = await testEnvironment('webhooks');
const webhooks = await sharedByTests(async () => startWebhooks({ clock, environment }));

it('reports how long the oldest due delivery waits, and the messages of each durable', async () => {
  // The worker looks for due deliveries when the clock advances, which it does not here.
  const waiting = [1, 2].map((factor) => ({
    _id: newId('dlv'),
    workspace_id: newWorkspace(),
    endpoint_id: 'whk_1',
    event_id: newId('evt'),
    run: 'live',
    due_at: new Date(clock.now() - factor * WAITS_MS),
  }));
  await webhooks.database.collection<{ _id: string }>('deliveries').insertMany(waiting);
  const text = await scrape();
  expect(text).toContain(`delivery_oldest_due_seconds ${(2 * WAITS_MS) / 1000}\n`);
  expect(text).toContain('consumer_pending_messages{durable="webhooks-contacts"} 0\n');
  expect(text).toContain('outbox_age_seconds 0\n');
});
