import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const webhooks = await sharedByTests(startWebhooks);

describe('GetEndpoint', () => {
  it('answers the endpoint without its secret', async () => {
    const ws = newWorkspace();
    const { endpoint, secret } = await createEndpoint(webhooks, ws, { custom_headers: { 'X-A.b$': '1' } });
    const answer = await webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id });
    expect(answer).toEqual({ endpoint });
    expect(answer.endpoint?.custom_headers).toEqual({ 'X-A.b$': '1' });
    expect(JSON.stringify(answer)).not.toContain(secret);
  });

  it('answers another workspace’s endpoint as one that does not exist', async () => {
    const { endpoint } = await createEndpoint(webhooks, newWorkspace());
    const foreign = webhooks.client.getEndpoint(testCall(newWorkspace()), { id: endpoint.id });
    const unknown = webhooks.client.getEndpoint(testCall(newWorkspace()), { id: newId('whk') });
    const [one, other] = await Promise.all([foreign.catch(String), unknown.catch(String)]);
    expect(one).toEqual(other);
    await expect(
      webhooks.client.getEndpoint(testCall(newWorkspace()), { id: 'no id' }),
    ).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('ListEndpoints', () => {
  it('answers all of the workspace and none of another, oldest first', async () => {
    const ws = newWorkspace();
    await createEndpoint(webhooks, newWorkspace());
    const first = await createEndpoint(webhooks, ws, { name: 'first' });
    const second = await createEndpoint(webhooks, ws, { name: 'second' });
    const { endpoints } = await webhooks.client.listEndpoints(testCall(ws), {});
    expect(endpoints).toEqual([first.endpoint, second.endpoint]);
  });
});

describe('ListEventTypes', () => {
  it('describes every type of the specification with a JSON Schema of its data', async () => {
    const { event_types: types } = await webhooks.client.listEventTypes(testCall(newWorkspace()), {});
    const names = types.map((type) => type.event_type);
    expect(names).toHaveLength(30);
    expect(names).toEqual(
      expect.arrayContaining([
        'contact.created',
        'campaign.auto_paused',
        'email.sent',
        'export.completed',
        'webhook.endpoint_disabled',
      ]),
    );
    expect(names).not.toContain('webhook.test');
    for (const type of types) {
      expect(JSON.parse(type.payload_schema_json)).toHaveProperty('$schema');
      expect(type.description).not.toBe('');
    }
  });
});
