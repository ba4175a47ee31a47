import { describe, expect, it } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { answerStatus } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  contactEvent,
  createEndpoint,
  deliveriesOf,
  newWorkspace,
  startWebhooks,
} from './webhooks-harness.ts';

const webhooks = await sharedByTests(startWebhooks);

describe('DeleteEndpoint', () => {
  it('deletes the endpoint and keeps its log readable for its own workspace', async () => {
    const ws = newWorkspace();
    const { endpoint } = await createEndpoint(webhooks, ws);
    await webhooks.client.deleteEndpoint(testCall(ws), { id: endpoint.id });
    await expect(webhooks.client.getEndpoint(testCall(ws), { id: endpoint.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(webhooks.client.deleteEndpoint(testCall(ws), { id: endpoint.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect((await webhooks.client.listEndpoints(testCall(ws), {})).endpoints).toEqual([]);
    const log = { endpoint_id: endpoint.id, page: undefined };
    expect((await webhooks.client.listDeliveries(testCall(ws), log)).deliveries).toHaveLength(1);
    await expect(webhooks.client.listDeliveries(testCall(newWorkspace()), log)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('ends the retries and the events of the endpoint', async () => {
    const ws = newWorkspace();
    const kept = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/kept` });
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/deleted` });
    webhooks.sink.clear();
    webhooks.sink.answerWith(answerStatus(500));
    await webhooks.publish(contactEvent(ws));
    await eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
      expect(delivery?.next_retry_at).toBeInstanceOf(Date);
    });
    await webhooks.client.deleteEndpoint(testCall(ws), { id: endpoint.id });
    const [delivery] = await deliveriesOf(webhooks, ws, endpoint.id);
    expect(delivery).toMatchObject({ status: 'failed', next_retry_at: undefined });
    await webhooks.database
      .collection('deliveries')
      .updateMany({ workspace_id: ws, is_test: false }, { $set: { due_at: new Date(0) } });
    webhooks.wake('deliveries');
    await webhooks.publish(contactEvent(ws));
    await webhooks.sink.waitFor(3, '/kept');
    expect(webhooks.sink.received.filter((received) => received.path === '/deleted')).toHaveLength(1);
    await eventually(async () => {
      const due = await webhooks.database
        .collection('deliveries')
        .countDocuments({ endpoint_id: endpoint.id, due_at: { $ne: null } });
      expect(due).toBe(0);
    });
    expect(await deliveriesOf(webhooks, ws, endpoint.id)).toHaveLength(1);
    await webhooks.client.deleteEndpoint(testCall(ws), { id: kept.endpoint.id });
  });

  it('requires the scope webhooks:write', async () => {
    const ctx = testCall(newWorkspace(), { scopes: new Set(['webhooks:read']) });
    await expect(webhooks.client.deleteEndpoint(ctx, { id: 'whk_x' })).rejects.toMatchObject({
      kind: 'permission_denied',
    });
  });
});
