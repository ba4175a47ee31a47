import { beforeAll, describe, expect, it } from '@jest/globals';
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

const COUNT = 25;

const webhooks = await sharedByTests(startWebhooks);
let ws: string;
let endpointId: string;

beforeAll(async () => {
  ws = newWorkspace();
  const { endpoint } = await createEndpoint(webhooks, ws);
  endpointId = endpoint.id;
  await webhooks.publish(...Array.from({ length: COUNT }, () => contactEvent(ws)));
  await webhooks.sink.waitFor(COUNT + 1);
  webhooks.sink.answerWith(answerStatus(500));
  await webhooks.publish(contactEvent(ws));
  await eventually(async () => {
    const deliveries = await deliveriesOf(webhooks, ws, endpointId);
    expect(deliveries.filter((delivery) => delivery.status === 'failed')).toHaveLength(1);
    expect(deliveries.filter((delivery) => delivery.status === 'success')).toHaveLength(COUNT);
  });
});

const list = async (request: object = {}) =>
  webhooks.client.listDeliveries(testCall(ws), { endpoint_id: endpointId, page: undefined, ...request });

describe('ListDeliveries', () => {
  it('returns every delivery once over all pages, newest first', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { deliveries, meta } = await list({ page: { page_size: 10, cursor } });
      seen.push(...deliveries.map((delivery) => delivery.id));
      expect(meta?.has_more).toBe(meta?.next_cursor !== undefined);
      cursor = meta?.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toHaveLength(COUNT + 2);
    expect(new Set(seen).size).toBe(COUNT + 2);
    const all = await list();
    expect(all.deliveries.map((delivery) => delivery.id)).toEqual(seen);
    expect(all.deliveries.at(-1)?.is_test).toBe(true);
    expect(all.deliveries[0]?.status).toBe('failed');
  });

  it.each([
    [{ status: 'failed' }, 1],
    [{ status: 'success' }, COUNT + 1],
    [{ status: 'pending' }, 0],
    [{ event_type: 'webhook.test' }, 1],
    [{ event_type: 'contact.created' }, COUNT + 1],
    [{ status: 'success', event_type: 'contact.created' }, COUNT],
    [{ delivered_after: new Date(Date.now() + 60_000) }, 0],
    [{ delivered_before: new Date(Date.now() + 60_000) }, COUNT + 2],
    [{ delivered_before: new Date(0) }, 0],
  ])('filters by %j', async (filter, count) => {
    expect((await list(filter)).deliveries).toHaveLength(count);
  });

  it('returns invalid_argument for an unknown status', async () => {
    await expect(list({ status: 'lost' })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'status',
    });
  });

  it('returns invalid_argument for a cursor of another filter, endpoint or workspace', async () => {
    const { meta } = await list({ page: { page_size: 5, cursor: '' } });
    const page = { page_size: 5, cursor: meta?.next_cursor ?? '' };
    const refused = { kind: 'invalid_argument', field: 'cursor' };
    await expect(list({ page, status: 'success' })).rejects.toMatchObject(refused);
    const other = await createEndpoint(webhooks, ws);
    await expect(list({ page, endpoint_id: other.endpoint.id })).rejects.toMatchObject(refused);
    const foreignWs = newWorkspace();
    const foreign = await createEndpoint(webhooks, foreignWs);
    const request = { endpoint_id: foreign.endpoint.id, page };
    await expect(webhooks.client.listDeliveries(testCall(foreignWs), request)).rejects.toMatchObject(refused);
    await expect(list({ page: { page_size: 5, cursor: `${page.cursor}x` } })).rejects.toMatchObject(refused);
  });

  it('returns not_found for an endpoint of another workspace', async () => {
    const request = { endpoint_id: endpointId, page: undefined };
    await expect(webhooks.client.listDeliveries(testCall(newWorkspace()), request)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
