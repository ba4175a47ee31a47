import { createLogger } from '@outreach/service-kit';
import {
  createGrpcServer,
  type BoundService,
  type GrpcServer,
  type GrpcServerOptions,
} from '@outreach/service-kit/grpc';
import type { CommandRunner } from '@outreach/service-kit/rpc';
import type { TestIdentities } from '@outreach/testing';

/** For methods and ports that a test does not call. */
export const unused = async (): Promise<never> => Promise.reject(new Error('This test does not call it.'));

/** Runs each command directly, without a transaction, and stores no reply. */
const directCommands: CommandRunner = {
  run: async (_ctx, _codec, command) => ({ reply: await command(), replayed: false }),
  runPrepared: unused,
  runWithEffect: unused,
};

/** A gRPC server of the contacts service without a database; on a free port by default. */
export function createTestServer(
  identities: TestIdentities,
  service: BoundService,
  changes: Partial<GrpcServerOptions> = {},
): GrpcServer {
  return createGrpcServer({
    name: 'contacts',
    listen: '127.0.0.1:0',
    identity: identities.verifierFor('contacts'),
    commands: directCommands,
    logger: createLogger({ name: 'test', level: 'silent' }),
    services: [service],
    ...changes,
  });
}
