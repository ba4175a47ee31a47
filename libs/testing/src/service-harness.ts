import { randomBytes } from 'node:crypto';
import type { Clock } from '@outreach/service-kit';
import { connectRpc, type GrpcServer } from '@outreach/service-kit/grpc';
import type { App } from '@outreach/service-kit/lifecycle';
import type { RpcClient } from '@outreach/service-kit/rpc';
import { createTestIdentities, type TestIdentities } from './identities.ts';
import { countServiceStart } from './service-starts.ts';
import { testMongoUri, testNatsUrl, uniqueName } from './servers/servers.ts';

const SERVICE_KEY_BYTES = 32;
/** The broker reserves the size of every stream, and each test file creates several. */
const STREAM_BYTES_MAX = 32 * 1_024 * 1_024;

export interface ServiceEnvironment {
  readonly env: Record<string, string>;
  readonly identities: TestIdentities;
}

/**
 * Environment variables of one service under test, with a database, stream and keys of its own.
 * @param clock of the calls that the identities sign; the clock of the system by default.
 */
export async function testEnvironment(service: string, clock?: Clock): Promise<ServiceEnvironment> {
  const identities = await createTestIdentities('gateway', clock);
  const stream = uniqueName(service);
  return {
    identities,
    env: {
      // Processes of the service start faster.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      LOG_LEVEL: 'silent',
      METRICS_LISTEN: '127.0.0.1:0',
      SHUTDOWN_DELAY_MS: '0',
      GRPC_LISTEN: '127.0.0.1:0',
      MONGODB_URI: testMongoUri(),
      MONGODB_DATABASE: stream,
      NATS_URL: testNatsUrl(),
      NATS_STREAM_PREFIX: stream,
      NATS_STREAM_MAX_BYTES: String(STREAM_BYTES_MAX),
      NATS_SUBJECT_PREFIX: stream,
      IDENTITY_PRIVATE_KEY: JSON.stringify(identities.privateJwk),
      IDENTITY_PUBLIC_KEYS: JSON.stringify(identities.publicKeys),
      SERVICE_KEY: randomBytes(SERVICE_KEY_BYTES).toString('base64'),
      TRACKING_KEY: randomBytes(SERVICE_KEY_BYTES).toString('base64'),
    },
  };
}

/** An app that runs in the process of the test. */
export interface RunningApp<Definition extends object> {
  readonly client: RpcClient<Definition>;
  /** `host:port` of the gRPC server. */
  readonly address: string;
  stop(): Promise<void>;
}

export interface StartOptions<Definition extends object> {
  readonly service: string;
  readonly definition: Definition;
  readonly identities: TestIdentities;
}

/** Starts an app's resources in order and connects a client to it. */
export async function startService<Definition extends object>(
  app: App & { readonly grpc: GrpcServer },
  { service, definition, identities }: StartOptions<Definition>,
): Promise<RunningApp<Definition>> {
  countServiceStart();
  for (const resource of app.resources) await resource.start?.();
  const address = app.grpc.address();
  const connection = connectRpc(definition, { audience: service, address, identity: identities.signer });
  return {
    client: connection.client,
    address,
    stop: async () => {
      connection.close();
      for (const resource of [...app.resources].reverse()) await resource.stop?.();
    },
  };
}
