import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { BoundService, ServerParts } from './bind-rpc.ts';
import { addIntrospection } from './grpc-introspection.ts';
import type { Resource } from './lifecycle.ts';

/** An import's chunk or a bulk answer may be large; the limit holds both ways. */
export const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

const DRAIN_MS = 25_000;

export interface GrpcServerOptions extends ServerParts {
  /** The service's short name, which is also that of its proto package. */
  readonly name: string;
  /** `host:port`; port 0 takes a free one. */
  readonly listen: string;
  readonly services: readonly BoundService[];
}

export interface GrpcServer extends Resource {
  /** `host:port` with the port in use; known once started. */
  address(): string;
  setServing(serving: boolean): void;
}

/** A gRPC server with health and reflection; stopping waits for running calls, then cuts them. */
export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
  });
  for (const service of options.services) server.addService(service.definition, service.implement(options));
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
    const cut = setTimeout(() => server.forceShutdown(), DRAIN_MS);
    server.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
