import { beforeEach, describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { Webhook } from 'standardwebhooks';
import { createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const webhooks = await sharedByTests(startWebhooks);

beforeEach(() => {
  webhooks.sink.clear();
  webhooks.sink.answerWith(answerStatus(200));
});

const hex = (character: string): string => character.repeat(64);

describe('CreateEndpoint', () => {
  it('returns the endpoint and its secret', async () => {
    const ws = newWorkspace();
    const { endpoint, secret } = await createEndpoint(webhooks, ws, {
      event_subscriptions: ['contact.created', 'contact.deleted', 'contact.created'],
    });
    expect(endpoint).toMatchObject({
      id: expect.stringMatching(/^whk_[0-9A-HJKMNP-TV-Z]{26}$/),
      workspace_id: ws,
      name: 'CRM',
      active: true,
      event_subscriptions: ['contact.created', 'contact.deleted'],
      health_status: 'healthy',
      signing_secret_preview: secret.slice(0, 10),
      last_delivery_at: undefined,
      delivery_success_rate_24h: undefined,
      total_deliveries_30d: 0,
      failed_deliveries_30d: 0,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('sends a signed test and logs it as a test that no counter includes', async () => {
    const ws = newWorkspace();
    const { endpoint, secret } = await createEndpoint(webhooks, ws);
    const [received] = webhooks.sink.received;
    expect(new Webhook(secret).verify(received?.body ?? '', { ...received?.headers })).toMatchObject({
      type: 'webhook.test',
      workspace_id: ws,
      api_version: 'v1',
      test: true,
      data: { webhook_id: endpoint.id },
    });
    expect(received?.headers).toMatchObject({ 'webhook-attempt': '1' });
    expect(received?.headers).not.toHaveProperty('webhook-sequence');
    const { deliveries } = await webhooks.client.listDeliveries(testCall(ws), {
      endpoint_id: endpoint.id,
      page: undefined,
    });
    expect(deliveries).toMatchObject([
      {
        event_type: 'webhook.test',
        is_test: true,
        status: 'success',
        status_code: 200,
        next_retry_at: undefined,
      },
    ]);
  });

  it.each([
    ['answers an error', answerStatus(500)],
    ['closes the connection', (_received: unknown, response: { destroy(): void }) => response.destroy()],
  ])('creates a degraded endpoint if the receiver of the test %s', async (_name, response) => {
    const ws = newWorkspace();
    webhooks.sink.answerWith(response);
    const { endpoint } = await createEndpoint(webhooks, ws);
    expect(endpoint).toMatchObject({ active: true, health_status: 'degraded', last_delivery_at: undefined });
    const { deliveries } = await webhooks.client.listDeliveries(testCall(ws), {
      endpoint_id: endpoint.id,
      page: undefined,
    });
    expect(deliveries).toMatchObject([{ is_test: true, status: 'failed', next_retry_at: undefined }]);
  });

  it('returns invalid_argument with every wrong field', async () => {
    const request = {
      name: ' ',
      url: 'ftp://example.com',
      event_subscriptions: ['contact.created', 'contact.*'],
      custom_headers: { host: 'x', 'X-Fine': 'y' },
    };
    await expect(webhooks.client.createEndpoint(testCall(newWorkspace()), request)).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'name',
      errors: [
        { field: 'name' },
        { field: 'url' },
        { field: 'event_subscriptions[1]' },
        { field: 'custom_headers.host' },
      ],
    });
    expect(webhooks.sink.received).toHaveLength(0);
  });

  it('allows exactly 20 endpoints under concurrency and allows another one after a deletion', async () => {
    const ws = newWorkspace();
    const results = await Promise.allSettled(
      Array.from({ length: 23 }, async () => createEndpoint(webhooks, ws)),
    );
    const created = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.endpoint.id] : [],
    );
    expect(created).toHaveLength(20);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toMatchObject({
        kind: 'conflict',
        code: 'conflict',
        details: { reason: 'endpoint_limit' },
      });
    }
    await webhooks.client.deleteEndpoint(testCall(ws), { id: created[0] ?? '' });
    await createEndpoint(webhooks, ws);
    await expect(createEndpoint(webhooks, ws)).rejects.toMatchObject({
      details: { reason: 'endpoint_limit' },
    });
  });

  it('creates one endpoint for one idempotency key and returns its secret again', async () => {
    const ws = newWorkspace();
    const idempotency = { id: hex('a'), fingerprint: hex('b') };
    const request = {
      name: 'CRM',
      url: `${webhooks.sink.url}/once`,
      event_subscriptions: ['contact.created'],
      custom_headers: {},
    };
    const calls = Array.from({ length: 10 }, async () =>
      webhooks.client.createEndpoint(testCall(ws, { idempotency }), request),
    );
    const replies = await Promise.all(calls);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(webhooks.sink.received).toHaveLength(1);
    expect((await webhooks.client.listEndpoints(testCall(ws), {})).endpoints).toHaveLength(1);
  });

  it('stores no readable secret in the database', async () => {
    const { endpoint, secret } = await createEndpoint(webhooks, newWorkspace());
    const { workspace_id } = endpoint;
    const [document] = await webhooks.database
      .collection('endpoints')
      .find({ workspace_id }, { raw: true })
      .toArray();
    const stored = Buffer.from(Object(document));
    expect(stored.includes(endpoint.id)).toBe(true);
    const text = secret.slice('whsec_'.length);
    const bytes = Buffer.from(text, 'base64');
    const encodings = [text, bytes, bytes.toString('hex'), Buffer.from(secret).toString('base64')];
    expect(encodings.map((encoding) => stored.includes(encoding))).toEqual(encodings.map(() => false));
  });

  it('requires the scope webhooks:write', async () => {
    const ctx = testCall(newWorkspace(), { scopes: new Set(['webhooks:read']) });
    const request = {
      name: 'CRM',
      url: 'https://example.com',
      event_subscriptions: ['contact.created'],
      custom_headers: {},
    };
    await expect(webhooks.client.createEndpoint(ctx, request)).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'webhooks:write' },
    });
  });
});
