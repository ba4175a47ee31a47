import { expect, it } from '@jest/globals';
import { Duplex } from 'node:stream';
import { createHttpServer } from './http-server.ts';

const { server } = createHttpServer('127.0.0.1:0', (_req, res) => res.end());

it('survives a client that resets the connection of a CONNECT request', async () => {
  const reset = new Error('read ECONNRESET');
  const socket = new Duplex({ read: () => undefined, write: (...[, , done]) => done(reset) });
  // `events.once` would listen to the error too.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  server.emit('connect', undefined, socket, Buffer.alloc(0));
  await closed;
  expect(socket.errored).toBe(reset);
});
