import { createReplica, type Replica } from '@outreach/dev/replica';
import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { freePort } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { sendTo, useSharedStack, type RunningStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const LOOPBACK = '127.0.0.1';
const TEST_EVENT = { body: { event_type: 'contact.created' } };
const LOG_IN = { username: 'sales', password: 'smtp-pass-9c2e' };

interface ApiAndWorkers extends Pick<RunningStack, 'call' | 'stop'> {
  readonly worker: Replica;
}

/**
 * Beside the shared stack: a gateway whose services have the role api and may reach no server of this machine. Their
 * workers may: one of webhooks, and the campaigns service of the stack.
 */
async function startApiAndWorkers({ stack, apiKey }: RunningStack): Promise<ApiAndWorkers> {
  const port = { gateway: await freePort(), campaigns: await freePort(), webhooks: await freePort() };
  const workerPort = await freePort();
  const at = (own: number): string => `${LOOPBACK}:${String(own)}`;
  const api = { ROLES: 'api', OUTBOUND_ALLOW_PRIVATE_CIDRS: '' };
  const addresses = {
    CAMPAIGNS_ADDRESS: at(port.campaigns),
    WEBHOOKS_ADDRESS: at(port.webhooks),
    CAMPAIGNS_WORKER_ADDRESS: String(stack.environmentOf('campaigns').GRPC_LISTEN),
    WEBHOOKS_WORKER_ADDRESS: at(workerPort),
  };
  const worker = await createReplica(stack, 'webhooks', { port: workerPort, env: { ROLES: 'worker' } });
  const backends = [
    worker,
    await createReplica(stack, 'webhooks', { port: port.webhooks, env: api }),
    await createReplica(stack, 'campaigns', { port: port.campaigns, env: api }),
  ];
  const gateway = await createReplica(stack, 'gateway', { port: port.gateway, env: addresses });
  const call: RunningStack['call'] = async (method, route, sent = {}) =>
    sendTo(`http://${at(port.gateway)}${route}`, method, { key: apiKey, ...sent });
  const stop = async (): Promise<void> => {
    await gateway.stop();
    await Promise.all(backends.map(async (backend) => backend.stop()));
  };
  try {
    await Promise.all(backends.map(async (backend) => backend.start()));
    await gateway.start();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { worker, call, stop };
}

const shared = await sharedByTests(useSharedStack);
const running = await sharedByTests(async () => startApiAndWorkers(shared));
const receiver = await sharedByTests(startWebhookSink);
const mailServer = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const mongo = await sharedByTests(async () => MongoClient.connect(shared.stack.mongodbUri));

const endpointAt = (path: string): object => ({
  name: 'CRM',
  url: `${receiver.url}${path}`,
  event_subscriptions: ['contact.created'],
});

/** Creates a record and returns its id. */
async function create(path: string, body: object): Promise<string> {
  const { status, body: created } = await running.call('POST', `/api/v1/${path}`, { body });
  expect(status).toBe(201);
  return created.id;
}

/** Creates an account at the mail server. The API refuses the address of this machine, which the worker may reach. */
async function createAccount(): Promise<string> {
  const smtp = { host: LOOPBACK, port: mailServer.port, security: 'none', ...LOG_IN };
  const account = { email: `${newId('sales')}@shop.test`.toLowerCase(), smtp };
  const refused = await running.call('POST', '/api/v1/sending-accounts/', { body: account });
  expect([refused.status, refused.body.error.field]).toEqual([400, 'smtp.host']);
  const id = await create('sending-accounts/', { ...account, smtp: { ...smtp, host: 'smtp.example.org' } });
  const accounts = mongo.db('outreach_campaigns').collection<{ _id: string }>('sending_accounts');
  await accounts.updateOne({ _id: id }, { $set: { 'smtp.host': LOOPBACK } });
  return id;
}

describe('with pods for the API and pods for workers', () => {
  it('creates and tests an endpoint that only the worker can reach', async () => {
    const request = { body: endpointAt('/created'), headers: { 'idempotency-key': newId('idem') } };
    const created = await running.call('POST', '/api/v1/webhooks/', request);
    expect([created.status, created.body.health_status]).toEqual([201, 'healthy']);
    expect(await receiver.waitFor(1, '/created')).toHaveLength(1);
    const tested = await running.call('POST', `/api/v1/webhooks/${created.body.id}/test/`, TEST_EVENT);
    expect(tested.body).toMatchObject({ success: true, status_code: 200 });
    const replayed = await running.call('POST', '/api/v1/webhooks/', request);
    expect([replayed.body.id, replayed.headers.get('idempotent-replayed')]).toEqual([
      created.body.id,
      'true',
    ]);
    expect(await receiver.waitFor(2, '/created')).toHaveLength(2);
  });

  it('tests a sending account whose server only the worker can reach', async () => {
    const id = await createAccount();
    const tested = await running.call('POST', `/api/v1/sending-accounts/${id}/test/`);
    expect(tested.body).toMatchObject({ success: true, smtp: { success: true } });
  });

  it('sends a test email that only the worker can send', async () => {
    const step = { subject: 'Hello {{ contact.first_name }}', body_html: '<p>Hello</p>' };
    const sequence = await create('sequences/', { name: 'Intro', steps: [step] });
    const body = {
      contact_id: await create('contacts/', { email: 'maria@kestrel.example', first_name: 'Maria' }),
      step_number: 1,
      sending_account_id: await createAccount(),
      to: 'owner@shop.test',
    };
    const sent = await running.call('POST', `/api/v1/sequences/${sequence}/test-send/`, { body });
    expect(sent.body).toMatchObject({ success: true, error: null });
    expect(mailServer.received.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim())).toEqual([
      'Hello Maria',
    ]);
  });

  it('sends no test email to a suppressed address', async () => {
    const step = { subject: 'Hello', body_html: '<p>Hello</p>' };
    const sequence = await create('sequences/', { name: 'Suppressed', steps: [step] });
    const contact_id = await create('contacts/', { email: 'erik@kestrel.example' });
    const sending_account_id = await createAccount();
    const to = 'gone@shop.test';
    await running.call('POST', '/api/v1/suppressions/', { body: { type: 'domain', value: 'shop.test' } });
    const before = mailServer.received.length;
    const refused = await running.call('POST', `/api/v1/sequences/${sequence}/test-send/`, {
      body: { contact_id, step_number: 1, sending_account_id, to },
    });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      expect.objectContaining({ code: 'suppressed', field: 'to' }),
    ]);
    expect(mailServer.received).toHaveLength(before);
  });

  it('answers 503 for test calls without a worker, names it, and serves everything else', async () => {
    const endpoint = await running.call('POST', '/api/v1/webhooks/', { body: endpointAt('/alone') });
    const path = `/api/v1/webhooks/${endpoint.body.id}/`;
    await running.worker.stop();
    try {
      expect((await running.call('POST', `${path}test/`, TEST_EVENT)).status).toBe(503);
      expect((await running.call('GET', path)).status).toBe(200);
      const ready = await running.call('GET', '/readyz');
      expect([ready.status, ready.body]).toEqual([200, { status: 'degraded', missing: ['webhooks-worker'] }]);
    } finally {
      await running.worker.start();
    }
  });
});
