import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard, createGuardedAgent, createResolver } from '@outreach/outbound-kit';
import { systemClock } from '@outreach/service-kit';
import { freePort } from '@outreach/testing';
import { startDnsServer } from '@outreach/testing/dns-server';
import { EXPIRED_CA, EXPIRED_CERTIFICATE, EXPIRED_CERTIFICATE_KEY } from '@outreach/testing/servers';
import type { ExchangeResult } from './exchange.ts';
import { toSigningKey } from './signing.ts';
import { createPost, EXCHANGE_MS_MAX, type PostOptions } from './post.client.ts';
import { createSend } from './webhook.client.ts';

const EXCHANGE_MS = 100;
const BODY_MS = 200;
/** Far below the limits of production, and long enough for a busy machine. */
const LATENCY_MS_MAX = 10_000;
const MEBIBYTE = 1_048_576;
const BODY_BYTES = 2 * 1_024 * MEBIBYTE;
const MEMORY_BYTES_MAX = 50 * MEBIBYTE;
const OK = 'HTTP/1.1 200 OK\r\n';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers each connection, after the first bytes of the request, as the test decides. */
async function startReceiver(behave: (socket: Socket) => void, server = createServer()): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.once('data', () => behave(socket));
  });
  return listen(server, sockets);
}

async function listen(server: Server, sockets: ReadonlySet<Socket>): Promise<number> {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return port;
}

interface ClientOptions {
  readonly ca?: string;
  /** By default those of production for the exchange, and a short one for the body. */
  readonly limits?: Pick<PostOptions, 'exchangeMsMax' | 'bodyMsMax'>;
}

function client({ ca, limits = { bodyMsMax: BODY_MS } }: ClientOptions = {}) {
  const guard = createAddressGuard(['127.0.0.0/8']);
  const agent = createGuardedAgent(guard, createResolver(), ca === undefined ? {} : { ca });
  closing.push(async () => agent.destroy());
  const send = createSend({
    post: createPost({ dispatcher: agent, clock: systemClock, ...limits }),
    clock: systemClock,
  });
  return async (url: string): Promise<ExchangeResult> =>
    send({
      url,
      key: toSigningKey(new Uint8Array(32)),
      customHeaders: {},
      eventId: 'evt_1',
      body: '{}',
      attempt: 1,
      sequence: 1,
      isReplay: false,
    });
}

/** Writes a piece every few milliseconds until the socket closes. */
function trickle(socket: Socket, start: string, piece: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Writes until the socket closes, as fast as it is read. Returns the number of written bytes. */
function flood(socket: Socket, start: string): () => number {
  const chunk = Buffer.alloc(64 * 1_024, 'a');
  let written = 0;
  const write = (): void => {
    while (!socket.destroyed && written < BODY_BYTES) {
      written += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.write(start);
  socket.on('drain', write);
  write();
  return () => written;
}

const NO_RESPONSE = { status_code: null, response_body: null };

const SILENT: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['hangs', () => undefined],
  ['sends one header byte at a time', (socket) => trickle(socket, `${OK}X-Slow: `, 'a')],
  ['sends one header after another', (socket) => trickle(socket, OK, 'X-More: 1\r\n')],
];

describe('a receiver', () => {
  it.each(SILENT)('that %s fails at the end of the exchange time', async (_name, behave) => {
    const port = await startReceiver(behave);
    const result = await client({ limits: { exchangeMsMax: EXCHANGE_MS } })(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ...NO_RESPONSE, error: 'No response within 30 seconds.' });
    expect(result.latency_ms).toBeLessThan(LATENCY_MS_MAX);
  });

  it('that sends one body byte at a time succeeds by its status at the end of the body time', async () => {
    const port = await startReceiver((socket) => {
      trickle(socket, `${OK}Content-Length: 100000\r\n\r\n`, 'b');
    });
    const result = await client()(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({
      status_code: 200,
      error: null,
      response_body: expect.stringMatching(/^b+$/),
    });
    expect(result.latency_ms).toBeLessThan(LATENCY_MS_MAX);
  });

  it('that sends 2 GB uses little memory, and is disconnected', async () => {
    const counts: (() => number)[] = [];
    const port = await startReceiver((socket) => {
      counts.push(flood(socket, `${OK}Content-Length: ${String(BODY_BYTES)}\r\n\r\n`));
    });
    const post = client();
    const usedBefore = used();
    let peak = 0;
    const sampling = setInterval(() => {
      peak = Math.max(peak, used() - usedBefore);
    }, 5);
    const results = await Promise.all(
      Array.from({ length: 8 }, async () => post(`http://127.0.0.1:${port}/`)),
    );
    clearInterval(sampling);
    for (const result of results) {
      expect(result).toMatchObject({ status_code: 200, error: null });
      expect(result.response_body).toHaveLength(2_048);
    }
    expect(peak).toBeLessThan(MEMORY_BYTES_MAX);
    expect(Math.max(...counts.map((count) => count()))).toBeLessThan(BODY_BYTES / 10);
  });

  it('that sends a compressed bomb has it logged as it is', async () => {
    const bomb = gzipSync(Buffer.alloc(2 * MEMORY_BYTES_MAX), { level: 1 });
    const port = await startReceiver((socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${String(bomb.length)}\r\n\r\n`);
      socket.write(bomb);
    });
    const usedBefore = used();
    const result = await client()(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ status_code: 200, error: null });
    expect(Buffer.byteLength(result.response_body ?? '')).toBeLessThanOrEqual(3 * 2_048);
    expect(used() - usedBefore).toBeLessThan(MEMORY_BYTES_MAX);
  });

  it.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), /^The connection was /],
    ['sends garbage', (socket: Socket) => socket.end(Buffer.alloc(1_000, 0xff)), /^The response is not HTTP/],
    [
      'sends headers without end',
      (socket: Socket) => flood(socket, `${OK}X-Large: `),
      /^The response headers are too large/,
    ],
  ])('that %s is a failure with an error message', async (_name, behave, error) => {
    const port = await startReceiver(behave);
    const result = await client()(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ...NO_RESPONSE, error: expect.stringMatching(error) });
    expect(result.latency_ms).toBeLessThan(LATENCY_MS_MAX);
  });

  it('that redirects to a private address is a failure, and the address is not called', async () => {
    let calls = 0;
    const target = await startReceiver(() => {
      calls += 1;
    });
    const port = await startReceiver((socket) => {
      socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${target}/\r\nContent-Length: 0\r\n\r\n`);
    });
    expect(await client()(`http://127.0.0.1:${port}/`)).toMatchObject({
      status_code: 302,
      error: 'The endpoint answered 302.',
    });
    expect(calls).toBe(0);
  });

  it('with an expired certificate is a failure', async () => {
    const server = createTlsServer({ cert: EXPIRED_CERTIFICATE, key: EXPIRED_CERTIFICATE_KEY });
    const port = await startReceiver((socket) => socket.end(`${OK}Content-Length: 0\r\n\r\n`), server);
    expect(await client({ ca: EXPIRED_CA })(`https://localhost:${port}/`)).toMatchObject({
      ...NO_RESPONSE,
      error: 'The certificate has expired.',
    });
  });

  it('whose name changes to a private address before the connection is not called', async () => {
    const names = await startDnsServer();
    closing.push(async () => names.stop());
    let calls = 0;
    const port = await startReceiver(() => {
      calls += 1;
    });
    const clock = { nowMs: 0 };
    const resolve = createResolver({ servers: [names.address], monotonicMs: () => clock.nowMs });
    const agent = createGuardedAgent(createAddressGuard(['127.0.0.2/32']), resolve);
    closing.push(async () => agent.destroy());
    const send = createSend({
      post: createPost({ dispatcher: agent, clock: systemClock }),
      clock: systemClock,
    });
    const post = async (): Promise<ExchangeResult> =>
      send({
        url: `http://rebound.test:${port}/`,
        key: toSigningKey(new Uint8Array(32)),
        customHeaders: {},
        eventId: 'evt_1',
        body: '{}',
        attempt: 1,
        sequence: null,
        isReplay: false,
      });
    names.zone.set('rebound.test', { a: ['127.0.0.2'] });
    expect(await post()).toMatchObject({ status_code: null, error: 'The connection was refused.' });
    names.zone.set('rebound.test', { a: ['127.0.0.1'] });
    clock.nowMs = 5_000;
    expect(await post()).toMatchObject({ status_code: null, error: 'The address is not allowed.' });
    expect(calls).toBe(0);
  });
});

it('allows 30 s for an exchange in production', () => {
  expect(EXCHANGE_MS_MAX).toBe(30_000);
});

function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
