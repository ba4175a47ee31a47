import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createIntentModel } from './intent-model.client.ts';

let answer: { readonly status: number; readonly body: string; readonly delayMs?: number } = {
  status: 200,
  body: '',
};
const requests: string[] = [];
const server = createServer((req, res) => {
  req.setEncoding('utf8').on('data', (chunk: string) => requests.push(chunk));
  setTimeout(() => res.writeHead(answer.status).end(answer.body), answer.delayMs ?? 0);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo;
const { model, resources } = createIntentModel({
  REPLY_MODEL_URL: `http://127.0.0.1:${port}/`,
  REPLY_MODEL_TOKEN: 'token',
  REPLY_MODEL_TIMEOUT_MS: 200,
  OUTBOUND_ALLOW_PRIVATE_CIDRS: ['127.0.0.0/8'],
});
afterAll(async () => {
  for (const resource of resources) await resource.stop?.();
  server.closeAllConnections();
  server.close();
});

const classify = async (text: string) => model?.classify(text, new AbortController().signal);

describe('the model of reply intents', () => {
  it('returns the intent of the answer', async () => {
    answer = { status: 200, body: '{"intent":"referral"}' };
    expect(await classify('Ask Anna')).toBe('referral');
    expect(requests.join('')).toContain('"text":"Ask Anna"');
  });

  it.each([
    { name: 'an unknown intent', answered: { status: 200, body: '{"intent":"angry"}' } },
    { name: 'an error', answered: { status: 500, body: '{"intent":"referral"}' } },
    { name: 'no JSON', answered: { status: 200, body: 'referral' } },
    { name: 'a late answer', answered: { status: 200, body: '{"intent":"referral"}', delayMs: 1_000 } },
    {
      name: 'a large answer',
      answered: { status: 200, body: `{"intent":"referral","a":"${'a'.repeat(50_000)}"}` },
    },
  ])('has no answer for $name', async ({ answered }) => {
    answer = answered;
    expect(await classify('Ask Anna')).toBeUndefined();
  });

  it('does not exist without a URL', () => {
    const config = { REPLY_MODEL_TOKEN: '', REPLY_MODEL_TIMEOUT_MS: 200, OUTBOUND_ALLOW_PRIVATE_CIDRS: [] };
    expect(createIntentModel({ ...config, REPLY_MODEL_URL: '' }).model).toBeUndefined();
  });
});
