import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isLiteral, type AddressGuard } from './address-guard.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than the keep-alive of common servers (5 s), so that no socket is reused while the server closes it. */
const KEEP_ALIVE_MS = 4_000;
const HEADER_BYTES_MAX = 65_536;

export class AddressRefused extends Error {
  constructor() {
    super('The address is not allowed.');
    this.name = 'AddressRefused';
  }
}

/**
 * The pool of outgoing connections. The guard checks literal addresses before the connection, all resolved addresses of
 * a name, and the remote address of the socket. So a name that resolves to a special address, or changes its address
 * between check and connect, makes no connection.
 */
export function createGuardedAgent(guard: AddressGuard, resolve: Resolve = resolveName): Agent {
  const connect = buildConnector({
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

/** All addresses of a name, in the order of the resolver. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const resolveName: Resolve = (hostname, callback) => {
  lookup(hostname, { all: true, order: 'verbatim' }, callback);
};

function guardedLookup(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const loopback = guard.loopbackAddresses(hostname.replace(/\.$/, ''));
    if (loopback !== undefined) {
      answer(loopback.map(toAnswer), { all: options.all === true, callback });
      return;
    }
    resolve(hostname, (error, addresses) => {
      if (error !== null) callback(error, '', 0);
      else if (addresses.every(({ address }) => guard.allows(address))) {
        answer(addresses, { all: options.all === true, callback });
      } else callback(new AddressRefused(), '', 0);
    });
  };
}

interface AnswerTo {
  readonly all: boolean;
  readonly callback: Parameters<LookupFunction>[2];
}

function answer(addresses: readonly LookupAddress[], { all, callback }: AnswerTo): void {
  const [first] = addresses;
  if (first === undefined) callback(new AddressRefused(), '', 0);
  else if (all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

function toAnswer(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}
