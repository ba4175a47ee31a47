import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard, createGuardedAgent, createResolver } from '@outreach/outbound-kit';
import { systemClock } from '@outreach/service-kit';
import { toSigningKey } from './signing.ts';
import { createPost } from './post.client.ts';
import { createSend } from './webhook.client.ts';

const EXCHANGE_SECONDS_MAX = 31;
const OK = 'HTTP/1.1 200 OK\r\n';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers each connection, after the first bytes of the request, as the test decides. */
async function startReceiver(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Writes a piece every few milliseconds until the socket closes. */
function trickle(socket: Socket, start: string, piece: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

const RECEIVERS: readonly ((socket: Socket) => void)[] = [
  () => undefined,
  (socket) => trickle(socket, `${OK}X-Slow: `, 'a'),
  (socket) => trickle(socket, OK, 'X-More: 1\r\n'),
  (socket) => trickle(socket, `${OK}Content-Length: 100000\r\n\r\n`, 'b'),
];

describe('the limits of production', () => {
  it(
    'end every attempt within 31 seconds',
    async () => {
      const agent = createGuardedAgent(createAddressGuard(['127.0.0.0/8']), createResolver(), {});
      closing.push(async () => agent.destroy());
      const send = createSend({
        post: createPost({ dispatcher: agent, clock: systemClock }),
        clock: systemClock,
      });
      const ports = await Promise.all(RECEIVERS.map(startReceiver));
      const attempts = ports.map(async (port) =>
        send({
          url: `http://127.0.0.1:${port}/`,
          key: toSigningKey(new Uint8Array(32)),
          customHeaders: {},
          eventId: 'evt_1',
          body: '{}',
          attempt: 1,
          sequence: 1,
          isReplay: false,
        }),
      );
      // A timer of the same process: a busy machine delays both.
      const late = delay(EXCHANGE_SECONDS_MAX * 1_000, [], { ref: false });
      const results = await Promise.race([Promise.all(attempts), late]);
      expect(results.map(({ status_code: status }) => status)).toEqual([null, null, null, 200]);
    },
    2 * EXCHANGE_SECONDS_MAX * 1_000,
  );
});
