import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAddressGuard } from './address-guard.ts';
import { AddressRefused, type Resolve } from './guarded-lookup.ts';
import { createGuardedSockets } from './guarded-sockets.ts';

const LOOPBACK = createAddressGuard(['127.0.0.0/8']);
const STRICT = createAddressGuard([]);
const TIMEOUT_MS = 5_000;

const resolveTo = (...addresses: string[]): Resolve => {
  return (_name, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
};

let server: Server;
let port = 0;
let acceptedCount = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    acceptedCount += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  server.close();
});

const connect = async (sockets: ReturnType<typeof createGuardedSockets>, host: string): Promise<string> => {
  const socket = await sockets.connect({ host, port, timeoutMs: TIMEOUT_MS });
  const address = socket.remoteAddress ?? '';
  socket.destroy();
  return address;
};

describe('guarded sockets', () => {
  it.each(['127.0.0.1', 'mail.example.com', 'localhost'])('connect to the allowed host %s', async (host) => {
    expect(await connect(createGuardedSockets(LOOPBACK, resolveTo('127.0.0.1')), host)).toBe('127.0.0.1');
  });

  it.each(['127.0.0.1', 'mail.example.com', 'localhost', '2130706433', '::1', '169.254.169.254'])(
    'make no connection to %s if its address is not allowed',
    async (host) => {
      const before = acceptedCount;
      await expect(
        connect(createGuardedSockets(STRICT, resolveTo('127.0.0.1')), host),
      ).rejects.toBeInstanceOf(AddressRefused);
      expect(acceptedCount).toBe(before);
    },
  );

  it('refuse a name if one of its addresses is not allowed', async () => {
    const sockets = createGuardedSockets(LOOPBACK, resolveTo('127.0.0.1', '10.0.0.1'));
    await expect(connect(sockets, 'mail.example.com')).rejects.toBeInstanceOf(AddressRefused);
  });

  it('end a resolution that takes too long', async () => {
    const sockets = createGuardedSockets(LOOPBACK, () => undefined);
    await expect(sockets.connect({ host: 'mail.example.com', port, timeoutMs: 20 })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
  });

  it('check a literal address before they return a lookup', () => {
    expect(() => createGuardedSockets(STRICT).lookupOf('10.0.0.1')).toThrow(AddressRefused);
    expect(createGuardedSockets(STRICT).lookupOf('mail.example.com')).toBeInstanceOf(Function);
  });
});
