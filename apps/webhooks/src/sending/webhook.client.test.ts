import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard, createGuardedAgent, type Resolve } from '@outreach/outbound-kit';
import { systemClock } from '@outreach/service-kit';
import { answerStatus, startWebhookSink, type WebhookSink } from '@outreach/testing/webhook-sink';
import type { OutgoingDelivery } from './exchange.ts';
import { toSigningKey } from './signing.ts';
import { createPost, type PostOptions } from './post.client.ts';
import { createSend } from './webhook.client.ts';

const REFUSED = { status_code: null, error: 'The address is not allowed.' };

let sink: WebhookSink;
beforeEach(async () => {
  sink = await startWebhookSink();
});
afterEach(async () => sink.close());

function sender(
  allowed: readonly string[],
  answers: readonly string[] = [],
  limits: Pick<PostOptions, 'bodyMsMax'> = {},
) {
  const resolve: Resolve = (_hostname, callback) => {
    callback(
      null,
      answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  const dispatcher = createGuardedAgent(createAddressGuard(allowed), resolve);
  const send = createSend({
    post: createPost({ dispatcher, clock: systemClock, ...limits }),
    clock: systemClock,
  });
  return {
    close: async () => dispatcher.destroy(),
    post: async (url: string) => send(deliveryTo(url)),
  };
}

function deliveryTo(url: string): OutgoingDelivery {
  return {
    url,
    key: toSigningKey(new Uint8Array(32)),
    customHeaders: {},
    eventId: 'evt_1',
    body: '{}',
    attempt: 1,
    sequence: 1,
    isReplay: false,
  };
}

describe('an outgoing connection', () => {
  it.each([
    ['a literal', (port: string) => `http://127.0.0.1:${port}/`, []],
    ['a number', (port: string) => `http://2130706433:${port}/`, []],
    ['an IPv4-mapped literal', (port: string) => `http://[::ffff:127.0.0.1]:${port}/`, []],
    ['localhost', (port: string) => `http://localhost:${port}/`, []],
    ['a name that resolves to it', (port: string) => `http://rebound.example:${port}/`, ['127.0.0.1']],
    [
      'a name with one public and one special address',
      (port: string) => `http://mixed.example:${port}/`,
      ['93.184.216.34', '127.0.0.1'],
    ],
    [
      'a name that resolves to its mapped form',
      (port: string) => `http://mapped.example:${port}/`,
      ['::ffff:127.0.0.1'],
    ],
  ])('is not made to a special address that is given by %s', async (_name, url, answers) => {
    const { post, close } = sender([], answers);
    expect(await post(url(new URL(sink.url).port))).toMatchObject(REFUSED);
    expect(sink.received).toHaveLength(0);
    await close();
  });

  it('is made to an allowed network by literal, by name and by localhost', async () => {
    const { post, close } = sender(['127.0.0.0/8'], ['127.0.0.1']);
    const { port } = new URL(sink.url);
    for (const host of ['127.0.0.1', 'receiver.example', 'localhost', 'app.localhost']) {
      expect(await post(`http://${host}:${port}/`)).toMatchObject({ status_code: 200, error: null });
    }
    await close();
  });

  it('is not made to the location of a redirect', async () => {
    const { post, close } = sender(['127.0.0.0/8']);
    sink.answerWith(answerStatus(307, { location: `${sink.url}/elsewhere` }));
    expect(await post(`${sink.url}/first`)).toMatchObject({
      status_code: 307,
      error: expect.stringContaining('307'),
    });
    expect(sink.received.map((received) => received.path)).toEqual(['/first']);
    await close();
  });
});

describe('an exchange', () => {
  it.each([
    ['a reset', (response: { destroy(): void }) => response.destroy()],
    [
      'a response that is not HTTP',
      (response: { socket: { end(text: string): void } | null }) => response.socket?.end('hello\r\n\r\n'),
    ],
  ])('that ends with %s is a failure with an error message', async (_name, misbehave) => {
    const { post, close } = sender(['127.0.0.0/8']);
    sink.answerWith((_received, response) => misbehave(response));
    const result = await post(sink.url);
    expect(result).toMatchObject({ status_code: null, response_body: null });
    expect(result.error).toMatch(/^The .*\.$/);
    await close();
  });

  it('counts by its status if the body is cut off', async () => {
    const { post, close } = sender(['127.0.0.0/8']);
    sink.answerWith((_received, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('start', () => response.destroy());
    });
    expect(await post(sink.url)).toMatchObject({ status_code: 200, response_body: 'start', error: null });
    await close();
  });

  it('ends at the end of the body time if the body never ends', async () => {
    const { post, close } = sender(['127.0.0.0/8'], [], { bodyMsMax: 50 });
    sink.answerWith((_received, response) => {
      response.writeHead(200);
      response.write('slow');
    });
    const result = await post(sink.url);
    expect(result).toMatchObject({ status_code: 200, response_body: 'slow', error: null });
    await close();
  });

  it('does not decompress the body', async () => {
    const { post, close } = sender(['127.0.0.0/8']);
    sink.answerWith(answerStatus(200, { 'content-encoding': 'gzip' }, 'not gzip at all'));
    expect(await post(sink.url)).toMatchObject({ status_code: 200, response_body: 'not gzip at all' });
    await close();
  });
});
