import { beforeEach, describe, expect, it } from '@jest/globals';
import type { UpdateEndpointRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { newId } from '@outreach/service-kit';
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

const CONNECTION_HEADERS = ['host', 'connection', 'content-length'];

const webhooks = await sharedByTests(startWebhooks);
const { client, sink } = webhooks;
let ws = '';

beforeEach(() => {
  ws = newWorkspace();
  sink.clear();
  sink.answerWith(answerStatus(200));
});

const get = async (endpointId: string, id: string, workspaceId = ws) =>
  client.getDelivery(testCall(workspaceId), { endpoint_id: endpointId, delivery_id: id });

async function endedDelivery(endpointId: string) {
  return eventually(async () => {
    const [delivery] = await deliveriesOf(webhooks, ws, endpointId);
    if (delivery === undefined || delivery.attempts.length === 0) throw new Error('There is no attempt.');
    return delivery;
  });
}

async function update(id: string, change: Partial<UpdateEndpointRequest>) {
  const fields = { name: '', url: '', event_subscriptions: [], custom_headers: {}, active: false };
  await client.updateEndpoint(testCall(ws), { id, ...fields, ...change, mask: Object.keys(change) });
}

/** An endpoint at a path of its own whose creation test is not counted. */
async function endpointAt(path: string) {
  const custom_headers = { 'X-Tenant.$': 'blue' };
  const created = await createEndpoint(webhooks, ws, { url: `${sink.url}${path}`, custom_headers });
  sink.clear();
  return { id: created.endpoint.id, url: created.endpoint.url, secret: created.secret };
}

/** A request as the receiver got it, in the form of the reply. */
function sentTo(url: string, received: (typeof sink.received)[number] | undefined) {
  if (received === undefined) throw new Error('The receiver got no request.');
  const own = Object.entries(received.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name));
  return { url, headers: Object.fromEntries(own), body: received.body };
}

function withoutSignature({ 'webhook-signature': signature, ...headers }: Record<string, unknown>) {
  expect(signature).toMatch(/^v1,/);
  return headers;
}

type Detail = Awaited<ReturnType<typeof get>>;

/** The request of the reply; the names of its headers are in lower case, as the receiver reads them. */
function requestOf({ request }: Detail) {
  if (request === undefined) throw new Error('The reply has no request.');
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...request, headers: Object.fromEntries(headers) as Record<string, string> };
}

describe('GetDelivery', () => {
  it('returns the entry and the request that the receiver got, whose signature verifies', async () => {
    const { id, url, secret } = await endpointAt('/sent');
    await webhooks.publish(contactEvent(ws));
    const [received] = await sink.waitFor(1, '/sent');
    const listed = await endedDelivery(id);
    const detail = await get(id, listed.id);
    expect(detail.delivery).toEqual(listed);
    const request = requestOf(detail);
    expect(request).toEqual(sentTo(url, received));
    expect(request.headers).toMatchObject({ 'x-tenant.$': 'blue', 'webhook-attempt': '1' });
    const verified = new Webhook(secret).verify(request.body, request.headers);
    expect(verified).toMatchObject({ id: listed.event_id, type: 'contact.created' });
  });

  it('returns the last attempt, and the URL and headers of that time after a change', async () => {
    const { id, url, secret } = await endpointAt('/retried');
    sink.answerWith(answerStatus(500));
    await webhooks.publish(contactEvent(ws));
    const delivery = await endedDelivery(id);
    await update(id, { custom_headers: { 'X-Tenant': 'green' } });
    await client.retryDelivery(testCall(ws), { endpoint_id: id, delivery_id: delivery.id });
    await update(id, { name: 'Renamed', url: `${sink.url}/moved`, custom_headers: {} });
    const [, received] = await sink.waitFor(2, '/retried');
    const request = requestOf(await get(id, delivery.id));
    expect(request.headers).toMatchObject({ 'x-tenant': 'green', 'webhook-attempt': '2' });
    expect(request).toEqual(sentTo(url, received));
    expect(() => new Webhook(secret).verify(request.body, request.headers)).not.toThrow();
  });

  it('returns the request of a test, also after the endpoint was renamed', async () => {
    const { id, url, secret } = await endpointAt('/test');
    const test = await client.testEndpoint(testCall(ws), { id, event_type: 'webhook.test' });
    const [received] = await sink.waitFor(1, '/test');
    await update(id, { name: 'Renamed' });
    const request = requestOf(await get(id, test.delivery_id));
    expect(request).toEqual(sentTo(url, received));
    expect(() => new Webhook(secret).verify(request.body, request.headers)).not.toThrow();
  });

  it('returns the request without a signature once the secret was rotated or the endpoint deleted', async () => {
    const { id, url } = await endpointAt('/rotated');
    await webhooks.publish(contactEvent(ws));
    const [received] = await sink.waitFor(1, '/rotated');
    const delivery = await endedDelivery(id);
    const { signing_secret: secret } = await client.rotateSecret(testCall(ws), { id });
    const unsigned = requestOf(await get(id, delivery.id));
    const sent = sentTo(url, received);
    expect(unsigned).toEqual({ ...sent, headers: withoutSignature(sent.headers) });
    await client.retryDelivery(testCall(ws), { endpoint_id: id, delivery_id: delivery.id });
    const signed = requestOf(await get(id, delivery.id));
    expect(() => new Webhook(secret).verify(signed.body, signed.headers)).not.toThrow();
    await client.deleteEndpoint(testCall(ws), { id });
    const ofDeleted = requestOf(await get(id, delivery.id));
    expect(ofDeleted).toEqual({ ...signed, headers: withoutSignature(signed.headers) });
  });

  it('returns no request before the first attempt', async () => {
    const { id } = await endpointAt('/paused');
    await update(id, { active: false });
    await webhooks.publish(contactEvent(ws));
    const held = await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, id);
      if (delivery === undefined) throw new Error('There is no delivery.');
      return delivery;
    });
    expect(await get(id, held.id)).toEqual({ delivery: held, request: undefined });
    expect(held.status).toBe('pending');
  });

  it('returns not_found for an unknown delivery, and for one of another endpoint or workspace', async () => {
    const { id } = await endpointAt('/found');
    const other = await endpointAt('/other');
    const test = await client.testEndpoint(testCall(ws), { id, event_type: 'webhook.test' });
    await expect(get(id, test.delivery_id)).resolves.toBeDefined();
    const missing = { kind: 'not_found' };
    await expect(get(id, newId('dlv'))).rejects.toMatchObject(missing);
    await expect(get(newId('whk'), test.delivery_id)).rejects.toMatchObject(missing);
    await expect(get(other.id, test.delivery_id)).rejects.toMatchObject(missing);
    await expect(get(id, test.delivery_id, newWorkspace())).rejects.toMatchObject(missing);
  });
});
