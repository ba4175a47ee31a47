import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const webhooks = await sharedByTests(startWebhooks);

describe('GetEndpoint', () => {
  it('returns the endpoint without its secret', async () => {
    const ws = newWorkspace();
    const { endpoint, secret } = await createEndpoint(webhooks, ws, { custom_headers: { 'X-A.b$': '1' } });
    const reply = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
    expect(reply).toEqual({ endpoint });
    expect(reply.endpoint?.custom_headers).toEqual({ 'X-A.b$': '1' });
    expect(JSON.stringify(reply)).not.toContain(secret);
  });

  it('returns not_found for an endpoint of another workspace, like for an unknown id', async () => {
    const { endpoint } = await createEndpoint(webhooks, newWorkspace());
    const foreign = webhooks.client.getEndpoint(testCall(newWorkspace()), { id: endpoint.id });
    const unknown = webhooks.client.getEndpoint(testCall(newWorkspace()), { id: newId('whk') });
    const [first, second] = await Promise.all([foreign.catch(String), unknown.catch(String)]);
    expect(first).toEqual(second);
    await expect(
      webhooks.client.getEndpoint(testCall(newWorkspace()), { id: 'no id' }),
    ).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('ListEndpoints', () => {
  it('returns the endpoints of the workspace only, oldest first', async () => {
    const ws = newWorkspace();
    await createEndpoint(webhooks, newWorkspace());
    const first = await createEndpoint(webhooks, ws, { name: 'first' });
    const second = await createEndpoint(webhooks, ws, { name: 'second' });
    const { endpoints } = await webhooks.client.listEndpoints(testCall(ws), {});
    expect(endpoints).toEqual([first.endpoint, second.endpoint]);
  });
});

describe('ListEventTypes', () => {
  it('returns every event type of the specification with a JSON Schema of its data', async () => {
    const { event_types: types } = await webhooks.client.listEventTypes(testCall(newWorkspace()), {});
    const names = types.map((type) => type.event_type);
    expect(names).toHaveLength(36);
    expect(names).toEqual(
      expect.arrayContaining([
        'contact.created',
        'campaign.auto_paused',
        'email.sent',
        'export.completed',
        'webhook.endpoint_disabled',
        'webhook.endpoint_failing',
      ]),
    );
    expect(names).not.toContain('webhook.test');
    for (const type of types) {
      expect(JSON.parse(type.payload_schema_json)).toHaveProperty('$schema');
      expect(type.description).not.toBe('');
    }
  });
});
