import { describe, expect, it, jest } from '@jest/globals';
import { eventually, freePort } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { Webhook } from 'standardwebhooks';
import { createOutreachCommand, type StartedCommand } from './outreach-command.ts';
import { useSharedStack, type RunningStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const WAIT = { timeoutMs: 30_000, pollMs: 50 };
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const accessOf = ({ stack, apiKey }: RunningStack) => ({ url: stack.baseUrl, apiKey });
const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
/** Receives what the command forwards. */
const local = await sharedByTests(startWebhookSink);
const outreach = await sharedByTests(async () => createOutreachCommand(accessOf(running)));
const withoutEndpoint = await sharedByTests(useSharedStack);
const lonely = await sharedByTests(async () => createOutreachCommand(accessOf(withoutEndpoint)));

const endpoint = await running.call('POST', '/api/v1/webhooks/', {
  body: { name: 'Sink', url: `${sink.url}/hook`, event_subscriptions: ['contact.created'] },
});
const endpointId: string = endpoint.body.id;
let count = 0;

async function createContact(owner: RunningStack = running): Promise<string> {
  count += 1;
  const created = await owner.call('POST', '/api/v1/contacts/', {
    body: { email: `e${count}@cli-events.example` },
  });
  expect(created.status).toBe(201);
  return created.body.id;
}

const recordsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Waits until the feed of the workspace contains the event of a contact. */
async function inFeed(contactId: string): Promise<void> {
  await eventually(async () => {
    const { text } = await running.call('GET', '/api/v1/events/?page_size=500');
    expect(text).toContain(contactId);
  }, WAIT);
}

const listen = (...args: string[]): StartedCommand =>
  outreach.start(['webhooks', 'listen', '--forward', `${local.url}/local`, '--interval', '0.1', ...args]);

describe('outreach events tail', () => {
  it('says that a workspace without an endpoint has no events, and shows the first one when it comes', async () => {
    const tail = lonely.start(['events', 'tail', '--interval', '0.1']);
    await tail.waitFor('This workspace has no webhook endpoint');
    await withoutEndpoint.call('POST', '/api/v1/webhooks/', {
      body: { name: 'First', url: `${sink.url}/first`, event_subscriptions: ['contact.created'] },
    });
    const id = await createContact(withoutEndpoint);
    expect(await tail.waitFor(id)).toMatch(/^1 {2}\S+ {2}contact\.created {2}evt_/m);
    expect((await tail.interrupt()).code).toBe(130);
  });

  it('starts some events before the end, and follows', async () => {
    const ids = [await createContact(), await createContact(), await createContact()];
    await inFeed(ids[2] ?? '');
    const tail = outreach.start(['events', 'tail', '--lines', '2', '--interval', '0.1', '--json']);
    await tail.waitFor(ids[2] ?? '');
    const next = await createContact();
    await tail.waitFor(next);
    const { code, stdout, stderr } = await tail.interrupt();
    expect([code, stderr]).toEqual([130, '']);
    expect(recordsOf(stdout).map(({ data }) => data.id)).toEqual([ids[1], ids[2], next]);
  });

  it('stops at the end of the feed with --no-follow, and filters by type', async () => {
    const id = await createContact();
    await running.call('PATCH', `/api/v1/contacts/${id}/`, { body: { title: 'CTO' } });
    await eventually(async () => {
      const args = ['events', 'tail', '--no-follow', '--types', 'contact.updated', '--after', '0', '--json'];
      const { code, stdout } = await outreach.run(args);
      expect(code).toBe(0);
      expect(recordsOf(stdout)).toMatchObject([{ type: 'contact.updated', data: { id } }]);
    }, WAIT);
  });
});

describe('outreach webhooks listen', () => {
  it('posts each new event in order, signed with the secret that it prints', async () => {
    local.clear();
    const listening = listen();
    const secret = /whsec_\S+/.exec(await listening.waitFor('Forwarding events'))?.[0] ?? '';
    const ids = [await createContact(), await createContact(), await createContact()];
    const received = await local.waitFor(3, '/local', WAIT.timeoutMs);
    const webhook = new Webhook(secret);
    const events = received.map(({ body, headers }) => webhook.verify(body, { ...headers }));
    expect(events).toMatchObject(ids.map((id) => ({ type: 'contact.created', data: { id } })));
    expect(events[0]).not.toHaveProperty('sequence');
    expect(received[0]?.headers['webhook-id']).toBe(Reflect.get(Object(events[0]), 'id'));
    await listening.waitFor(/contact\.created {2}evt_\S+ {2}200 {2}\d+ ms/);
    expect((await listening.interrupt()).code).toBe(130);
  });

  it('reports an error of the receiver and goes on, and follows no redirect', async () => {
    local.clear();
    const answers = [500, 302];
    local.answerWith((_request, response) => {
      response.writeHead(answers.shift() ?? 200, { location: `${local.url}/elsewhere` }).end();
    });
    const listening = listen('--secret', SECRET, '--json');
    await listening.waitFor(SECRET);
    for (let index = 0; index < 3; index += 1) await createContact();
    await listening.waitFor('"status_code":200');
    const { stdout } = await listening.interrupt();
    expect(recordsOf(stdout).map(({ status_code: status }) => status)).toEqual([undefined, 500, 302, 200]);
    expect(local.received.map(({ path }) => path)).toEqual(['/local', '/local', '/local']);
    expect(() =>
      new Webhook(SECRET).verify(local.received[0]?.body ?? '', { ...local.received[0]?.headers }),
    ).not.toThrow();
  });

  it('reports a receiver that is not there, or too slow', async () => {
    const address = `http://127.0.0.1:${await freePort()}/`;
    const refused = outreach.start(['webhooks', 'listen', '--forward', address, '--interval', '0.1']);
    local.answerWith(() => undefined);
    const slow = listen('--timeout', '0.2');
    await Promise.all([refused.waitFor('Forwarding events'), slow.waitFor('Forwarding events')]);
    await createContact();
    await refused.waitFor('ECONNREFUSED');
    await slow.waitFor('timeout');
    await Promise.all([refused.interrupt(), slow.interrupt()]);
  });

  it('refuses a secret that is no secret, and an address that is none', async () => {
    const secret = await outreach.run(['webhooks', 'listen', '--forward', local.url, '--secret', 'whsec_!']);
    const address = await outreach.run(['webhooks', 'listen', '--forward', 'localhost:3000']);
    expect([secret.code, address.code]).toEqual([2, 2]);
  });
});

describe('outreach webhooks deliveries and replay', () => {
  it('list the deliveries of an endpoint, and send its events again', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const id = await createContact();
    await eventually(async () => expect(sink.received.map(({ body }) => body).join('')).toContain(id), WAIT);
    const endpoints = await outreach.run(['webhooks', 'list']);
    expect(endpoints.stdout).toMatch(new RegExp(`^${endpointId} +Sink +yes +healthy`, 'm'));
    await eventually(async () => {
      const args = ['webhooks', 'deliveries', endpointId, '--status', 'success', '--limit', '2', '--json'];
      const { code, stdout } = await outreach.run(args);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject([{ event_type: 'contact.created' }, {}]);
    }, WAIT);
    const replayed = await outreach.run([
      'webhooks',
      'replay',
      endpointId,
      '--from',
      from,
      '--watch',
      '--json',
    ]);
    expect([replayed.code, replayed.stderr]).toEqual([0, '']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({
      status: 'completed',
      delivered: count - 1,
      failed: 0,
    });
    expect(sink.received.filter(({ headers }) => headers['x-service-replay'] === 'true')).toHaveLength(
      count - 1,
    );
  });

  it('exit with 1 when an event of the replay is not accepted', async () => {
    sink.answerWith((_request, response) => response.writeHead(500).end());
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const args = ['webhooks', 'replay', endpointId, '--from', from, '--types', 'contact.created', '--watch'];
    const { code, stdout } = await outreach.run(args);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/: completed\. \d+ events: 0 delivered, \d+ failed\./),
    ]);
  });

  it('refuse an unknown type and a wrong time with 2', async () => {
    const args = ['webhooks', 'replay', endpointId, '--from'];
    const type = await outreach.run([...args, '2026-01-01', '--types', 'contact.nonsense']);
    const time = await outreach.run([...args, 'yesterday']);
    expect([type.code, time.code]).toEqual([2, 2]);
  });
});
