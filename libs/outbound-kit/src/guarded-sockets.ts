import { connect, type LookupFunction, type Socket } from 'node:net';
import { isLiteral, type AddressGuard } from './address-guard.ts';
import { AddressRefused, guardedLookup, resolveName, type Resolve } from './guarded-lookup.ts';

export interface SocketTarget {
  /** A name, or a literal address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Time in ms for resolution and connect together. */
  readonly timeoutMs: number;
}

/** TCP connections to external servers, for protocols other than HTTP. */
export interface GuardedSockets {
  /** Connects. @throws AddressRefused; an error with code `ETIMEDOUT`; the errors of `net.connect`. */
  connect(target: SocketTarget): Promise<Socket>;
  /**
   * The lookup for a library that connects by itself with `net.connect` or `tls.connect`. It checks a name when it is
   * resolved. A literal address is not looked up and is checked now.
   * @throws AddressRefused for a literal address that is not allowed.
   */
  lookupOf(host: string): LookupFunction;
}

/** The guard checks literal addresses before the connection, all addresses of a name, and the remote address. */
export function createGuardedSockets(guard: AddressGuard, resolve: Resolve = resolveName): GuardedSockets {
  const lookup = guardedLookup(guard, resolve);
  const lookupOf = (host: string): LookupFunction => {
    if (isLiteral(host) && !guard.allows(host)) throw new AddressRefused();
    return lookup;
  };
  return {
    lookupOf,
    connect: async ({ host, port, timeoutMs }) => {
      const socket = connect({ host, port, lookup: lookupOf(host) });
      await connected(socket, timeoutMs);
      if (guard.allows(socket.remoteAddress ?? '')) return socket;
      socket.destroy();
      throw new AddressRefused();
    },
  };
}

async function connected(socket: Socket, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error('The connection timed out.'), { code: 'ETIMEDOUT' }));
  }, timeoutMs);
  socket.once('connect', () => resolve(undefined));
  socket.once('error', reject);
  // The caller attaches its handlers later; a reset before that ends the socket, and not the process.
  socket.on('error', () => undefined);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    socket.off('error', reject);
  }
}
