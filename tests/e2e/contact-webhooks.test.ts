import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { seedCredential } from '@outreach/dev/seed';
import { eventually } from '@outreach/testing';
import { answerStatus, startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { makeDeliveriesDue } from './due-deliveries.ts';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const DRAIN_MS = 90_000;
/** Often enough, and far from the rate limit of a key. */
const LOG_POLL_MS = 250;
const PARALLEL_REQUESTS = 50;

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));
let endpoint: { id: string; signing_secret: string };
let counter = 0;
/** A new key per test, so that no test reaches the write limit of another. */
let writeKey = '';

beforeAll(async () => {
  const created = await running.call('POST', '/api/v1/webhooks/', {
    body: {
      name: 'Receiver',
      url: `${sink.url}/hook`,
      event_subscriptions: ['contact.created', 'contact.updated', 'contact.deleted'],
    },
  });
  expect(created.status).toBe(201);
  endpoint = created.body;
});

beforeEach(async () => {
  const made = await running.call('POST', '/api/v1/api-keys/', {
    body: { name: 'Test', scopes: ['contacts:write'] },
  });
  expect(made.status).toBe(201);
  writeKey = made.body.key;
  sink.clear();
  sink.answerWith(answerStatus(200));
});

async function createContact(fields: object = {}, headers: Record<string, string> = {}) {
  counter += 1;
  const body = { email: `person${counter}@example.com`, ...fields };
  return running.call('POST', '/api/v1/contacts/', { body, headers, key: writeKey });
}

/** Waits for `count` events about a contact. The receivers' own library verifies the signature of each. */
async function verifiedEvents(contactId: string, count = 1) {
  return eventually(
    () => {
      const verifier = new Webhook(endpoint.signing_secret);
      const events = sink.received.map(({ body, headers }) => verifier.verify(body, headers));
      const about = events.filter((event) => JSON.stringify(event).includes(contactId));
      expect(about).toHaveLength(count);
      return about;
    },
    { timeoutMs: DRAIN_MS },
  );
}

async function deliveriesOf(contactId: string, status: string) {
  return eventually(
    async () => {
      const log = await running.call(
        'GET',
        `/api/v1/webhooks/${endpoint.id}/deliveries/?status=${status}&page_size=500`,
      );
      const ids = new Set(
        sink.received
          .filter(({ body }) => body.includes(contactId))
          .map(({ headers }) => headers['webhook-id']),
      );
      const entries = log.body.data.filter((entry: { event_id: string }) => ids.has(entry.event_id));
      expect(entries.length).toBeGreaterThan(0);
      return entries;
    },
    { timeoutMs: DRAIN_MS, pollMs: LOG_POLL_MS },
  );
}

describe('a contact created with an API key', () => {
  it('arrives once as a signed webhook, and the delivery log shows a success', async () => {
    const contact = await createContact({ first_name: 'Ada' });
    expect(contact.status).toBe(201);
    const [event] = await verifiedEvents(contact.body.id);
    expect(event).toMatchObject({ type: 'contact.created', api_version: 'v1', data: contact.body });
    const [entry] = await deliveriesOf(contact.body.id, 'success');
    expect(entry).toMatchObject({ status: 'success', status_code: 200, retry_count: 0, next_retry_at: null });
    expect(sink.received.filter(({ body }) => body.includes(contact.body.id))).toHaveLength(1);
  });

  it('causes one webhook for its change and one for its deletion', async () => {
    const { body: contact } = await createContact();
    const changed = await running.call('PATCH', `/api/v1/contacts/${contact.id}/`, {
      body: { title: 'CEO' },
    });
    expect(changed).toMatchObject({ status: 200, body: { title: 'CEO' } });
    const deleted = await running.call('DELETE', `/api/v1/contacts/${contact.id}/`, {
      body: { deletion_reason: 'asked to' },
    });
    expect(deleted).toMatchObject({
      status: 200,
      body: { id: contact.id, is_deleted: true, deletion_reason: 'asked to', deleted_at: expect.any(String) },
    });
    const events = await verifiedEvents(contact.id, 3);
    expect(new Set(events.map((event) => Reflect.get(Object(event), 'type')))).toEqual(
      new Set(['contact.created', 'contact.updated', 'contact.deleted']),
    );
  });

  it('is delivered again after a failure, under the same id with the next attempt number', async () => {
    let answers = 0;
    sink.answerWith((received, response) => {
      answers += 1;
      answerStatus(answers === 1 ? 500 : 200)(received, response);
    });
    const { body: contact } = await createContact();
    const received = await eventually(
      async () => {
        await makeDeliveriesDue(mongo, { endpointId: endpoint.id });
        return sink.waitFor(2, '/hook', LOG_POLL_MS);
      },
      { timeoutMs: DRAIN_MS },
    );
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2']);
    const [entry] = await deliveriesOf(contact.id, 'success');
    expect(entry).toMatchObject({ retry_count: 1, attempts: [{ status_code: 500 }, { status_code: 200 }] });
  });
});

describe('an Idempotency-Key', () => {
  it(`creates one contact for ${PARALLEL_REQUESTS} parallel requests, which all get the same body`, async () => {
    const fields = { email: 'keyed@example.com' };
    const headers = { 'idempotency-key': 'e2e-parallel' };
    const answers = await Promise.all(
      Array.from({ length: PARALLEL_REQUESTS }, async () => createContact(fields, headers)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(PARALLEL_REQUESTS - 1);
  });

  it('is refused with another request', async () => {
    const headers = { 'idempotency-key': 'e2e-reused' };
    await createContact({ email: 'one@example.com' }, headers);
    const other = await createContact({ email: 'two@example.com' }, headers);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
  });
});

describe('a client of another workspace', () => {
  it('gets the same bytes for an id of this workspace as for an unknown id', async () => {
    const { body: contact } = await createContact();
    const { apiKey: foreign } = await seedCredential(running.stack, 'Foreign');
    const requestId = { 'x-request-id': 'same-for-all' };
    const paths = [contact.id, 'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2', 'ct_malformed'].map(
      (id) => `/api/v1/contacts/${id}/`,
    );
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { title: 'Mine' } : undefined;
      const answers = await Promise.all(
        paths.map(async (route) => running.call(method, route, { key: foreign, body, headers: requestId })),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
    const hook = await running.call('GET', `/api/v1/webhooks/${endpoint.id}/`, { key: foreign });
    expect(hook.status).toBe(404);
  });
});

describe('an Idempotency-Key of a POST that returns a secret', () => {
  it.each([
    ['/api/v1/api-keys/', () => ({ name: 'Keyed', scopes: ['contacts:read'] }), 'key'],
    [
      '/api/v1/webhooks/',
      () => ({ name: 'Keyed', url: `${sink.url}/keyed`, event_subscriptions: ['contact.updated'] }),
      'signing_secret',
    ],
  ])('creates one resource at %s and returns the secret again', async (route, body, secret) => {
    const request = { body: body(), headers: { 'idempotency-key': 'secret-key' + route } };
    const first = await running.call('POST', route, request);
    const second = await running.call('POST', route, request);
    expect(first).toMatchObject({ status: 201, body: { [secret]: expect.any(String) } });
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});
