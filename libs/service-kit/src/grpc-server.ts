import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { BoundService, BindOptions } from './bind-rpc.ts';
import { addIntrospection } from './grpc-introspection.ts';
import type { StartableResource } from './lifecycle.ts';

/** Large enough for an import chunk and a bulk reply; applies in both directions. */
export const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

const DRAIN_MS = 25_000;

export interface GrpcServerOptions extends BindOptions {
  /** Short name of the service and of its proto package. */
  readonly name: string;
  /** `host:port`; port 0 uses a free port. */
  readonly listen: string;
  readonly services: readonly BoundService[];
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
  });
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
      port = await listen(server, options.listen);
      introspection.setServing(true);
      options.logger.info({ listen: options.listen, port }, 'gRPC server listens');
    },
    stop: async () => {
      introspection.setServing(false);
      await shutDown(server);
    },
  };
}

async function listen(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
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
