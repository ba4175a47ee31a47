import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, freePort } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createPythonReceiver } from './python-receiver.ts';
import { createReceiver, healFrom, type OutreachEvent } from './samples/receive-webhooks.ts';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const RETRY_MS = 40_000;
const LOG_POLL_MS = 250;

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
let number = 0;

/** The receiver of the docs page on a server. It can be out of order. */
async function startReceiver() {
  const processed = new Map<string, OutreachEvent>();
  const state = { secrets: [] as string[], isDown: false };
  const store = {
    process: async (event: OutreachEvent) => {
      processed.set(event.id, event);
    },
    isProcessed: async (id: string) => processed.has(id),
  };
  const listener = createReceiver({ ...store, secrets: () => state.secrets });
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    response.on('finish', () => statuses.push(response.statusCode));
    if (state.isDown) response.writeHead(503).end();
    else listener(request, response);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/hook`, processed, state, store, statuses, stop };
}

const receiver = await sharedByTests(startReceiver);

async function createContact(): Promise<string> {
  number += 1;
  const body = { email: `received${String(number)}@example.com` };
  return (await running.call('POST', '/api/v1/contacts/', { body })).body.id;
}

async function processedContacts(ids: readonly string[]) {
  await eventually(
    () => {
      const found = [...receiver.processed.values()].map(({ data }) => Reflect.get(Object(data), 'id'));
      expect(found).toEqual(expect.arrayContaining([...ids]));
    },
    { timeoutMs: RETRY_MS },
  );
}

async function createEndpoint(url: string) {
  const body = { name: 'Receiver', url, event_subscriptions: ['contact.created'] };
  const created = await running.call('POST', '/api/v1/webhooks/', { body });
  expect(created.status).toBe(201);
  return created.body;
}

/** Waits until the delivery log has an entry like `expected`. */
async function expectAttempt(endpointId: string, expected: Readonly<Record<string, unknown>>) {
  await eventually(
    async () => {
      const { body } = await running.call('GET', `/api/v1/webhooks/${endpointId}/deliveries/`);
      expect(body.data).toContainEqual(expect.objectContaining(expected));
    },
    { timeoutMs: RETRY_MS, pollMs: LOG_POLL_MS },
  );
}

describe('the page Receive webhooks', () => {
  it.each([
    ['ts', 'receive-webhooks.ts'],
    ['python', 'receive_webhooks.py'],
  ])('contains the sample in %s', (language, file) => {
    const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
    const sample = read(`samples/${file}`).trimEnd();
    expect(read('../../docs/receive-webhooks.md')).toContain(`\`\`\`${language}\n${sample}\n\`\`\``);
  });
});

describe('the receiver in TypeScript', () => {
  it('processes each event once, heals a gap from the feed, and loses no event over a rotation', async () => {
    const endpoint = await createEndpoint(receiver.url);
    receiver.state.secrets = [endpoint.signing_secret];
    const first = await createContact();
    await processedContacts([first]);
    // A gap: the receiver is down, and the retry is not awaited.
    receiver.state.isDown = true;
    const missed = await createContact();
    await eventually(() => expect(receiver.statuses).toContain(503), { timeoutMs: RETRY_MS });
    receiver.state.isDown = false;
    const feed = { ...receiver.store, baseUrl: running.stack.baseUrl, apiKey: running.apiKey };
    expect(await healFrom(0, { ...feed, webhookId: endpoint.id })).toBe(2);
    await processedContacts([first, missed]);
    const count = receiver.processed.size;
    expect(await healFrom(2, { ...feed, webhookId: endpoint.id })).toBe(2);
    // A rotation: the receiver has the new secret only after the first delivery that has its signature.
    receiver.statuses.length = 0;
    const rotated = await running.call('POST', `/api/v1/webhooks/${endpoint.id}/rotate-secret/`);
    const between = await createContact();
    await eventually(() => expect(receiver.statuses).toContain(401), { timeoutMs: RETRY_MS });
    receiver.state.secrets = [rotated.body.signing_secret, endpoint.signing_secret];
    await processedContacts([between]);
    expect(receiver.processed.size).toBe(count + 1);
    expect((await running.call('DELETE', `/api/v1/webhooks/${endpoint.id}/`)).status).toBe(204);
  });
});

describe('the receiver in Python', () => {
  it('processes each event once, heals a gap from the feed, and loses no event over a rotation', async () => {
    const python = await sharedByTests(createPythonReceiver);
    await python.start();
    const endpoint = await createEndpoint(python.url);
    python.setSecrets([endpoint.signing_secret]);
    const expectProcessed = async (ids: readonly string[]): Promise<void> => {
      const lines = ids.map((id) => `processed contact.created ${id}`);
      await eventually(() => expect(python.processed).toEqual(lines), { timeoutMs: RETRY_MS });
    };
    const first = await createContact();
    await expectProcessed([first]);
    // The receiver answers after its commit; a receiver that is killed before would process the event again.
    await expectAttempt(endpoint.id, { is_test: false, status: 'success' });
    // A gap: the receiver is killed, and reads the feed when it starts again.
    await python.kill();
    const missed = await createContact();
    await expectAttempt(endpoint.id, { is_test: false, status_code: null, status: 'failed' });
    await python.start({
      OUTREACH_URL: running.stack.baseUrl,
      OUTREACH_API_KEY: running.apiKey,
      WEBHOOK_ID: endpoint.id,
    });
    await expectProcessed([first, missed]);
    await expectAttempt(endpoint.id, { status: 'success', retry_count: 1 });
    // A rotation: the receiver has the new secret only after the first delivery that has its signature.
    const rotated = await running.call('POST', `/api/v1/webhooks/${endpoint.id}/rotate-secret/`);
    const between = await createContact();
    await expectAttempt(endpoint.id, { is_test: false, status_code: 401 });
    python.setSecrets([rotated.body.signing_secret, endpoint.signing_secret]);
    await expectProcessed([first, missed, between]);
    expect((await running.call('DELETE', `/api/v1/webhooks/${endpoint.id}/`)).status).toBe(204);
  });
});
