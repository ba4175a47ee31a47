import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@outreach/event-schema';
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

const HOUR_MS = 60 * 60 * 1000;
const ENDS_MS = 20_000;
const POLL_MS = 50;
/** Events of one step of a replay. */
const STEP = 20;

const webhooks = await sharedByTests(async () =>
  startWebhooks({ env: { REPLAY_RATE_PER_SECOND: String(2 * STEP) } }),
);
let ws = '';

beforeEach(() => {
  ws = newWorkspace();
  webhooks.sink.clear();
  webhooks.sink.answerWith(answerStatus(200));
});

async function publishAll(endpointId: string, count: number): Promise<readonly DomainEvent[]> {
  const events = Array.from({ length: count }, () => contactEvent(ws));
  await webhooks.publish(...events);
  await eventually(async () => {
    const stored = await webhooks.database.collection('events').countDocuments({ workspace_id: ws });
    expect(stored).toBe(count);
    const open = { endpoint_id: endpointId, status: 'pending' };
    expect(await webhooks.database.collection('deliveries').countDocuments(open)).toBe(0);
  });
  return events;
}

interface Range {
  readonly event_types?: string[];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

async function replay(endpoint_id: string, range: Range = {}) {
  return webhooks.client.createReplay(testCall(ws), {
    endpoint_id,
    event_types: ['contact.created'],
    from: new Date(Date.now() - HOUR_MS),
    to: new Date(Date.now() + HOUR_MS),
    ...range,
  });
}

async function stateOf(endpoint_id: string, replay_id: string) {
  const { replay: state } = await webhooks.client.getReplay(testCall(ws), { endpoint_id, replay_id });
  if (state === undefined) throw new Error('The reply has no replay.');
  return state;
}

async function cancel(endpoint_id: string, replay_id: string) {
  return webhooks.client.cancelReplay(testCall(ws), { endpoint_id, replay_id });
}

/** Waits for the end. A replay checks its deliveries once a second; each attempt makes the next check due. */
async function ended(endpointId: string, replayId: string) {
  return eventually(
    async () => {
      await makeDue(replayId);
      const state = await stateOf(endpointId, replayId);
      if (state.finished_at === undefined) throw new Error(`The replay is ${state.status}.`);
      return state;
    },
    { timeoutMs: ENDS_MS, pollMs: POLL_MS },
  );
}

async function makeDue(replayId: string): Promise<void> {
  const waiting = { _id: replayId, lease_token: null, due_at: { $ne: null } };
  const replays = webhooks.database.collection<{ _id: string }>('replays');
  await replays.updateOne(waiting, { $set: { due_at: new Date() } });
  webhooks.wake('replays');
}

async function setActive(id: string, active: boolean) {
  const fields = { name: '', url: '', event_subscriptions: [], custom_headers: {}, active };
  await webhooks.client.updateEndpoint(testCall(ws), { id, ...fields, mask: ['active'] });
}

describe('a replay', () => {
  it('sends the events again under the same ids and sequences, flagged as a replay', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/again` });
    webhooks.sink.clear();
    const events = await publishAll(endpoint.id, STEP + 5);
    const first = new Map(
      webhooks.sink.received.map(({ headers }) => [headers['webhook-id'], headers['webhook-sequence']]),
    );
    webhooks.sink.clear();
    const started = await replay(endpoint.id);
    expect(started).toMatchObject({ status: 'queued', matched_events: STEP + 5 });
    expect(await ended(endpoint.id, started.replay_id)).toMatchObject({
      status: 'completed',
      matched_events: STEP + 5,
      delivered: STEP + 5,
      failed: 0,
      pending: 0,
    });
    const { received } = webhooks.sink;
    expect(received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
      events.map(({ id }) => id).toSorted(),
    );
    for (const { headers } of received)
      expect(headers).toMatchObject({
        'x-service-replay': 'true',
        'webhook-attempt': '1',
        'webhook-sequence': first.get(headers['webhook-id']),
      });
    const log = await deliveriesOf(webhooks, ws, endpoint.id);
    const replayed = log.filter(({ is_replay }) => is_replay);
    expect(replayed.map(({ replay_id }) => replay_id)).toEqual(
      Array.from({ length: STEP + 5 }, () => started.replay_id),
    );
  });

  it('sends events that were never sent to the endpoint, under its next sequences', async () => {
    const { endpoint: old } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/old` });
    await publishAll(old.id, 5);
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/new` });
    webhooks.sink.clear();
    const { replay_id } = await replay(endpoint.id);
    await ended(endpoint.id, replay_id);
    const numbers = webhooks.sink.received.map(({ headers }) => Number(headers['webhook-sequence']));
    expect(numbers.toSorted((one, another) => one - another)).toEqual([1, 2, 3, 4, 5]);
    await webhooks.publish(contactEvent(ws));
    const received = await webhooks.sink.waitFor(6, '/new');
    expect(received.at(-1)?.headers['webhook-sequence']).toBe('6');
    const again = await replay(endpoint.id);
    expect(await ended(endpoint.id, again.replay_id)).toMatchObject({ matched_events: 6, delivered: 6 });
    const feed = await webhooks.client.listEvents(testCall(ws), {
      page: undefined,
      types: [],
      after: undefined,
      endpoint_id: endpoint.id,
    });
    expect(feed.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('selects by type and by from ≤ time < to, and completes at once without a match', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    const events = await publishAll(endpoint.id, 4);
    const times = events.map(({ occurred_at }) => Date.parse(occurred_at));
    const from = new Date(Math.min(...times));
    const to = new Date(Math.max(...times));
    const before = times.filter((time) => time < to.getTime()).length;
    expect(await replay(endpoint.id, { from, to: new Date(to.getTime() + 1) })).toMatchObject({
      matched_events: 4,
    });
    if (before > 0) expect(await replay(endpoint.id, { from, to })).toMatchObject({ matched_events: before });
    const none = await replay(endpoint.id, { event_types: ['contact.deleted'] });
    expect(none).toMatchObject({ status: 'completed', matched_events: 0 });
    expect(await stateOf(endpoint.id, none.replay_id)).toMatchObject({
      status: 'completed',
      pending: 0,
      finished_at: expect.any(Date),
    });
  });

  it('completes when each event was tried once; failures go on by the normal schedule', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    await publishAll(endpoint.id, 3);
    webhooks.sink.answerWith(answerStatus(500));
    const { replay_id } = await replay(endpoint.id);
    expect(await ended(endpoint.id, replay_id)).toMatchObject({
      status: 'completed',
      delivered: 0,
      failed: 3,
    });
    webhooks.sink.answerWith(answerStatus(200));
    await webhooks.makeRetriesDue(endpoint.id);
    await eventually(async () =>
      expect(await stateOf(endpoint.id, replay_id)).toMatchObject({ delivered: 3, failed: 0 }),
    );
  });

  it('is refused for a paused endpoint, a wrong range, unknown types and more than 10,000 events', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws);
    const now = new Date();
    const invalid = (field: string) => ({ kind: 'invalid_argument', field });
    await expect(replay(endpoint.id, { from: now, to: now })).rejects.toMatchObject(invalid('to'));
    await expect(replay(endpoint.id, { from: undefined })).rejects.toMatchObject(invalid('from'));
    await expect(replay(endpoint.id, { event_types: [] })).rejects.toMatchObject(invalid('event_types'));
    await expect(
      replay(endpoint.id, { event_types: ['contact.created', 'x'], to: undefined }),
    ).rejects.toMatchObject({ errors: [{ field: 'event_types[1]' }, { field: 'to' }] });
    const stored = Array.from({ length: 10_001 }, (_, index) => ({
      _id: `evt_${ws}_${String(index)}`,
      workspace_id: ws,
      sequence: -index - 1,
      type: 'contact.created',
      aggregate_id: 'ct_1',
      occurred_at: now,
      body: '{}',
      created_at: now,
    }));
    await webhooks.database.collection<{ _id: string }>('events').insertMany(stored);
    await expect(replay(endpoint.id)).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'replay_too_large',
      details: { matched_events: 10_001, max_events: 10_000 },
    });
    await setActive(endpoint.id, false);
    await expect(replay(endpoint.id)).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'endpoint_paused' },
    });
    await expect(stateOf(endpoint.id, 'rpl_01J9Z3K8Q4N5R6S7T8V9W0X1Y2')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('sends nothing more after a cancel, and keeps the feed of the endpoint without gaps', async () => {
    const { endpoint: old } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/source` });
    await publishAll(old.id, 2 * STEP);
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/canceled` });
    webhooks.sink.clear();
    const open: (() => void)[] = [];
    webhooks.sink.answerWith((_received, response) => {
      open.push(() => response.writeHead(200).end());
    });
    const { replay_id } = await replay(endpoint.id);
    await webhooks.sink.waitFor(8, '/canceled');
    const { replay: canceled } = await cancel(endpoint.id, replay_id);
    expect(canceled).toMatchObject({ status: 'canceled', finished_at: expect.any(Date) });
    const sent = webhooks.sink.received.length;
    webhooks.sink.answerWith(answerStatus(200));
    for (const answer of open) answer();
    await eventually(
      async () => {
        expect(await stateOf(endpoint.id, replay_id)).toMatchObject({
          status: 'canceled',
          delivered: sent,
          failed: 0,
          pending: 0,
        });
      },
      { timeoutMs: ENDS_MS },
    );
    expect(webhooks.sink.received).toHaveLength(sent);
    expect(await deliveriesOf(webhooks, ws, endpoint.id)).toHaveLength(sent);
    await expect(cancel(endpoint.id, replay_id)).rejects.toMatchObject({ code: 'invalid_transition' });
    await webhooks.publish(contactEvent(ws));
    const received = await webhooks.sink.waitFor(sent + 1, '/canceled');
    const last = Number(received.at(-1)?.headers['webhook-sequence']);
    const feed = await webhooks.client.listEvents(testCall(ws), {
      page: { page_size: 500, cursor: '' },
      types: [],
      after: undefined,
      endpoint_id: endpoint.id,
    });
    expect(feed.events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: last }, (_, index) => index + 1),
    );
  });

  it('continues at its position after a crash, with each event once', async () => {
    const { endpoint } = await createEndpoint(webhooks, ws, { url: `${webhooks.sink.url}/moved` });
    await publishAll(endpoint.id, 2 * STEP + 5);
    webhooks.sink.clear();
    const { replay_id } = await replay(endpoint.id);
    await webhooks.sink.waitFor(1, '/moved');
    // The state after a killed worker: its lease ends without a renewal.
    const interrupted = await webhooks.database
      .collection<{ _id: string }>('replays')
      .updateOne(
        { _id: replay_id, due_at: { $ne: null } },
        { $set: { lease_token: 'lease_dead', due_at: new Date() } },
      );
    expect(interrupted.matchedCount).toBe(1);
    webhooks.wake('replays');
    expect(await ended(endpoint.id, replay_id)).toMatchObject({
      status: 'completed',
      delivered: 2 * STEP + 5,
      pending: 0,
    });
    expect(webhooks.sink.received).toHaveLength(2 * STEP + 5);
  });
});
