import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { Webhook } from 'standardwebhooks';
import {
  contactEvent,
  createEndpoint,
  deliveriesOf,
  newWorkspace,
  startWebhooks,
} from './webhooks-harness.ts';

// One workspace may use half of the slots: those of two endpoints.
const webhooks = await sharedByTests(async () => startWebhooks({ env: { DELIVERY_CONCURRENCY: '32' } }));

beforeEach(() => {
  webhooks.sink.clear();
  webhooks.sink.answerWith(answerStatus(200));
});

describe('a delivery', () => {
  it('carries the event with a signature that the standardwebhooks library verifies', async () => {
    const ws = newWorkspace();
    const { endpoint, secret } = await createEndpoint(webhooks, ws, {
      url: `${webhooks.sink.url}/signed`,
      custom_headers: { 'X-Tenant.$': 'blue' },
    });
    const event = contactEvent(ws);
    await webhooks.publish(event);
    const [, received] = await webhooks.sink.waitFor(2, '/signed');
    expect(new Webhook(secret).verify(received?.body ?? '', { ...received?.headers })).toEqual({
      id: event.id,
      type: 'contact.created',
      timestamp: event.occurred_at,
      workspace_id: ws,
      api_version: 'v1',
      data: event.data,
    });
    expect(received?.headers).toMatchObject({
      'webhook-id': event.id,
      'webhook-attempt': '1',
      'webhook-sequence': '1',
      'user-agent': expect.stringContaining('outreach'),
      'content-type': 'application/json',
      'x-tenant.$': 'blue',
    });
    expect(received?.headers).not.toHaveProperty('x-service-replay');
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery).toMatchObject({
        event_id: event.id,
        event_type: 'contact.created',
        status: 'success',
        status_code: 200,
        retry_count: 0,
        next_retry_at: undefined,
        is_test: false,
        attempts: [{ status_code: 200, error: undefined }],
      });
    });
  });

  it('is sent to every endpoint with a subscription to its type and to no other workspace', async () => {
    const [ws, other] = [newWorkspace(), newWorkspace()];
    await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/one` });
    await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/two` });
    await createEndpoint(webhooks, ws, {
      url: `${webhooks.sink.url}/deleted-only`,
      event_subscriptions: ['contact.deleted'],
    });
    await createEndpoint(webhooks, other, { url: `${webhooks.sink.url}/foreign` });
    webhooks.sink.clear();
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(2);
    await webhooks.publish(contactEvent(other));
    await webhooks.sink.waitFor(1, '/foreign');
    const paths = webhooks.sink.received.map((received) => received.path);
    expect(paths.toSorted()).toEqual(['/foreign', '/one', '/two']);
  });

  it('is sent once for an event that arrives several times', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    const [first, second] = [contactEvent(ws), contactEvent(ws)];
    await webhooks.publish(first, first);
    await webhooks.sink.waitFor(1);
    await webhooks.publish(first, second, first, second);
    await webhooks.sink.waitFor(2);
    await eventually(async () => {
      const pending = await webhooks.database
        .collection('deliveries')
        .countDocuments({ endpoint_id: endpoint.id, status: 'pending' });
      expect(pending).toBe(0);
    });
    expect(webhooks.sink.received.map((received) => received.headers['webhook-sequence'])).toEqual([
      '1',
      '2',
    ]);
    expect(await deliveriesOf(webhooks, ws, endpoint.id)).toHaveLength(2);
  });

  it('is numbered without a gap per endpoint and per workspace under concurrency', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    const count = 80;
    const events = Array.from({ length: count }, () => contactEvent(ws));
    await Promise.all(events.map(async (event) => webhooks.publish(event)));
    await webhooks.sink.waitFor(count);
    const numbers = webhooks.sink.received.map((received) => Number(received.headers['webhook-sequence']));
    const gapless = Array.from({ length: count }, (_, index) => index + 1);
    expect(numbers.toSorted((one, another) => one - another)).toEqual(gapless);
    const stored = await webhooks.database
      .collection('events')
      .find({ workspace_id: ws })
      .sort({ sequence: 1 })
      .toArray();
    expect(stored.map((event) => Number(event['sequence']))).toEqual(gapless);
    const { endpoint: shown } = await eventually(async () => {
      const reply = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
      expect(reply.endpoint?.total_deliveries_30d).toBe(count);
      return reply;
    });
    expect(shown).toMatchObject({
      failed_deliveries_30d: 0,
      delivery_success_rate_24h: 1,
      health_status: 'healthy',
    });
  });

  it('is not stored for a workspace that never had an endpoint', async () => {
    const [without, marker] = [newWorkspace(), newWorkspace()];
    await createEndpoint(webhooks, marker, { url: `${webhooks.sink.url}/marker` });
    webhooks.sink.clear();
    await webhooks.publish(contactEvent(without));
    await webhooks.publish(contactEvent(marker));
    await webhooks.sink.waitFor(1, '/marker');
    expect(await webhooks.database.collection('events').countDocuments({ workspace_id: without })).toBe(0);
  });
});

describe('a response', () => {
  it.each([
    ['a redirect', 302, { location: 'http://127.0.0.1:1/elsewhere' }],
    ['a client error', 404, {}],
    ['a server error', 500, {}],
  ])('that is %s counts as a failure, and the delivery is retried', async (_name, status, headers) => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(status, headers, 'why'));
    await webhooks.publish(contactEvent(ws));
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery).toMatchObject({
        status: 'failed',
        status_code: status,
        response_body: 'why',
        retry_count: 0,
      });
      expect(delivery?.next_retry_at).toBeInstanceOf(Date);
      expect(delivery?.error).toContain(String(status));
    });
    expect(webhooks.sink.received).toHaveLength(1);
  });

  it('is logged up to 2,048 bytes, with malformed UTF-8 replaced', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    webhooks.sink.clear();
    const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(3 * 1_048_576, 'a')]);
    webhooks.sink.answerWith(answerStatus(200, {}, body));
    await webhooks.publish(contactEvent(ws));
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery?.status).toBe('success');
      expect(delivery?.response_body).toBe('\uFFFD\uFFFD' + 'a'.repeat(2_046));
    });
  });

  it('disables the endpoint if its status is 410, and publishes webhook.endpoint_disabled', async () => {
    const ws = newWorkspace();
    const gone = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/gone` });
    await createEndpoint(webhooks, ws, {
      url: `${webhooks.sink.url}/watcher`,
      event_subscriptions: ['webhook.endpoint_disabled'],
    });
    webhooks.sink.clear();
    webhooks.sink.answerWith((received, response) => {
      response.writeHead(received.path === '/gone' ? 410 : 200).end();
    });
    await webhooks.publish(contactEvent(ws));
    const [notified] = await webhooks.sink.waitFor(1, '/watcher');
    expect(JSON.parse(notified?.body ?? '{}')).toMatchObject({
      type: 'webhook.endpoint_disabled',
      data: { id: gone.endpoint.id, active: false, health_status: 'paused', reason: 'gone' },
    });
    expect(notified?.body).not.toContain(gone.secret);
    const { endpoint } = await webhooks.client.getEndpoint(testCall(ws), { id: gone.endpoint.id });
    expect(endpoint).toMatchObject({ active: false, health_status: 'paused' });
    await webhooks.publish(contactEvent(ws));
    await eventually(async () => {
      const [held, failed] = await deliveriesOf(webhooks, ws, gone.endpoint.id);
      expect(held).toMatchObject({ status: 'pending', next_retry_at: undefined });
      expect(failed).toMatchObject({ status: 'failed', next_retry_at: undefined });
    });
    expect(webhooks.sink.received.filter((received) => received.path === '/gone')).toHaveLength(1);
  });
});

describe('an endpoint whose URL is changed', () => {
  it('stays active if the previous URL answers 410 afterwards', async () => {
    const ws = newWorkspace();
    const [before, after] = [`${webhooks.sink.url}/before`, `${webhooks.sink.url}/after`];
    const { endpoint } = await createEndpoint(webhooks, ws, { url: before });
    webhooks.sink.clear();
    const { promise: isChanged, resolve: changed } = Promise.withResolvers<undefined>();
    webhooks.sink.answerWith(({ path }, response) => {
      if (path === '/after') response.end();
      else void isChanged.then(() => response.writeHead(410).end());
    });
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(1, '/before');
    const fields = { name: '', url: after, event_subscriptions: [], custom_headers: {}, active: false };
    await webhooks.client.updateEndpoint(testCall(ws), { id: endpoint.id, ...fields, mask: ['url'] });
    changed(undefined);
    await eventually(async () => {
      const [first] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(first).toMatchObject({ status: 'failed', status_code: 410 });
    });
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(1, '/after');
    const current = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
    expect(current.endpoint).toMatchObject({ active: true, url: after });
  });
});

describe('an endpoint that hangs', () => {
  const hangAt = (path: string): void =>
    webhooks.sink.answerWith((received, response) => {
      if (received.path !== path) response.writeHead(200).end();
    });
  const countAt = (path: string): number =>
    webhooks.sink.received.filter((received) => received.path === path).length;

  it('does not hold back the deliveries of other endpoints', async () => {
    const ws = newWorkspace();
    const hanging = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/hanging` });
    await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/quick` });
    webhooks.sink.clear();
    hangAt('/hanging');
    const count = 60;
    await webhooks.publish(...Array.from({ length: count }, () => contactEvent(ws)));
    await webhooks.sink.waitFor(count, '/quick');
    expect(countAt('/hanging')).toBeLessThanOrEqual(8);
    await webhooks.client.deleteEndpoint(testCall(ws), { id: hanging.endpoint.id });
  });

  it('does not hold back other workspaces, also with more hanging endpoints than slots', async () => {
    const [ws, other] = [newWorkspace(), newWorkspace()];
    const create = async () => createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/hanging` });
    const hanging = await Promise.all(Array.from({ length: 6 }, create));
    await createEndpoint(webhooks, other, { url: `${webhooks.sink.url}/other` });
    webhooks.sink.clear();
    hangAt('/hanging');
    await webhooks.publish(...Array.from({ length: 10 }, () => contactEvent(ws)));
    // All slots of the workspace are taken. An exchange hangs for 30 s.
    await eventually(() => expect(countAt('/hanging')).toBeGreaterThanOrEqual(16));
    await webhooks.publish(...Array.from({ length: 20 }, () => contactEvent(other)));
    await webhooks.sink.waitFor(20, '/other');
    for (const { endpoint } of hanging)
      await webhooks.client.deleteEndpoint(testCall(ws), { id: endpoint.id });
  });
});
