import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ListEventsRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import type { DomainEvent } from '@outreach/event-schema';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { contactEvent, createEndpoint, newWorkspace, startWebhooks } from './webhooks-harness.ts';

const COUNT = 25;

const webhooks = await sharedByTests(startWebhooks);
const ws = newWorkspace();
/** Subscribed to contact.created only. */
let endpointId = '';
let events: readonly DomainEvent[] = [];

function deletion(): DomainEvent {
  const { aggregate } = contactEvent(ws);
  const data = { id: aggregate.id, workspace_id: ws };
  return eventLike(contactDeleted, { workspaceId: ws, aggregate: { ...aggregate, version: 2 }, data });
}

const list = async (request: Partial<ListEventsRequest> = {}, workspaceId = ws) =>
  webhooks.client.listEvents(testCall(workspaceId), {
    page: undefined,
    types: [],
    after: undefined,
    endpoint_id: undefined,
    ...request,
  });

const sequencesOf = (reply: { readonly events: readonly { readonly sequence: number }[] }): number[] =>
  reply.events.map(({ sequence }) => sequence);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

beforeAll(async () => {
  ({ id: endpointId } = (await createEndpoint(webhooks, ws)).endpoint);
  events = Array.from({ length: COUNT }, (_, index) => (index % 5 === 4 ? deletion() : contactEvent(ws)));
  await webhooks.publish(...events);
  await eventually(async () => expect((await list()).events).toHaveLength(COUNT));
});

describe('ListEvents', () => {
  it('returns the delivery bodies of the workspace under gapless sequences, oldest first', async () => {
    const reply = await list();
    expect(sequencesOf(reply)).toEqual(upTo(COUNT));
    const [first] = reply.events;
    const published = events.find(({ id }) => id === first?.id);
    expect(first).toMatchObject({ type: published?.type, workspace_id: ws, api_version: 'v1' });
    expect(first?.timestamp?.toISOString()).toBe(published?.occurred_at);
    expect(JSON.parse(first?.data_json ?? '')).toEqual(published?.data);
  });

  it('returns every event once over all pages', async () => {
    const seen: number[] = [];
    let cursor = '';
    do {
      const reply = await list({ page: { page_size: 10, cursor } });
      seen.push(...sequencesOf(reply));
      cursor = reply.meta?.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(upTo(COUNT));
  });

  it('returns the events after a sequence or an event id, and of the given types', async () => {
    expect(sequencesOf(await list({ after: '20' }))).toEqual([21, 22, 23, 24, 25]);
    const all = await list();
    const tenth = all.events[9]?.id ?? '';
    expect(sequencesOf(await list({ after: tenth, page: { page_size: 3, cursor: '' } }))).toEqual([
      11, 12, 13,
    ]);
    const deleted = await list({ types: ['contact.deleted'] });
    expect(deleted.events.map(({ type }) => type)).toEqual(
      Array.from({ length: 5 }, () => 'contact.deleted'),
    );
    expect((await list({ types: ['contact.deleted', 'contact.created'] })).events).toHaveLength(COUNT);
  });

  it('returns the events of an endpoint under its own gapless sequences', async () => {
    const reply = await list({ endpoint_id: endpointId });
    expect(sequencesOf(reply)).toEqual(upTo(20));
    expect(new Set(reply.events.map(({ type }) => type))).toEqual(new Set(['contact.created']));
    const received = new Map(
      webhooks.sink.received.map(({ headers }) => [headers['webhook-id'], headers['webhook-sequence']]),
    );
    for (const { id, sequence } of reply.events)
      expect(received.get(id) ?? String(sequence)).toBe(String(sequence));
    const eighteenth = reply.events[17]?.id ?? '';
    expect(sequencesOf(await list({ endpoint_id: endpointId, after: eighteenth }))).toEqual([19, 20]);
    expect(sequencesOf(await list({ endpoint_id: endpointId, after: '19' }))).toEqual([20]);
  });

  it.each([
    ['types', { types: ['contact.created', 'nope'] }],
    ['after', { after: 'evt_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' }],
    ['after', { after: '-1' }],
    ['webhook_id', { endpoint_id: 'whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' }],
    ['cursor', { page: { page_size: 5, cursor: 'x' } }],
  ])('returns invalid_argument on %s for %j', async (field, request) => {
    await expect(list(request)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('refuses a cursor of another filter and shows nothing of another workspace', async () => {
    const { meta } = await list({ page: { page_size: 5, cursor: '' } });
    const page = { page_size: 5, cursor: meta?.next_cursor ?? '' };
    await expect(list({ page, after: '3' })).rejects.toMatchObject({ field: 'cursor' });
    const foreign = newWorkspace();
    await expect(list({ page }, foreign)).rejects.toMatchObject({ field: 'cursor' });
    expect((await list({}, foreign)).events).toEqual([]);
    await expect(list({ endpoint_id: endpointId }, foreign)).rejects.toMatchObject({ field: 'webhook_id' });
    await expect(list({ after: events[0]?.id ?? '' }, foreign)).rejects.toMatchObject({ field: 'after' });
  });

  it('reads pages by index', async () => {
    const stages = async (collection: string, filter: object, sort: object) =>
      JSON.stringify(
        await webhooks.database
          .collection(collection)
          .find(filter)
          .sort({ ...sort })
          .explain('queryPlanner'),
      );
    const ofWorkspace = { workspace_id: ws, sequence: { $gt: 0 } };
    const order = { sequence: 1, _id: 1 };
    expect(await stages('events', { ...ofWorkspace, type: { $in: ['contact.deleted'] } }, order)).toContain(
      'feed_by_type',
    );
    const ofEndpoint = { ...ofWorkspace, endpoint_id: endpointId, run: 'live' };
    expect(await stages('deliveries', ofEndpoint, order)).toContain('"indexName":"feed"');
  });
});
