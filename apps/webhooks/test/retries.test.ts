import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFakeClock, eventually } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const SCHEDULE_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];

const clock = createFakeClock(Date.now());
// At the middle of the jitter every pause is exactly the scheduled pause.
const webhooks = await sharedByTests(async () => startWebhooks({ clock, random: () => 0.5 }));

beforeEach(() => {
  webhooks.sink.clear();
  clock.set(Date.now());
});

async function storedDelivery(endpointId: string, attempts: number) {
  return eventually(async () => {
    const stored = await webhooks.database
      .collection('deliveries')
      .findOne({ endpoint_id: endpointId, is_test: false });
    expect(stored?.['attempt_count']).toBe(attempts);
    return stored ?? {};
  });
}

describe('a delivery that fails', () => {
  it('is attempted eleven times on schedule and then ends', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(503));
    await webhooks.publish(contactEvent(ws));
    for (const [index, pauseMs] of SCHEDULE_MS.entries()) {
      const failed = await storedDelivery(endpoint.id, index + 1);
      expect(failed).toMatchObject({ status: 'failed', next_attempt_at: new Date(clock.now() + pauseMs) });
      clock.advance(pauseMs);
      webhooks.wake('deliveries');
    }
    expect(await storedDelivery(endpoint.id, 11)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      due_at: null,
    });
    const [ids, attempts, sequences] = ['webhook-id', 'webhook-attempt', 'webhook-sequence'].map((name) =>
      webhooks.sink.received.map((received) => received.headers[name]),
    );
    expect(new Set(ids).size).toBe(1);
    expect(new Set(sequences)).toEqual(new Set(['1']));
    expect(attempts).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 1)));
    const timestamps = webhooks.sink.received.map((received) =>
      Number(received.headers['webhook-timestamp']),
    );
    expect((timestamps.at(-1) ?? 0) - (timestamps[0] ?? 0)).toBeGreaterThan((70 * HOUR_MS) / SECOND_MS);
    // The stats may lag behind the results.
    await eventually(async () => {
      const health = await webhooks.database.collection('endpoint_health').findOne({ workspace_id: ws });
      expect(health).toMatchObject({ status: 'failed' });
    });
  });

  it('is retried when the Retry-After of the receiver has passed', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(429, { 'retry-after': '7200' }));
    await webhooks.publish(contactEvent(ws));
    const failed = await storedDelivery(endpoint.id, 1);
    expect(failed).toMatchObject({ next_attempt_at: new Date(clock.now() + 2 * HOUR_MS) });
  });

  it('ends as a success when a retry succeeds', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(contactEvent(ws));
    await storedDelivery(endpoint.id, 1);
    webhooks.sink.answerWith(answerStatus(200));
    clock.advance(5 * SECOND_MS);
    webhooks.wake('deliveries');
    expect(await storedDelivery(endpoint.id, 2)).toMatchObject({
      status: 'success',
      next_attempt_at: null,
      due_at: null,
    });
    await eventually(async () => {
      const [sums] = await webhooks.database
        .collection('endpoint_hours')
        .aggregate([
          { $match: { endpoint_id: endpoint.id } },
          {
            $group: {
              _id: null,
              attempts: { $sum: '$attempts' },
              failed: { $sum: '$failed_deliveries' },
              all: { $sum: '$deliveries' },
            },
          },
        ])
        .toArray();
      expect(sums).toMatchObject({ attempts: 2, failed: 0, all: 1 });
    });
  });
});
