import { beforeEach, describe, expect, it } from '@jest/globals';
import type { UpdateEndpointRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
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

const webhooks = await sharedByTests(startWebhooks);
let ws = '';

beforeEach(() => {
  ws = newWorkspace();
  webhooks.sink.clear();
  webhooks.sink.answerWith(answerStatus(200));
});

const UNCHANGED = { name: '', url: '', event_subscriptions: [], custom_headers: {}, active: false };

async function update(id: string, fields: Partial<UpdateEndpointRequest>, workspaceId = ws) {
  const request = { id, ...UNCHANGED, ...fields, mask: Object.keys(fields) };
  const { endpoint } = await webhooks.client.updateEndpoint(testCall(workspaceId), request);
  return endpoint;
}

async function storedDeliveries(endpointId: string) {
  return webhooks.database
    .collection('deliveries')
    .find({ endpoint_id: endpointId, is_test: false })
    .toArray();
}

describe('UpdateEndpoint', () => {
  it('changes the given fields, replaces the headers, and sends no test', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { custom_headers: { 'X-One': '1' } });
    webhooks.sink.clear();
    const changed = await update(endpoint.id, { name: 'ERP', custom_headers: { 'X-Two': '2' } });
    expect(changed).toMatchObject({
      name: 'ERP',
      url: endpoint.url,
      event_subscriptions: ['contact.created'],
      active: true,
    });
    expect(changed?.custom_headers).toEqual({ 'X-Two': '2' });
    expect(webhooks.sink.received).toHaveLength(0);
  });

  it('returns invalid_argument with every wrong field and changes nothing', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    const wrong = {
      name: '',
      url: 'http://10.0.0.1/',
      event_subscriptions: ['nope'],
      custom_headers: { te: 'x' },
    };
    await expect(update(endpoint.id, wrong)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'name',
      errors: [
        { field: 'name' },
        { field: 'url' },
        { field: 'event_subscriptions[0]' },
        { field: 'custom_headers.te' },
      ],
    });
    await expect(update(endpoint.id, { event_subscriptions: [] })).rejects.toMatchObject({
      field: 'event_subscriptions',
    });
    expect(await update(endpoint.id, {})).toMatchObject({ name: endpoint.name, url: endpoint.url });
  });

  it('sends deliveries and due retries to a new URL at once', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/old` });
    webhooks.sink.answerWith((received, response) => {
      response.writeHead(received.path === '/old' ? 500 : 200).end();
    });
    await webhooks.publish(contactEvent(ws));
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery?.status).toBe('failed');
    });
    await update(endpoint.id, { url: `${webhooks.sink.url}/new` });
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(1, '/new');
    await webhooks.makeRetriesDue(endpoint.id);
    const retried = await webhooks.sink.waitFor(2, '/new');
    expect(retried[1]?.headers['webhook-attempt']).toBe('2');
    // The creation test and the first attempt.
    expect(webhooks.sink.received.filter(({ path }) => path === '/old')).toHaveLength(2);
  });

  it('keeps the events of a paused endpoint and delivers them after the activation', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/paused` });
    expect(await update(endpoint.id, { active: false })).toMatchObject({
      active: false,
      health_status: 'paused',
    });
    webhooks.sink.clear();
    const events = Array.from({ length: 20 }, () => contactEvent(ws));
    await webhooks.publish(...events);
    await eventually(async () => {
      const kept = await storedDeliveries(endpoint.id);
      expect(kept).toHaveLength(20);
      for (const delivery of kept)
        expect(delivery).toMatchObject({ status: 'pending', held: true, due_at: null });
    });
    expect(webhooks.sink.received).toHaveLength(0);
    expect(await update(endpoint.id, { active: true })).toMatchObject({
      active: true,
      health_status: 'healthy',
    });
    const received = await webhooks.sink.waitFor(20, '/paused');
    expect(new Set(received.map(({ headers }) => headers['webhook-sequence'])).size).toBe(20);
  });

  it('shows no next retry while the endpoint is paused, and retries after the activation', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/failing` });
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(contactEvent(ws));
    const next_retry_at = await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery?.next_retry_at).toBeInstanceOf(Date);
      return delivery?.next_retry_at;
    });
    await update(endpoint.id, { active: false });
    const [paused] = await deliveriesOf(webhooks, ws, endpoint.id);
    expect(paused).toMatchObject({ status: 'failed', next_retry_at: undefined });
    await webhooks.makeRetriesDue(endpoint.id);
    await eventually(async () => {
      const [stored] = await storedDeliveries(endpoint.id);
      expect(stored).toMatchObject({ held: true, due_at: null });
    });
    webhooks.sink.answerWith(answerStatus(200));
    await update(endpoint.id, { active: true });
    await eventually(async () => {
      const [stored] = await storedDeliveries(endpoint.id);
      expect(stored).toMatchObject({ held: false, due_at: next_retry_at });
    });
    await webhooks.makeRetriesDue(endpoint.id);
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery).toMatchObject({ status: 'success', retry_count: 1 });
    });
  });

  it('leaves no delivery held when pauses and activations race with events', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/race` });
    webhooks.sink.clear();
    const count = 40;
    const publishing = (async () => {
      for (let sent = 0; sent < count; sent += 10)
        await webhooks.publish(...Array.from({ length: 10 }, () => contactEvent(ws)));
    })();
    for (let round = 0; round < 7; round += 1) await update(endpoint.id, { active: round % 2 === 1 });
    await publishing;
    await update(endpoint.id, { active: true });
    await eventually(
      async () => {
        const stored = await storedDeliveries(endpoint.id);
        expect(stored.filter(({ status }) => status === 'success')).toHaveLength(count);
      },
      { timeoutMs: 20_000 },
    );
  });

  it('returns not_found for unknown, foreign and deleted endpoints', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    const missing = { kind: 'not_found' };
    await expect(update(endpoint.id, { name: 'X' }, newWorkspace())).rejects.toMatchObject(missing);
    await webhooks.client.deleteEndpoint(testCall(ws), { id: endpoint.id });
    await expect(update(endpoint.id, { name: 'X' })).rejects.toMatchObject(missing);
  });

  it('clears the failures of the time before an activation', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/health` });
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(...Array.from({ length: 12 }, () => contactEvent(ws)));
    const get = async () => (await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id })).endpoint;
    await eventually(async () => expect((await get())?.health_status).toBe('degraded'));
    await update(endpoint.id, { active: false });
    expect((await get())?.health_status).toBe('paused');
    expect((await update(endpoint.id, { active: true }))?.health_status).toBe('healthy');
    expect((await get())?.delivery_success_rate_24h).toBe(0);
  });
});

describe('RotateSecret', () => {
  it('returns a new secret, which signs every further delivery', async () => {
    const { endpoint, secret } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/rotated` });
    webhooks.sink.clear();
    const rotated = await webhooks.client.rotateSecret(testCall(ws), { id: endpoint.id });
    expect(rotated).toMatchObject({
      id: endpoint.id,
      signing_secret_preview: rotated.signing_secret.slice(0, 10),
      rotated_at: expect.any(Date),
    });
    await webhooks.publish(contactEvent(ws));
    const [received] = await webhooks.sink.waitFor(1, '/rotated');
    const verify = (key: string) => new Webhook(key).verify(received?.body ?? '', { ...received?.headers });
    expect(verify(rotated.signing_secret)).toMatchObject({ type: 'contact.created' });
    expect(() => verify(secret)).toThrow();
    const reply = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
    expect(reply.endpoint?.signing_secret_preview).toBe(rotated.signing_secret_preview);
  });
});
