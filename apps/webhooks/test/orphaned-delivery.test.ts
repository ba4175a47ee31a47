import { describe, expect, it } from '@jest/globals';
import { createFakeClock, eventually } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  contactEvent,
  createEndpoint,
  deliveriesOf,
  newWorkspace,
  startWebhooks,
} from './webhooks-harness.ts';

const RETRY_MS = 5_000;

const clock = createFakeClock(Date.now());
const webhooks = await sharedByTests(async () => startWebhooks({ clock }));

describe('a delivery whose event is no longer stored', () => {
  it('ends as failed with an error and without a next attempt', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(500));
    const event = contactEvent(ws);
    await webhooks.publish(event);
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery?.next_retry_at).toBeInstanceOf(Date);
    });
    await webhooks.database.collection<{ _id: string }>('events').deleteOne({ _id: event.id });
    clock.advance(RETRY_MS);
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery).toMatchObject({
        status: 'failed',
        error: 'The event is no longer stored.',
        next_retry_at: undefined,
        retry_count: 0,
      });
    });
    const stored = await webhooks.database.collection('deliveries').findOne({ event_id: event.id });
    expect(stored).toMatchObject({ due_at: null, lease_token: null, next_attempt_at: null });
    expect(webhooks.sink.received).toHaveLength(1);
  });
});
