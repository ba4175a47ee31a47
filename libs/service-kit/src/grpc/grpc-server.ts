import { Server, type ServerCredentials } from '@grpc/grpc-js';
import type { BoundService, BindOptions } from './bind-rpc.ts';
import { addIntrospection } from './grpc-introspection.ts';
import { serverCredentials, type TlsFiles } from './grpc-tls.ts';
import type { StartableResource } from '../lifecycle/lifecycle.ts';

/** Large enough for an import chunk and a bulk reply; applies in both directions. */
export const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

const DRAIN_MS = 25_000;

/**
 * A connection is replaced after this time, 10 % more or less, so that its client finds new replicas. Its calls have
 * the grace to end, which is longer than any deadline.
 */
const CONNECTION_AGE_MS_MAX = 300_000;
const CONNECTION_GRACE_MS = 360_000;

export interface GrpcServerOptions extends BindOptions {
  /** Short name of the service and of its proto package. */
  readonly name: string;
  /** `host:port`; port 0 uses a free port. */
  readonly listen: string;
  readonly services: readonly BoundService[];
  /** With files, clients need a certificate of the authority. */
  readonly tls?: TlsFiles | undefined;
  /** How often the files are read again, in ms. */
  readonly tlsRefreshMs?: number;
  /** Age at which a connection is replaced, in ms. */
  readonly connectionAgeMs?: number;
}

export interface GrpcServer extends StartableResource {
  /** `host:port` with the actual port; valid after `start`. */
  address(): string;
  setServing(serving: boolean): void;
}

/** A gRPC server with health and reflection; `stop` waits for running calls, then aborts them. */
export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS_MAX,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  const credentials = serverCredentials({ files: options.tls, refreshMs: options.tlsRefreshMs });
  for (const service of options.services) {
    // grpc-js refuses a service without methods, which a new service has.
    if (Object.keys(service.definition).length > 0)
      server.addService(service.definition, service.implement(options));
  }
  const introspection = addIntrospection(server, options.name);
  let port = 0;
  return {
    name: 'grpc-server',
    address: () => `${options.listen.slice(0, options.listen.lastIndexOf(':'))}:${port}`,
    setServing: introspection.setServing,
    start: async () => {
      port = await listen(server, options.listen, credentials);
      introspection.setServing(true);
      options.logger.info({ listen: options.listen, port }, 'gRPC server listens');
    },
    stop: async () => {
      introspection.setServing(false);
      await shutDown(server);
    },
  };
}

async function listen(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) resolve(port);
      else
        reject(new Error(`The gRPC server cannot listen on ${address}: ${error.message}`, { cause: error }));
    });
  });
}

async function shutDown(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const abort = setTimeout(() => server.forceShutdown(), DRAIN_MS);
    server.tryShutdown(() => {
      clearTimeout(abort);
      resolve();
    });
  });
}
