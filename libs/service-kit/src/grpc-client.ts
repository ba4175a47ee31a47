import { Client, credentials, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { AppError } from '@outreach/errors';
import { createBreaker } from './breaker.ts';
import type { CallContext } from './call-context.ts';
import { REPLAYED, writeHeaders } from './call-metadata.ts';
import { fromServiceError } from './error-wire.ts';
import { MESSAGE_BYTES_MAX } from './grpc-server.ts';
import type { IdentitySigner } from './identity.ts';
import { histogram } from './metrics.ts';
import { createOutsideGate, type Gate } from './outside-gate.ts';
import type { RpcClient, UnaryMethod, UploadMethod } from './rpc.ts';
import { BrokenUpload, sendParts } from './send-parts.ts';

/** What a hop keeps for itself of the time that its caller gave it. */
const HOP_COST_MS = 50;

/**
 * Well below the pause of a process that stops (SHUTDOWN_DELAY_MS): in a rolling restart the replica that is back is
 * connected before the next one goes, or there would be none to call.
 */
const RECONNECT_BACKOFF_MS_MAX = 300;

const READ_METHOD = /\/(Get|List|Resolve)[A-Za-z]*$/;
const RETRY_POLICY = {
  maxAttempts: 3,
  initialBackoff: '0.02s',
  maxBackoff: '0.2s',
  backoffMultiplier: 3,
  retryableStatusCodes: ['UNAVAILABLE'],
};

const called = histogram('grpc_client_handled_seconds', 'Time until a called service answered, by method.', [
  'method',
  'outcome',
]);

export interface RpcClientOptions {
  /** Short name of the called service, which is the audience of the identity token. */
  readonly audience: string;
  /** `host:port`, whose name may stand for several replicas, or a comma list of `ip:port`; calls go round all. */
  readonly address: string;
  readonly identity: IdentitySigner;
  /** Calls under way at once; more are refused as unavailable. */
  readonly capacity?: number;
}

export interface ConnectOptions<Definition> extends RpcClientOptions {
  /** Methods that wait for a server outside: they have room and a breaker of their own, and take none of the others. */
  readonly outside?: readonly (keyof Definition)[];
}

/** The client together with its connection. */
export interface RpcConnection<Definition> {
  readonly client: RpcClient<Definition>;
  /** True while the service answers at all. */
  isConnected(deadlineMs: number): Promise<boolean>;
  close(): void;
}

type AnyMethod = UnaryMethod<unknown, unknown> | UploadMethod<unknown, unknown>;

/** One connection to a service with a breaker in front; reads are retried while the service is unavailable. */
export function connectRpc<Definition extends object>(
  definition: Definition,
  options: ConnectOptions<Definition>,
): RpcConnection<Definition> {
  const methods = Object.entries<AnyMethod>(definition as Record<string, AnyMethod>);
  const channel = new Client(targetOf(options.address), credentials.createInsecure(), {
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
    'grpc.service_config': JSON.stringify(serviceConfig(methods.map(([, method]) => method.path))),
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': RECONNECT_BACKOFF_MS_MAX,
  });
  const gates = createGates(options);
  const calls = methods.map(([name, method]) => [
    name,
    caller(channel, method, { ...options, gate: gates.of(name) }),
  ]);
  return {
    client: Object.fromEntries(calls) as RpcClient<Definition>,
    isConnected: async (deadlineMs) => waitForReady(channel, deadlineMs),
    close: () => {
      gates.stop();
      channel.close();
    },
  };
}

/** As the resolvers of grpc-js want it: names are left to DNS. */
function targetOf(address: string): string {
  if (!address.includes(',')) return address;
  return `${address.startsWith('[') ? 'ipv6' : 'ipv4'}:${address}`;
}

function serviceConfig(paths: readonly string[]): object {
  const reads = paths
    .filter((path) => READ_METHOD.test(path))
    .map((path) => {
      const [, service, method] = path.split('/');
      return { service, method };
    });
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: reads.length === 0 ? [] : [{ name: reads, retryPolicy: RETRY_POLICY }],
  };
}

function createGates<Definition>({ audience, capacity, outside = [] }: ConnectOptions<Definition>) {
  const breaker = createBreaker(audience, { capacity });
  const usual: Gate = { pass: async (_ctx, call) => breaker.fire(call), stop: () => breaker.stop() };
  const apart =
    outside.length === 0
      ? undefined
      : createOutsideGate({ service: audience, reserveMs: HOP_COST_MS, usual: breaker });
  const names = new Set<PropertyKey>(outside);
  return {
    of: (name: string): Gate => (apart !== undefined && names.has(name) ? apart : usual),
    stop: () => {
      usual.stop();
      apart?.stop();
    },
  };
}

interface CallerParts extends RpcClientOptions {
  readonly gate: Gate;
}

function caller(channel: Client, method: AnyMethod, { gate, identity, audience }: CallerParts) {
  return async (ctx: CallContext, request: unknown): Promise<unknown> => {
    if (ctx.deadlineAtMs - HOP_COST_MS <= Date.now()) throw tooLate();
    // Signed when the call goes out, which may be long after it came in.
    const send = async (): Promise<unknown> => {
      const metadata = writeHeaders(ctx, await identity.sign(ctx, audience));
      const call = { method, request, metadata, ctx };
      return transmit(channel, call).catch(async (thrown: unknown) => {
        if (!mayRepeat(method, thrown)) throw thrown;
        return transmit(channel, call);
      });
    };
    const startedAtMs = performance.now();
    const observe = (outcome: string): void =>
      called.observe({ method: method.path, outcome }, (performance.now() - startedAtMs) / 1000);
    try {
      const reply = await gate.pass(ctx, send);
      if (reply instanceof BrokenUpload) throw reply.cause;
      observe('ok');
      return reply;
    } catch (thrown) {
      observe(thrown instanceof AppError ? thrown.kind : 'internal');
      throw thrown;
    }
  };
}

interface OneCall {
  readonly method: AnyMethod;
  readonly request: unknown;
  readonly metadata: Metadata;
  readonly ctx: CallContext;
}

/** A message or the parts of an upload; a `BrokenUpload` where the parts' own source failed, which is nobody's fault here. */
async function transmit(channel: Client, { method, request, metadata, ctx }: OneCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answered = (failure: ServiceError | null, reply: unknown): void => {
      if (failure === null) resolve(reply);
      else reject(fromServiceError(failure));
    };
    const { path, requestSerialize, responseDeserialize } = method;
    const options = { deadline: ctx.deadlineAtMs - HOP_COST_MS };
    const common = [metadata, options, answered] as const;
    const noteReplay = (headers: Metadata): void => {
      if (headers.get(REPLAYED).length > 0) ctx.notes.replayed = true;
    };
    if (!method.requestStream) {
      const call = channel.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, ...common);
      call.on('metadata', noteReplay);
      return;
    }
    const call = channel.makeClientStreamRequest(path, requestSerialize, responseDeserialize, ...common);
    call.on('metadata', noteReplay);
    sendParts(call, request as AsyncIterable<unknown>).catch((cause: unknown) => {
      resolve(new BrokenUpload(cause));
    });
  });
}

/**
 * gRPC repeats no call whose answer has begun. A replica that dies in the middle of one fails a read then, which
 * another replica can answer.
 */
function mayRepeat({ path }: AnyMethod, thrown: unknown): boolean {
  return READ_METHOD.test(path) && thrown instanceof AppError && thrown.kind === 'unavailable';
}

async function waitForReady(channel: Client, deadlineMs: number): Promise<boolean> {
  return new Promise((resolve) =>
    channel.waitForReady(Date.now() + deadlineMs, (error) => resolve(error === undefined)),
  );
}

function tooLate(): AppError {
  return new AppError('deadline', 'The request took too long; try again.');
}
