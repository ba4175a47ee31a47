import type { Client, Metadata, ServiceError } from '@grpc/grpc-js';
import { AppError } from '@outreach/errors';
import { createBreaker } from '../bulkhead/breaker.ts';
import {
  createBulkheadGate,
  HOP_COST_MS,
  OUTBOUND_BULKHEAD,
  type Bulkhead,
  type Gate,
} from '../bulkhead/bulkhead.ts';
import type { CallContext } from '../call-context.ts';
import { REPLAYED, writeHeaders } from './call-metadata.ts';
import { fromServiceError } from './error-wire.ts';
import { isReady, openChannel } from './grpc-channel.ts';
import { readMethodPaths } from './grpc-introspection.ts';
import type { TlsFiles } from './grpc-tls.ts';
import type { IdentitySigner } from './identity.ts';
import { observeSent } from './observe-call.ts';
import { receivePages } from './receive-pages.ts';
import type { RpcClient, StreamMethod, UnaryMethod, UploadMethod } from '../rpc.ts';
import { BrokenUpload, sendUpload } from './send-upload.ts';

/** Reads that take longer are canceled when their caller no longer waits. */
const WATCHED_AFTER_MS = 50;

export interface RpcClientOptions {
  /** Short name of the called service, which is the audience of the identity token. */
  readonly audience: string;
  /** `host:port`, where the name may resolve to several replicas, or a comma list of `ip:port`. Calls are balanced. */
  readonly address: string;
  readonly identity: IdentitySigner;
  /** With files, the server must have a certificate of the authority for the name of its service. */
  readonly tls?: TlsFiles | undefined;
  /** Concurrent calls; further ones are refused as unavailable. */
  readonly capacity?: number;
}

export interface ConnectOptions<Definition> extends RpcClientOptions {
  /** Methods that call an external server. They have slots and a breaker of their own. */
  readonly outbound?: readonly (keyof Definition)[];
  /** Where the outbound methods are served; `address` by default. */
  readonly outboundAddress?: string | undefined;
  /** Methods with slots and breakers of their own. */
  readonly bulkheads?: readonly BulkheadOfMethods<Definition>[];
}

export interface BulkheadOfMethods<Definition> extends Bulkhead {
  readonly methods: readonly (keyof Definition)[];
}

/** The client together with its connection. */
export interface RpcConnection<Definition> {
  readonly client: RpcClient<Definition>;
  /** True while the service is reachable. */
  isConnected(deadlineMs: number): Promise<boolean>;
  /** True while the processes that serve the outbound methods are reachable. */
  isOutboundConnected(deadlineMs: number): Promise<boolean>;
  close(): void;
}

type OneReplyMethod = UnaryMethod<unknown, unknown> | UploadMethod<unknown, unknown>;
type AnyMethod = OneReplyMethod | StreamMethod<unknown, unknown>;

/** A client of a service with a breaker. Methods without side effects are retried while a replica is unavailable. */
export function connectRpc<Definition extends object>(
  definition: Definition,
  options: ConnectOptions<Definition>,
): RpcConnection<Definition> {
  const reads = readMethodPaths(options.audience);
  const methods = Object.entries<AnyMethod>(definition as Record<string, AnyMethod>);
  const channels = openChannels(options, [...reads]);
  const gates = createGates(options);
  const calls = methods.map(([name, method]) => {
    const call = { ...options, gate: gates.of(name), isRead: reads.has(method.path) };
    const channel = channels.of(name);
    return [
      name,
      method.responseStream ? createStream(channel, method, call) : createCall(channel, method, call),
    ];
  });
  return {
    client: Object.fromEntries(calls) as RpcClient<Definition>,
    isConnected: async (deadlineMs) => isReady(channels.standard, deadlineMs),
    isOutboundConnected: async (deadlineMs) => isReady(channels.outbound, deadlineMs),
    close: () => {
      gates.stop();
      channels.close();
    },
  };
}

/** Outbound methods have a channel of their own if they have an address of their own. */
function openChannels<Definition>(options: ConnectOptions<Definition>, reads: readonly string[]) {
  const { address, outboundAddress = address } = options;
  const names = new Set<PropertyKey>(options.outbound);
  const standard = openChannel(options, reads);
  const outbound =
    outboundAddress === address ? standard : openChannel({ ...options, address: outboundAddress }, reads);
  return {
    standard,
    outbound,
    of: (name: string): Client => (names.has(name) ? outbound : standard),
    close: () => {
      for (const channel of new Set([standard, outbound])) channel.close();
    },
  };
}

function createGates<Definition>({
  audience,
  capacity,
  outbound = [],
  bulkheads = [],
}: ConnectOptions<Definition>) {
  const breaker = createBreaker(audience, { capacity });
  const standard: Gate = { pass: async (_ctx, call) => breaker.fire(call), stop: () => breaker.stop() };
  const outboundBulkhead = { ...OUTBOUND_BULKHEAD, methods: outbound };
  const gates = [...bulkheads, ...(outbound.length === 0 ? [] : [outboundBulkhead])].map((bulkhead) => ({
    names: new Set<PropertyKey>(bulkhead.methods),
    gate: createBulkheadGate({ service: audience, bulkhead, serviceBreaker: breaker }),
  }));
  return {
    of: (name: string): Gate => gates.find(({ names }) => names.has(name))?.gate ?? standard,
    stop: () => {
      standard.stop();
      for (const { gate } of gates) gate.stop();
    },
  };
}

interface CallOptions extends RpcClientOptions {
  readonly gate: Gate;
  readonly isRead: boolean;
}

function createCall(channel: Client, method: OneReplyMethod, options: CallOptions) {
  const { gate, identity, audience, isRead } = options;
  const observe = observeSent(method.path);
  return async (ctx: CallContext, request: unknown): Promise<unknown> => {
    if (ctx.deadlineAtMs - HOP_COST_MS <= Date.now()) throw deadlinePassed();
    const observed = observe(ctx.trace);
    // Signed when the call is sent: it may have waited in the gate.
    const send = async (): Promise<unknown> => {
      const metadata = writeHeaders(ctx, await identity.sign(ctx, audience), observed.trace);
      const call = { method, request, metadata, ctx, isRead };
      return transmit(channel, call).catch(async (thrown: unknown) => {
        if (!isRead || !isUnavailable(thrown)) throw thrown;
        // gRPC does not retry a call whose reply has begun; another replica can answer it.
        return transmit(channel, call);
      });
    };
    try {
      const reply = await gate.pass(ctx, send);
      if (reply instanceof BrokenUpload) throw reply.cause;
      observed.succeed();
      return reply;
    } catch (thrown) {
      observed.fail(thrown);
      throw thrown;
    }
  };
}

/** The breaker counts the first page: a call that has begun shows that the service is available. */
function createStream(channel: Client, method: StreamMethod<unknown, unknown>, options: CallOptions) {
  const { gate, identity, audience } = options;
  const observe = observeSent(method.path);
  return async function* (ctx: CallContext, request: unknown): AsyncGenerator<unknown, void, undefined> {
    if (ctx.deadlineAtMs - HOP_COST_MS <= Date.now()) throw deadlinePassed();
    const observed = observe(ctx.trace);
    const metadata = writeHeaders(ctx, await identity.sign(ctx, audience), observed.trace);
    const { path, requestSerialize, responseDeserialize } = method;
    const deadline = ctx.deadlineAtMs - HOP_COST_MS;
    const pages = receivePages(() =>
      channel.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata, {
        deadline,
      }),
    );
    let failure: { readonly thrown: unknown } | undefined;
    try {
      const first = await gate.pass(ctx, async () => pages.next());
      if (first.done === true) return;
      yield first.value;
      yield* pages;
    } catch (thrown) {
      failure = { thrown };
      throw thrown;
    } finally {
      if (failure === undefined) observed.succeed();
      else observed.fail(failure.thrown);
      await pages.return();
    }
  };
}

interface OneCall {
  readonly method: OneReplyMethod;
  readonly request: unknown;
  readonly metadata: Metadata;
  readonly ctx: CallContext;
  readonly isRead: boolean;
}

/** Sends a message or an upload. Returns a `BrokenUpload` when the source of the upload failed. */
async function transmit(
  channel: Client,
  { method, request, metadata, ctx, isRead }: OneCall,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let stopWatching = (): void => undefined;
    const onReply = (failure: ServiceError | null, reply: unknown): void => {
      stopWatching();
      if (failure === null) resolve(reply);
      else reject(fromServiceError(failure));
    };
    const { path, requestSerialize, responseDeserialize } = method;
    const options = { deadline: ctx.deadlineAtMs - HOP_COST_MS };
    const common = [metadata, options, onReply] as const;
    const noteReplay = (headers: Metadata): void => {
      if (headers.get(REPLAYED).length > 0) ctx.notes.replayed = true;
    };
    if (!method.requestStream) {
      const call = channel.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, ...common);
      call.on('metadata', noteReplay);
      if (isRead) stopWatching = cancelWithCaller(call, ctx);
      return;
    }
    const call = channel.makeClientStreamRequest(path, requestSerialize, responseDeserialize, ...common);
    call.on('metadata', noteReplay);
    sendUpload(call, request as AsyncIterable<unknown>).catch((cause: unknown) => {
      resolve(new BrokenUpload(cause));
    });
  });
}

/**
 * Cancels a read when its caller no longer waits. Most reads end before it begins to watch the caller, which costs more
 * than the call. Returns the function that ends the watch.
 */
function cancelWithCaller(call: { cancel(): void }, ctx: CallContext): () => void {
  const cancel = (): void => call.cancel();
  let watched: AbortSignal | undefined;
  const timer = setTimeout(() => {
    watched = ctx.signal;
    if (watched.aborted) cancel();
    else watched.addEventListener('abort', cancel, { once: true });
  }, WATCHED_AFTER_MS);
  return () => {
    clearTimeout(timer);
    watched?.removeEventListener('abort', cancel);
  };
}

function isUnavailable(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.kind === 'unavailable';
}

function deadlinePassed(): AppError {
  return new AppError('deadline', 'The request took too long; try again.');
}
