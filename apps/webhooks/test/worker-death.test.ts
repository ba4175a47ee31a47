import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFakeClock, eventually, testEnvironment } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const LEASE_MS = 45_000;

const clock = createFakeClock(Date.now());
const environment = await testEnvironment('webhooks');
const webhooks = await sharedByTests(async () => startWebhooks({ clock, environment }));

beforeEach(() => clock.set(Date.now()));

describe('deliveries of a dead worker', () => {
  it('are sent by another worker when the lease has ended, under the same id', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    const event = contactEvent(ws);
    await webhooks.publish(event);
    await webhooks.sink.waitFor(1);
    await eventually(async () => {
      const stored = await webhooks.database.collection('deliveries').findOne({ event_id: event.id });
      expect(stored?.['status']).toBe('success');
    });
    // The state after a worker that died between the request and its result.
    const leaseUntil = new Date(clock.now() + LEASE_MS);
    await webhooks.database.collection('deliveries').updateOne(
      { event_id: event.id },
      {
        $set: {
          status: 'pending',
          attempt_count: 0,
          attempts: [],
          due_at: leaseUntil,
          lease_token: 'lease_dead',
        },
      },
    );
    clock.advance(LEASE_MS - 1);
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(2);
    expect(
      webhooks.sink.received.filter((received) => received.headers['webhook-id'] === event.id),
    ).toHaveLength(1);
    clock.advance(1);
    webhooks.wake('deliveries');
    await webhooks.sink.waitFor(3);
    expect(
      webhooks.sink.received.filter((received) => received.headers['webhook-id'] === event.id),
    ).toHaveLength(2);
    await eventually(async () => {
      const stored = await webhooks.database
        .collection('deliveries')
        .findOne({ event_id: event.id, endpoint_id: endpoint.id });
      expect(stored).toMatchObject({ status: 'success', attempt_count: 1, lease_token: null, due_at: null });
    });
  });

  it('ignore a late result after the lease has passed to another worker', async () => {
    const ws = newWorkspace();
    await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    const event = contactEvent(ws);
    let release = (): void => undefined;
    webhooks.sink.answerWith((_received, response) => {
      release = () => response.writeHead(200).end();
    });
    await webhooks.publish(event);
    await webhooks.sink.waitFor(1);
    const deliveries = webhooks.database.collection('deliveries');
    const taken = { lease_token: 'lease_other', due_at: new Date(clock.now() + LEASE_MS) };
    await deliveries.updateOne({ event_id: event.id }, { $set: taken });
    release();
    webhooks.sink.answerWith(answerStatus(200));
    await webhooks.publish(contactEvent(ws));
    await eventually(async () => {
      const done = await deliveries.countDocuments({ workspace_id: ws, status: 'success', is_test: false });
      expect(done).toBe(1);
    });
    expect(await deliveries.findOne({ event_id: event.id })).toMatchObject({
      ...taken,
      status: 'pending',
      attempt_count: 0,
    });
  });

  it('are sent once each by two processes', async () => {
    const second = await startWebhooks({ clock, environment });
    const ws = newWorkspace();
    await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    const count = 40;
    const events = Array.from({ length: count }, () => contactEvent(ws));
    await Promise.all(events.map(async (event) => webhooks.publish(event)));
    await webhooks.sink.waitFor(count);
    await eventually(async () => {
      const done = await webhooks.database
        .collection('deliveries')
        .countDocuments({ workspace_id: ws, status: 'success', is_test: false });
      expect(done).toBe(count);
    });
    expect(new Set(webhooks.sink.received.map((received) => received.headers['webhook-id'])).size).toBe(
      count,
    );
    expect(webhooks.sink.received).toHaveLength(count);
    await second.stop();
  });
});
