import { expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { scrape } from '@outreach/service-kit/metrics';
import { createFakeClock, eventually, testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newWorkspace, startWebhooks } from './webhooks-harness.ts';

const WAITS_MS = 90_000;

const clock = createFakeClock(Date.now());
const environment = await testEnvironment('webhooks');
const webhooks = await sharedByTests(async () => startWebhooks({ clock, environment }));

it('reports how long the oldest due delivery waits', async () => {
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
  await eventually(async () =>
    expect(await scrape()).toContain(`delivery_oldest_due_seconds ${(2 * WAITS_MS) / 1000}\n`),
  );
});
