import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '@outreach/testing';
import { answerStatus, startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const ARRIVES_MS = 30_000;

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
let number = 0;

beforeEach(() => {
  sink.clear();
  sink.answerWith(answerStatus(200));
});

async function createEndpoint(path: string) {
  const body = { name: 'CRM', url: `${sink.url}${path}`, event_subscriptions: ['contact.created'] };
  const created = await running.call('POST', '/api/v1/webhooks/', { body });
  expect(created.status).toBe(201);
  sink.clear();
  return created.body;
}

async function createContact(): Promise<string> {
  number += 1;
  const body = { email: `hook${String(number)}@example.com` };
  const created = await running.call('POST', '/api/v1/contacts/', { body });
  expect(created.status).toBe(201);
  return created.body.id;
}

async function remove(id: string) {
  expect((await running.call('DELETE', `/api/v1/webhooks/${id}/`)).status).toBe(204);
}

describe('webhook endpoints over HTTP', () => {
  it('list every wrong field of a creation and of a change at once', async () => {
    const wrong = { name: 'CRM', url: 'http://10.0.0.1/', event_subscriptions: ['contact.*'] };
    const created = await running.call('POST', '/api/v1/webhooks/', { body: wrong });
    expect(created).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'validation_error',
          field: 'url',
          errors: [{ field: 'url' }, { field: 'event_subscriptions[0]' }],
        },
      },
    });
    const { id } = await createEndpoint('/wrong');
    const body = { url: 'ftp://example.com', custom_headers: { Host: 'x' } };
    expect(await running.call('PATCH', `/api/v1/webhooks/${id}/`, { body })).toMatchObject({
      status: 400,
      body: { error: { errors: [{ field: 'url' }, { field: 'custom_headers.Host' }] } },
    });
    const nothing = { name: null, event_subscriptions: null };
    expect(await running.call('PATCH', `/api/v1/webhooks/${id}/`, { body: nothing })).toMatchObject({
      status: 400,
      body: { error: { field: 'name' } },
    });
    await remove(id);
  });

  it('are paused, activated, tested and rotated, and deliver what waited', async () => {
    const { id } = await createEndpoint('/life');
    const path = `/api/v1/webhooks/${id}/`;
    const paused = await running.call('PATCH', path, { body: { active: false } });
    expect(paused).toMatchObject({ status: 200, body: { active: false, health_status: 'paused' } });
    const contactId = await createContact();
    const tested = await running.call('POST', `${path}test/`, { body: { event_type: 'email.bounced' } });
    expect(tested).toMatchObject({ status: 200, body: { success: true, status_code: 200, error: null } });
    const [test] = await sink.waitFor(1, '/life', ARRIVES_MS);
    expect(JSON.parse(test?.body ?? '{}')).toMatchObject({ type: 'email.bounced', test: true });
    const rotated = await running.call('POST', `${path}rotate-secret/`);
    expect(rotated).toMatchObject({
      status: 200,
      body: { id, signing_secret: expect.stringMatching(/^whsec_/) },
    });
    await eventually(
      async () => {
        const log = await running.call('GET', `${path}deliveries/?event_type=contact.created`);
        expect(log.body.data).toMatchObject([{ status: 'pending', next_retry_at: null }]);
      },
      { timeoutMs: ARRIVES_MS },
    );
    expect((await running.call('PATCH', path, { body: { active: true } })).body.health_status).toBe(
      'healthy',
    );
    const received = await sink.waitFor(2, '/life', ARRIVES_MS);
    const verifier = new Webhook(rotated.body.signing_secret);
    expect(verifier.verify(received[1]?.body ?? '', { ...received[1]?.headers })).toMatchObject({
      type: 'contact.created',
      data: { id: contactId },
    });
    await remove(id);
  });

  it('retry by hand, replay a range, and let a receiver heal a gap from the feed', async () => {
    const from = new Date(Date.now() - 1_000).toISOString();
    const { id } = await createEndpoint('/heal');
    const path = `/api/v1/webhooks/${id}/`;
    const contactId = await createContact();
    const [first] = await sink.waitFor(1, '/heal', ARRIVES_MS);
    const eventId = first?.headers['webhook-id'];
    const delivery = await eventually(
      async () => {
        const log = await running.call('GET', `${path}deliveries/?status=success&event_type=contact.created`);
        expect(log.body.data).toMatchObject([{ event_id: eventId }]);
        return log.body.data[0];
      },
      { timeoutMs: ARRIVES_MS },
    );
    expect(await running.call('POST', `${path}deliveries/${delivery.id}/retry/`)).toMatchObject({
      status: 200,
      body: { delivery_id: delivery.id, status: 'success', status_code: 200, error: null, retry_count: 1 },
    });
    const detail = await running.call('GET', `${path}deliveries/${delivery.id}/`);
    const [, again] = await sink.waitFor(2, '/heal', ARRIVES_MS);
    expect(detail).toMatchObject({ status: 200, body: { id: delivery.id, retry_count: 1 } });
    expect(detail.body.request.body).toBe(again?.body);
    expect(again?.headers).toMatchObject(detail.body.request.headers);
    const feed = await running.call('GET', `/api/v1/events/?webhook_id=${id}&after=0&types=contact.created`);
    expect(feed.body).toMatchObject({
      data: [
        { id: eventId, type: 'contact.created', sequence: 1, data: { id: contactId }, api_version: 'v1' },
      ],
      meta: { next_cursor: null, has_more: false },
    });
    const body = { event_types: ['contact.created'], from, to: new Date(Date.now() + 60_000).toISOString() };
    const started = await running.call('POST', `${path}replay/`, { body });
    expect(started).toMatchObject({ status: 200, body: { status: 'queued' } });
    await eventually(
      async () => {
        const state = await running.call('GET', `${path}replays/${started.body.replay_id}/`);
        expect(state.body).toMatchObject({ status: 'completed', failed: 0, pending: 0 });
      },
      { timeoutMs: ARRIVES_MS },
    );
    const replayed = sink.received.filter(({ headers }) => headers['x-service-replay'] === 'true');
    expect(replayed.map(({ headers }) => headers['webhook-id'])).toContain(eventId);
    const canceled = await running.call('POST', `${path}replays/${started.body.replay_id}/cancel/`);
    expect(canceled).toMatchObject({ status: 409, body: { error: { code: 'invalid_transition' } } });
    await running.call('PATCH', path, { body: { active: false } });
    expect(await running.call('POST', `${path}replay/`, { body })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', reason: 'endpoint_paused' } },
    });
    await remove(id);
    expect((await running.call('GET', `${path}deliveries/`)).status).toBe(200);
    expect((await running.call('GET', `${path}replays/${started.body.replay_id}/`)).status).toBe(404);
  });
});
