import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, freePort } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { makeDeliveriesDue } from './due-deliveries.ts';
import { createReceiver, healFrom, type OutreachEvent } from './samples/receive-webhooks.ts';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const ARRIVES_MS = 40_000;
const POLL_MS = 100;

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));
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

/** Waits until the receiver has processed the events of the contacts; a retry is due at once. */
async function processedContacts(endpointId: string, ids: readonly string[]): Promise<void> {
  await eventually(
    async () => {
      await makeDeliveriesDue(mongo, { endpointId });
      const found = [...receiver.processed.values()].map(({ data }) => Reflect.get(Object(data), 'id'));
      expect(found).toEqual(expect.arrayContaining([...ids]));
    },
    { timeoutMs: ARRIVES_MS, pollMs: POLL_MS },
  );
}

async function createEndpoint(url: string) {
  const body = { name: 'Receiver', url, event_subscriptions: ['contact.created'] };
  const created = await running.call('POST', '/api/v1/webhooks/', { body });
  expect(created.status).toBe(201);
  return created.body;
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
    await processedContacts(endpoint.id, [first]);
    // A gap: the receiver is down, and the retry is not awaited.
    receiver.state.isDown = true;
    const missed = await createContact();
    await eventually(() => expect(receiver.statuses).toContain(503), { timeoutMs: ARRIVES_MS });
    receiver.state.isDown = false;
    const feed = { ...receiver.store, baseUrl: running.stack.baseUrl, apiKey: running.apiKey };
    expect(await healFrom(0, { ...feed, webhookId: endpoint.id })).toBe(2);
    await processedContacts(endpoint.id, [first, missed]);
    const count = receiver.processed.size;
    expect(await healFrom(2, { ...feed, webhookId: endpoint.id })).toBe(2);
    // A rotation: the receiver has the new secret only after the first delivery that has its signature.
    receiver.statuses.length = 0;
    const rotated = await running.call('POST', `/api/v1/webhooks/${endpoint.id}/rotate-secret/`);
    const between = await createContact();
    await eventually(() => expect(receiver.statuses).toContain(401), { timeoutMs: ARRIVES_MS });
    receiver.state.secrets = [rotated.body.signing_secret, endpoint.signing_secret];
    await processedContacts(endpoint.id, [between]);
    expect(receiver.processed.size).toBe(count + 1);
    expect((await running.call('DELETE', `/api/v1/webhooks/${endpoint.id}/`)).status).toBe(204);
  });
});
