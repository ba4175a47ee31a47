import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createAddressGuard,
  createGuardedAgent,
  hasValidSignature,
  toSignatureKey,
} from '@outreach/outbound-kit';
import type { SignatureHeaders } from '@outreach/outbound-kit';
import { createHttpAdapter } from './http-adapter.client.ts';
import type { PlatformMessage } from './ports.ts';

const key = toSignatureKey('a secret of at least thirty-two characters');
const NOW = Date.UTC(2026, 0, 31, 9, 30);
const NEVER = new AbortController().signal;
const agent = createGuardedAgent(createAddressGuard(['127.0.0.0/8']));
const strict = createGuardedAgent(createAddressGuard([]));

let server: Server;
let url: string;
let bodies: string[];
let answer: (response: ServerResponse, body: string) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = request.headers as unknown as SignatureHeaders;
      if (!hasValidSignature(key, { headers, body, nowMs: NOW })) throw new Error('The signature is wrong.');
      bodies.push(body.toString());
      answer(response, body.toString());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
});

afterAll(async () => {
  await Promise.all([agent.destroy(), strict.destroy()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  bodies = [];
  answer = acceptAll;
});

const idsOf = (body: string): string[] => {
  const { messages } = JSON.parse(body) as { messages: { id: string }[] };
  return messages.map(({ id }) => id);
};
const acceptAll = (response: ServerResponse, body: string): void => {
  const results = idsOf(body).map((id) => ({ id, status: 'accepted' }));
  response.end(JSON.stringify({ results }));
};
const messageOf = (id: string, text = 'Hello'): PlatformMessage => ({
  id,
  workspace_id: 'ws_1',
  campaign_id: 'cmp_1',
  step_number: 1,
  from: { name: null, address: 'anna@example.org' },
  to: 'maria@example.com',
  reply_to: null,
  subject: 'A question',
  html: null,
  text,
  headers: {},
});

interface Changes {
  readonly dispatcher?: typeof agent;
  readonly url?: string;
  readonly timeoutMs?: number;
}

const adapterOf = (changes: Changes = {}) =>
  createHttpAdapter({
    platform: 'platform_1',
    url,
    key,
    callbackUrl: 'https://mail.example.com/platforms/platform_1/results/',
    dispatcher: agent,
    clock: { now: () => NOW },
    ids: (prefix) => `${prefix}_1`,
    ...changes,
  });
const submitOne = async (changes: Changes = {}, signal = NEVER) => {
  const { results, failure } = await adapterOf(changes).submit([messageOf('snd_1')], signal);
  return { result: results.get('snd_1'), failure };
};

describe('the HTTP adapter', () => {
  it('submits messages in one signed request', async () => {
    const { results, failure } = await adapterOf().submit([messageOf('snd_1'), messageOf('snd_2')], NEVER);
    expect([...results]).toEqual([
      ['snd_1', { kind: 'accepted' }],
      ['snd_2', { kind: 'accepted' }],
    ]);
    expect(failure).toBeUndefined();
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      {
        platform: 'platform_1',
        callback_url: 'https://mail.example.com/platforms/platform_1/results/',
        messages: [messageOf('snd_1'), messageOf('snd_2')],
      },
    ]);
  });

  it('divides many and large messages, and submits none after a failure', async () => {
    const large = 'x'.repeat(1_500_000);
    const messages = [1, 2, 3, 4, 5].map((number) => messageOf(`snd_${number}`, large));
    answer = (response, body) => {
      if (bodies.length === 2) response.writeHead(503).end();
      else acceptAll(response, body);
    };
    const { results, failure } = await adapterOf().submit(
      [...messages, messageOf('snd_6', 'é'.repeat(2_100_000))],
      NEVER,
    );
    expect(bodies.map(idsOf)).toEqual([
      ['snd_1', 'snd_2'],
      ['snd_3', 'snd_4'],
    ]);
    const kinds = ['snd_1', 'snd_2', 'snd_3', 'snd_4', 'snd_5', 'snd_6'].map((id) => results.get(id)?.kind);
    expect(kinds).toEqual([
      'accepted',
      'accepted',
      'not_submitted',
      'not_submitted',
      'not_submitted',
      'failed',
    ]);
    expect(failure).toEqual({ error: 'The platform answered 503.', retryAt: undefined });
  });

  it.each([
    [301, 'not_submitted'],
    [400, 'retry'],
    [401, 'not_submitted'],
    [404, 'not_submitted'],
    [413, 'retry'],
    [429, 'not_submitted'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'not_submitted'],
    [504, 'unknown'],
  ])('reads the status %s as %s', async (status, kind) => {
    answer = (response) => void response.writeHead(status, { location: '/' }).end();
    const { result, failure } = await submitOne();
    expect([result?.kind, failure?.error]).toEqual([kind, `The platform answered ${status}.`]);
    expect(bodies).toHaveLength(1);
  });

  it('honours Retry-After', async () => {
    answer = (response) => void response.writeHead(503, { 'retry-after': '120' }).end();
    expect((await submitOne()).failure?.retryAt).toEqual(new Date(NOW + 120_000));
  });

  it.each([
    ['no JSON', 'OK'],
    ['another form', '[]'],
    ['no result of the message', '{"results":[{"id":"snd_2","status":"accepted"}]}'],
    ['a malformed result', '{"results":[{"id":"snd_1","status":"perhaps"}]}'],
    ['more than 1 MiB', `{"results":[],"note":"${'x'.repeat(1_100_000)}"}`],
  ])('does not know whether a message is accepted if the response has %s', async (_name, body) => {
    answer = (response) => void response.end(body);
    const { result, failure } = await submitOne();
    expect(result?.kind).toBe('unknown');
    expect(failure).toBeDefined();
  });

  it('knows the other results if one is missing', async () => {
    answer = (response) => void response.end('{"results":[{"id":"snd_1","status":"accepted"}]}');
    const { results, failure } = await adapterOf().submit([messageOf('snd_1'), messageOf('snd_2')], NEVER);
    expect([...results.values()].map(({ kind }) => kind)).toEqual(['accepted', 'unknown']);
    expect(failure).toBeUndefined();
  });

  it('does not know the result of a request that is not answered in time or is reset', async () => {
    answer = () => undefined;
    expect(await submitOne({ timeoutMs: 100 })).toMatchObject({
      result: { kind: 'unknown' },
      failure: { error: 'The platform did not answer in time.' },
    });
    answer = (response) => void response.write('{"results":');
    expect((await submitOne({ timeoutMs: 100 })).result?.kind).toBe('unknown');
    answer = (response) => void response.destroy();
    expect((await submitOne()).result?.kind).toBe('unknown');
  });

  it('does not know the result of a request that is aborted', async () => {
    const abort = new AbortController();
    answer = () => abort.abort();
    expect((await submitOne({}, abort.signal)).result?.kind).toBe('unknown');
  });

  it('submits nothing where no connection is made', async () => {
    expect(await submitOne({ url: 'http://127.0.0.1:1/' })).toEqual({
      result: { kind: 'not_submitted' },
      failure: { error: 'The request failed (ECONNREFUSED).', retryAt: undefined },
    });
    expect(await submitOne({ dispatcher: strict })).toEqual({
      result: { kind: 'not_submitted' },
      failure: { error: 'The address of the platform is not allowed.', retryAt: undefined },
    });
    expect(bodies).toEqual([]);
  });
});
