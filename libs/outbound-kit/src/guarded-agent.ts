import { Agent, buildConnector } from 'undici';
import { isLiteral, type AddressGuard } from './address-guard.ts';
import { AddressRefused, guardedLookup, resolveName, type Resolve } from './guarded-lookup.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than the keep-alive of common servers (5 s), so that no socket is reused while the server closes it. */
const KEEP_ALIVE_MS = 4_000;
const HEADER_BYTES_MAX = 65_536;

export interface TlsOptions {
  /** Certificates of the trusted authorities in PEM; the authorities of the runtime by default. */
  readonly ca?: string;
}

/**
 * The pool of outgoing connections. The guard checks literal addresses before the connection, all resolved addresses of
 * a name, and the remote address of the socket. So a name that resolves to a special address, or changes its address
 * between check and connect, makes no connection.
 */
export function createGuardedAgent(
  guard: AddressGuard,
  resolve: Resolve = resolveName,
  tls: TlsOptions = {},
): Agent {
  const connect = buildConnector({
    ...tls,
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    lookup: guardedLookup(guard, resolve),
  });
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    allowH2: false,
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isLiteral(host) && !guard.allows(host)) {
        callback(new AddressRefused(), null);
        return;
      }
      connect(options, (...[error, socket]) => {
        if (error !== null) {
          callback(error, null);
        } else if (guard.allows(socket.remoteAddress ?? '')) {
          callback(null, socket);
        } else {
          socket.destroy();
          callback(new AddressRefused(), null);
        }
      });
    },
  });
}
