import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, freePort } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createReceiver, healFrom, type OutreachEvent } from './samples/receive-webhooks.ts';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const RETRY_MS = 40_000;

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

describe('the receiver of the page Receive webhooks', () => {
  it('is the code of the page', () => {
    const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
    const sample = read('samples/receive-webhooks.ts').trimEnd();
    expect(read('../../docs/receive-webhooks.md')).toContain(`\`\`\`ts\n${sample}\n\`\`\``);
  });

  it('processes each event once, heals a gap from the feed, and loses no event over a rotation', async () => {
    const body = { name: 'Receiver', url: receiver.url, event_subscriptions: ['contact.created'] };
    const { body: endpoint } = await running.call('POST', '/api/v1/webhooks/', { body });
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
