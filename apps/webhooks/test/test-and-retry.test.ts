import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { eventCatalogue } from '../src/catalogue/index.ts';
import {
  contactEvent,
  createEndpoint,
  deliveriesOf,
  newWorkspace,
  startWebhooks,
} from './webhooks-harness.ts';

const webhooks = await sharedByTests(startWebhooks);
let ws = '';

beforeEach(() => {
  ws = newWorkspace();
  webhooks.sink.clear();
  webhooks.sink.answerWith(answerStatus(200, {}, 'thanks'));
});

async function pauseEndpoint(id: string) {
  const fields = { name: '', url: '', event_subscriptions: [], custom_headers: {}, active: false };
  await webhooks.client.updateEndpoint(testCall(ws), { id, ...fields, mask: ['active'] });
}

async function endedDelivery(endpointId: string, status: string) {
  return eventually(async () => {
    const [delivery] = await deliveriesOf(webhooks, ws, endpointId);
    if (delivery?.status !== status) throw new Error(`The delivery is ${delivery?.status}.`);
    return delivery;
  });
}

describe('TestEndpoint', () => {
  it('sends data that fits the schema of every event type, flagged as a test, and logs it', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/tests` });
    webhooks.sink.clear();
    const test = async ({ type, data }: (typeof eventCatalogue.definitions)[number]) => {
      const outcome = await webhooks.client.testEndpoint(testCall(ws), { id: endpoint.id, event_type: type });
      expect(outcome).toMatchObject({ success: true, status_code: 200, error: undefined });
      const received = webhooks.sink.received.find(
        ({ headers }) => headers['webhook-id'] === outcome.event_id,
      );
      expect(received?.headers).toMatchObject({ 'webhook-attempt': '1' });
      expect(received?.headers).not.toHaveProperty('webhook-sequence');
      const body = JSON.parse(received?.body ?? '{}');
      expect(body).toMatchObject({ id: outcome.event_id, type, test: true, workspace_id: ws });
      expect(data.safeParse(body.data)).toMatchObject({ success: true });
    };
    await Promise.all(eventCatalogue.definitions.map(test));
    const { deliveries } = await webhooks.client.listDeliveries(testCall(ws), {
      endpoint_id: endpoint.id,
      page: undefined,
    });
    expect(deliveries).toHaveLength(eventCatalogue.definitions.length + 1);
    expect(deliveries.every((delivery) => delivery.is_test)).toBe(true);
    const shown = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
    expect(shown.endpoint).toMatchObject({ total_deliveries_30d: 0, delivery_success_rate_24h: undefined });
  });

  it('reports a failure, tests paused endpoints, and refuses unknown types and endpoints', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    await pauseEndpoint(endpoint.id);
    webhooks.sink.answerWith(answerStatus(410));
    const test = async (id: string, event_type: string) =>
      webhooks.client.testEndpoint(testCall(ws), { id, event_type });
    expect(await test(endpoint.id, 'email.sent')).toMatchObject({
      success: false,
      status_code: 410,
      error: 'The endpoint answered 410.',
    });
    for (const type of ['', 'contact.*'])
      await expect(test(endpoint.id, type)).rejects.toMatchObject({
        kind: 'invalid_argument',
        field: 'event_type',
      });
    await expect(test('whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2', 'email.sent')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('RetryDelivery', () => {
  const retry = async (endpoint_id: string, delivery_id: string) =>
    webhooks.client.retryDelivery(testCall(ws), { endpoint_id, delivery_id });

  it('sends a failed delivery at once under the same id and sequence, with the next attempt number', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/retry` });
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(contactEvent(ws));
    const failed = await endedDelivery(endpoint.id, 'failed');
    webhooks.sink.answerWith(answerStatus(200));
    expect(await retry(endpoint.id, failed.id)).toMatchObject({
      delivery_id: failed.id,
      status: 'success',
      status_code: 200,
      error: undefined,
      retry_count: 1,
    });
    const [first, second] = webhooks.sink.received;
    expect(second?.headers).toMatchObject({
      'webhook-id': first?.headers['webhook-id'],
      'webhook-sequence': '1',
      'webhook-attempt': '2',
    });
    const [shown] = await deliveriesOf(webhooks, ws, endpoint.id);
    expect(shown).toMatchObject({ status: 'success', retry_count: 1, next_retry_at: undefined });
    expect(shown?.attempts).toHaveLength(2);
    await eventually(async () => {
      const reply = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
      expect(reply.endpoint).toMatchObject({
        delivery_success_rate_24h: 0.5,
        total_deliveries_30d: 1,
        failed_deliveries_30d: 0,
      });
    });
  });

  it('sends a successful delivery again, and continues its schedule after a failure', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    await webhooks.publish(contactEvent(ws));
    const { id } = await endedDelivery(endpoint.id, 'success');
    expect(await retry(endpoint.id, id)).toMatchObject({ status: 'success', retry_count: 1 });
    webhooks.sink.answerWith(answerStatus(503));
    expect(await retry(endpoint.id, id)).toMatchObject({
      status: 'failed',
      status_code: 503,
      retry_count: 2,
    });
    const [shown] = await deliveriesOf(webhooks, ws, endpoint.id);
    expect(shown?.next_retry_at).toBeInstanceOf(Date);
  });

  it('keeps the newest 50 attempts and counts all of them', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    await webhooks.publish(contactEvent(ws));
    const { id } = await endedDelivery(endpoint.id, 'success');
    const rows = webhooks.database.collection<{ _id: string; attempts: { at: Date }[] }>('deliveries');
    const stored = await rows.findOne({ _id: id });
    const attempts = Array.from({ length: 50 }, () => stored?.attempts ?? []).flat();
    await rows.updateOne({ _id: id }, { $set: { attempts, attempt_count: 50 } });
    expect(await retry(endpoint.id, id)).toMatchObject({ status: 'success', retry_count: 50 });
    const shown = (await deliveriesOf(webhooks, ws, endpoint.id))[0]?.attempts ?? [];
    expect(shown).toHaveLength(50);
    expect(shown[49]?.at).not.toEqual(shown[48]?.at);
  });

  it('drops the result of an attempt in progress', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/slow` });
    webhooks.sink.clear();
    let release = (): void => undefined;
    webhooks.sink.answerWith((_received, response) => {
      release = () => response.writeHead(500).end();
    });
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(1, '/slow');
    const [pending] = await deliveriesOf(webhooks, ws, endpoint.id);
    webhooks.sink.answerWith(answerStatus(200));
    expect(await retry(endpoint.id, pending?.id ?? '')).toMatchObject({ status: 'success', retry_count: 0 });
    release();
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(3, '/slow');
    await eventually(async () => {
      const log = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(log.map(({ status, attempts }) => [status, attempts.length])).toEqual([
        ['success', 1],
        ['success', 1],
      ]);
      const reply = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
      expect(reply.endpoint?.delivery_success_rate_24h).toBe(1);
    });
  });

  it('sends a test again as a test', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    const { deliveries } = await webhooks.client.listDeliveries(testCall(ws), {
      endpoint_id: endpoint.id,
      page: undefined,
    });
    webhooks.sink.answerWith(answerStatus(500));
    expect(await retry(endpoint.id, deliveries[0]?.id ?? '')).toMatchObject({
      status: 'failed',
      retry_count: 1,
    });
    expect(JSON.parse(webhooks.sink.received.at(-1)?.body ?? '{}')).toMatchObject({
      type: 'webhook.test',
      test: true,
    });
    const stored = await webhooks.database.collection('deliveries').findOne({ endpoint_id: endpoint.id });
    expect(stored).toMatchObject({ next_attempt_at: null, due_at: null });
  });

  it('returns a conflict for a paused endpoint and not_found for unknown deliveries and gone events', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    await webhooks.publish(contactEvent(ws));
    const { id, event_id } = await endedDelivery(endpoint.id, 'success');
    await expect(retry(endpoint.id, 'dlv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2')).rejects.toMatchObject({
      kind: 'not_found',
    });
    const other = await createEndpoint(webhooks, ws);
    await expect(retry(other.endpoint.id, id)).rejects.toMatchObject({ kind: 'not_found' });
    await pauseEndpoint(endpoint.id);
    await expect(retry(endpoint.id, id)).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'endpoint_paused' },
    });
    await webhooks.database.collection<{ _id: string }>('events').deleteOne({ _id: event_id });
    await expect(retry(endpoint.id, id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('disables an endpoint that answers 410', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    await webhooks.publish(contactEvent(ws));
    const { id } = await endedDelivery(endpoint.id, 'success');
    webhooks.sink.answerWith(answerStatus(410));
    expect(await retry(endpoint.id, id)).toMatchObject({ status: 'failed', status_code: 410 });
    const reply = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
    expect(reply.endpoint).toMatchObject({ active: false, health_status: 'paused' });
  });
});
