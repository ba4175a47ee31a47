import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runAdmin } from '@outreach/dev/admin-command';
import { createReplica } from '@outreach/dev/replica';
import { eventually, freePort } from '@outreach/testing';
import { answerStatus, startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { makeDeliveriesDue } from './due-deliveries.ts';
import { sendTo, startOwnStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const POLL_MS = 50;
const REFUSED_WITH_BROKER_MS = 1_000;
const REFUSED_WITHOUT_BROKER_MS = 5_000;
const DELIVERED_WITHIN_MS = 90_000;
/** Often enough, and far from the rate limit of a key. */
const LOG_POLL_MS = 250;
const CREATES_WITHOUT_BROKER = 100;
/** Longer than the test. */
const LEASE_MS = 60_000;

const running = await sharedByTests(startOwnStack);
const second = await sharedByTests(async () => {
  const port = await freePort();
  const replica = await createReplica(running.stack, 'gateway', { port });
  await replica.start();
  return { ...replica, baseUrl: `http://127.0.0.1:${String(port)}` };
});
const sink = await sharedByTests(startWebhookSink);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));
const baseUrls = [running.stack.baseUrl, second.baseUrl];
let endpointId = '';
let contactCount = 0;
/** A new key per test, so that no test reaches the write limit of another. */
let writeKey = '';

beforeAll(async () => {
  const endpoint = { name: 'Receiver', url: `${sink.url}/hook`, event_subscriptions: ['contact.created'] };
  const created = await running.call('POST', '/api/v1/webhooks/', { body: endpoint });
  expect(created.status).toBe(201);
  endpointId = created.body.id;
});

beforeEach(async () => {
  const key = { name: 'Test', scopes: ['contacts:write'] };
  const created = await running.call('POST', '/api/v1/api-keys/', { body: key });
  expect(created.status).toBe(201);
  writeKey = created.body.key;
  sink.clear();
  sink.answerWith(answerStatus(200));
});

async function createContact() {
  contactCount += 1;
  const body = { email: `person${contactCount}@example.com` };
  return running.call('POST', '/api/v1/contacts/', { body, key: writeKey });
}

/** Waits until the delivery log shows a success for each event that the receiver got about the contact. */
async function expectDelivered(contactId: string): Promise<void> {
  const route = `/api/v1/webhooks/${endpointId}/deliveries/?status=success&page_size=500`;
  await eventually(
    async () => {
      const { body } = await running.call('GET', route);
      const delivered = new Set(body.data.map((entry: { event_id: string }) => entry.event_id));
      const about = sink.received.filter((received) => received.body.includes(contactId));
      const ids = about.map(({ headers }) => headers['webhook-id']);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.filter((id) => !delivered.has(id))).toEqual([]);
    },
    { timeoutMs: DELIVERED_WITHIN_MS, pollMs: LOG_POLL_MS },
  );
}

describe('deliveries', () => {
  it('succeed after the webhooks process is killed between a create and its delivery', async () => {
    sink.answerWith((_received, response) => {
      response.socket?.destroy();
    });
    const { body: contact } = await createContact();
    await sink.waitFor(1);
    await killWebhooks();
    sink.answerWith(answerStatus(200));
    await makeDeliveriesDue(mongo, { endpointId, leased: true });
    await expectDelivered(contact.id);
  });

  it('succeed after the webhooks process is killed right after the response to a create', async () => {
    const { body: contact, status } = await createContact();
    running.stack.kill('webhooks', 'SIGKILL');
    expect(status).toBe(201);
    await expectDelivered(contact.id);
  });

  it('succeed once each when the broker returns, and no create fails while it is absent', async () => {
    await running.stack.stopProcess('nats');
    const contacts = await Promise.all(
      Array.from({ length: CREATES_WITHOUT_BROKER }, async () => createContact()),
    );
    expect(contacts.map(({ status }) => status)).toEqual(contacts.map(() => 201));
    expect(sink.received).toHaveLength(0);
    await running.stack.startProcess('nats');
    await eventually(
      () => {
        const received = new Set(sink.received.map(({ body }) => JSON.parse(body).data.id));
        expect(contacts.filter(({ body }) => !received.has(body.id))).toEqual([]);
      },
      { timeoutMs: DELIVERED_WITHIN_MS },
    );
    const ids = sink.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(CREATES_WITHOUT_BROKER);
  });
});

async function killWebhooks(): Promise<void> {
  const before = running.stack.pids().webhooks;
  running.stack.kill('webhooks', 'SIGKILL');
  await eventually(() => expect(running.stack.pids().webhooks).not.toBe(before));
}

describe('a revoked key', () => {
  it('is refused by every gateway within a second', async () => {
    expect(await refusedAfterMs(await createKey())).toBeLessThan(REFUSED_WITH_BROKER_MS);
  });

  it('is refused by every gateway within five seconds while the broker is down', async () => {
    const created = await createKey();
    await running.stack.stopProcess('nats');
    try {
      expect(await refusedAfterMs(created)).toBeLessThan(REFUSED_WITHOUT_BROKER_MS);
    } finally {
      await running.stack.startProcess('nats');
    }
  });
});

describe('a revoked key whose event is committed and not published', () => {
  const auth = () => mongo.db('outreach_auth');
  const leases = () => auth().collection<{ _id: string }>('leases');
  const unpublished = async () => auth().collection('outbox').countDocuments();

  /** Another owner has the lease of the relay, as after the death of the process that committed. */
  async function stopPublishing(): Promise<void> {
    const { id } = await createKey();
    const expiresAt = new Date(Date.now() + LEASE_MS);
    await leases().updateOne(
      { _id: 'relay' },
      { $set: { owner: 'another process', expires_at: expiresAt } },
      { upsert: true },
    );
    let count = 0;
    await eventually(
      async () => {
        count += 1;
        await running.call('PATCH', `/api/v1/api-keys/${id}/`, { body: { name: `Change ${count}` } });
        // The event of the previous change is still there.
        expect(await unpublished()).toBeGreaterThan(1);
      },
      { pollMs: LOG_POLL_MS },
    );
  }

  it('is refused by every gateway within five seconds', async () => {
    const created = await createKey();
    await stopPublishing();
    try {
      const before = await unpublished();
      expect(await refusedAfterMs(created)).toBeLessThan(REFUSED_WITHOUT_BROKER_MS);
      expect(await unpublished()).toBe(before + 1);
    } finally {
      await leases().deleteOne({ _id: 'relay' });
    }
  });
});

async function statuses(key: string): Promise<number[]> {
  const answers = baseUrls.map(async (baseUrl) => sendTo(`${baseUrl}/api/v1/workspace/`, 'GET', { key }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function createKey(): Promise<{ id: string; key: string }> {
  const body = { name: 'Short-lived', scopes: ['contacts:read'] };
  const { body: created } = await running.call('POST', '/api/v1/api-keys/', { body });
  expect(await statuses(created.key)).toEqual([200, 200]);
  return created;
}

/** Revokes the key over the first gateway. Returns the time in ms until both gateways refuse it. */
async function refusedAfterMs({ id, key }: { id: string; key: string }): Promise<number> {
  expect((await running.call('DELETE', `/api/v1/api-keys/${id}/`)).status).toBe(204);
  const revokedAtMs = performance.now();
  await eventually(async () => expect(await statuses(key)).toEqual([401, 401]), {
    timeoutMs: 2 * REFUSED_WITHOUT_BROKER_MS,
    pollMs: POLL_MS,
  });
  return performance.now() - revokedAtMs;
}

describe('a backend', () => {
  it('is started again after its death, and the gateway serves with it', async () => {
    const before = running.stack.pids().contacts;
    running.stack.kill('contacts', 'SIGKILL');
    await eventually(
      async () => {
        const answer = await running.call('GET', '/api/v1/contacts/');
        expect([answer.status, running.stack.pids().contacts !== before]).toEqual([200, true]);
      },
      { timeoutMs: 30_000, pollMs: 100 },
    );
  });

  it('answers 503 or 504 with Retry-After while it is down, and other routes work', async () => {
    await running.stack.stopProcess('contacts');
    const down = await running.call('GET', '/api/v1/contacts/');
    expect([503, 504]).toContain(down.status);
    expect(down.body.error.code).toBe('internal_error');
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(down.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect((await running.call('GET', '/api/v1/webhooks/')).status).toBe(200);
    await running.stack.startProcess('contacts');
  });
});

describe('the admin command for dead letters', () => {
  it('lists and retries the dead letters of all services together', async () => {
    expect(await admin('dead-letters', 'list')).toEqual({ dead_letters: [] });
    expect(await admin('dead-letters', 'retry')).toEqual({ retried: 0, failed: 0 });
  });
});

async function admin(...args: string[]): Promise<unknown> {
  const { code, stdout } = await runAdmin(args, (app) => running.stack.environmentOf(app));
  expect(code).toBe(0);
  return JSON.parse(stdout);
}
