import {
  apiKey,
  createClient,
  refreshToken,
  userLogin,
  verifyWebhook,
  WebhookSignatureError,
  type Client,
  type ClientOptions,
} from '@outreach/client';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startFaultProxy } from './fault-proxy.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const proxy = await sharedByTests(async () => {
  const started = await startFaultProxy(running.stack.baseUrl);
  return { ...started, stop: async () => started[Symbol.asyncDispose]() };
});
let number = 0;

function newEmail(): string {
  number += 1;
  return `client${String(number)}@example.com`;
}

function connect(options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: proxy.url, credentials: apiKey(running.apiKey), ...options });
}

async function contactsWith(email: string): Promise<number> {
  const body = { filters: [{ field: 'email', op: 'eq' as const, value: email }] };
  const ids: string[] = [];
  for await (const { id } of connect().list('/api/v1/contacts/search/', { body })) ids.push(id);
  return ids.length;
}

beforeEach(() => {
  proxy.requests.length = 0;
  proxy.faults.length = 0;
});

describe('the client behind a proxy with faults', () => {
  it.each([
    ['a connection that is reset', 'reset'],
    ['a response that is lost', 'lose-response'],
    ['a response that is cut', 'cut-body'],
    ['a delay over the time limit', { delayMs: 3_000 }],
    ['503', { status: 503 }],
    ['429', { status: 429, headers: { 'retry-after': '1' } }],
  ] as const)('creates one contact after %s', async (_fault, fault) => {
    proxy.faults.push(fault);
    const email = newEmail();
    const startedAt = performance.now();
    const contact = await connect({ timeoutMs: 2_000 }).post('/api/v1/contacts/', { body: { email } });
    expect(contact.email).toBe(email);
    expect(proxy.requests).toEqual(['POST /api/v1/contacts/', 'POST /api/v1/contacts/']);
    if (typeof fault === 'object' && 'headers' in fault)
      expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(await contactsWith(email)).toBe(1);
  });

  it('returns the error of the third attempt', async () => {
    proxy.faults.push({ status: 503 }, 'reset', { status: 502 });
    await expect(connect().get('/api/v1/workspace/')).rejects.toMatchObject({ status: 502 });
    expect(proxy.requests).toHaveLength(3);
  });

  it('returns every contact of a list while pages fail', async () => {
    const emails = Array.from({ length: 5 }, newEmail);
    const client = connect();
    for (const email of emails) await client.post('/api/v1/contacts/', { body: { email, tags: ['listed'] } });
    proxy.faults.push('reset', 'cut-body');
    const found: string[] = [];
    const query = { tag: ['listed'], page_size: 2 };
    for await (const { email } of client.list('/api/v1/contacts/', { params: { query } })) found.push(email);
    expect(found.toSorted()).toEqual(emails.toSorted());
  });

  it('imports a file once, with progress, after a lost connection', async () => {
    const rows = Array.from({ length: 200 }, newEmail);
    const file = new File([`email\n${rows.join('\n')}\n`], 'contacts.csv');
    proxy.faults.push('reset', 'lose-response');
    const client = connect();
    const sent: number[] = [];
    const job = await client.upload('/api/v1/imports/', {
      file,
      onProgress: (progress) => void sent.push(progress.sent),
    });
    expect(sent.at(-1)).toBeGreaterThan(file.size);
    const statuses = new Set<string>();
    const options = {
      intervalMs: 50,
      onProgress: ({ status }: { status: string }) => void statuses.add(status),
    };
    const ended = await client.waitFor('import', job.id, options);
    expect(ended).toMatchObject({ status: 'completed', created_count: 200, file_name: 'contacts.csv' });
    expect(statuses).toContain('completed');
    const jobs: string[] = [];
    for await (const { id } of client.list('/api/v1/imports/')) jobs.push(id);
    expect(jobs).toEqual([job.id]);
  });
});

describe('the credentials of the client', () => {
  const user = () => ({ username: running.username, password: running.password });

  it('are refreshed once for concurrent calls whose token is refused', async () => {
    let refusals = 0;
    const fetchRefused = async (request: Request): Promise<Response> => {
      if (request.method !== 'GET' || refusals === 0) return fetch(request);
      refusals -= 1;
      return new Response(null, { status: 401 });
    };
    const client = connect({ credentials: userLogin(user()), fetch: fetchRefused });
    await client.get('/api/v1/workspace/');
    expect(proxy.requests).toEqual(['POST /api/v1/auth/token/', 'GET /api/v1/workspace/']);
    proxy.requests.length = 0;
    refusals = 3;
    const found = await Promise.all([1, 2, 3].map(async () => client.get('/api/v1/workspace/')));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(proxy.requests.filter((request) => request.startsWith('POST'))).toEqual([
      'POST /api/v1/auth/token/refresh/',
    ]);
  });

  it('continue with a stored refresh token', async () => {
    const anonymous = connect({ credentials: undefined });
    const { refresh } = await anonymous.post('/api/v1/auth/token/', { body: user() });
    const stored: string[] = [];
    const first = connect({ credentials: refreshToken(refresh, (next) => void stored.push(next)) });
    await first.get('/api/v1/workspace/');
    const second = connect({ credentials: refreshToken(stored[0] ?? '') });
    await expect(second.get('/api/v1/workspace/')).resolves.toHaveProperty('id');
  });

  it('that are wrong are an error with the text of the API', async () => {
    const client = connect({ credentials: userLogin({ username: running.username, password: 'wrong' }) });
    await expect(client.get('/api/v1/workspace/')).rejects.toMatchObject({
      status: 401,
      code: 'authentication_required',
    });
  });
});

describe('verifyWebhook', () => {
  it('returns the event of a delivery, and refuses a changed one', async () => {
    const sink = await startWebhookSink();
    try {
      const client = connect();
      const { signing_secret: secret } = await client.post('/api/v1/webhooks/', {
        body: { name: 'Client', url: sink.url, event_subscriptions: ['contact.created'] },
      });
      const { id } = await client.post('/api/v1/contacts/', { body: { email: newEmail() } });
      const delivery = await eventually(async () => {
        const found = sink.received.find(({ body }) => body.includes(id));
        if (found === undefined) throw new Error('The delivery has not arrived.');
        return found;
      });
      const event = verifyWebhook(delivery.body, delivery.headers, secret);
      expect(event.type === 'contact.created' && event.data.id).toBe(id);
      expect(() => verifyWebhook(`${delivery.body} `, delivery.headers, secret)).toThrow(
        WebhookSignatureError,
      );
    } finally {
      await sink.close();
    }
  });
});
