import { hash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import {
  Metadata,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedHandleCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { AppError } from '@outreach/errors';
import { newId } from '../clock-and-ids.ts';
import type { CallContext, IdempotencyTag } from '../call-context.ts';
import { ROLES, type Role } from '../config/config.ts';
import { withCall } from '../scope.ts';
import { readHeaders, REPLAYED } from './call-metadata.ts';
import type { IdentityVerifier } from './identity.ts';
import type { Logger } from '../logger.ts';
import { countKeyedCommand, observeReceived } from './observe-call.ts';
import type {
  CommandOutcome,
  CommandRunner,
  MethodEntry,
  QueryMethod,
  ReplyCodec,
  RpcScope,
  RpcTable,
  StreamEntry,
  StreamMethod,
  UnaryMethod,
  UploadMethod,
  UploadMethodEntry,
} from '../rpc.ts';
import { sendPages } from './send-pages.ts';
import { requireRole, roleOf } from './served-by.ts';
import type { SpanContext } from '../tracing/tracing.ts';

/** Deadline of a call that names none. */
const DEFAULT_DEADLINE_MS = 30_000;
const ALL_ROLES: ReadonlySet<Role> = new Set(ROLES);

/** Dependencies that the server passes to every method. */
export interface BindOptions {
  readonly identity: IdentityVerifier;
  readonly commands: CommandRunner;
  readonly logger: Logger;
  /** The roles of this process; all by default. It refuses methods that only other processes serve. */
  readonly roles?: ReadonlySet<Role>;
}

/** A definition with the table of its methods. */
export interface BoundService {
  readonly definition: ServiceDefinition;
  /** The scope of each method, by name. */
  readonly scopes: ReadonlyMap<string, RpcScope>;
  /** The role whose processes serve each method, by name. */
  readonly roles: ReadonlyMap<string, Role>;
  implement(options: BindOptions): UntypedServiceImplementation;
}

type AnyMethod =
  UnaryMethod<unknown, unknown> | UploadMethod<unknown, unknown> | StreamMethod<unknown, unknown>;
type OneReplyEntry = MethodEntry<unknown, unknown> | UploadMethodEntry<unknown, unknown>;
type AnyEntry = OneReplyEntry | StreamEntry<unknown, unknown>;

/** Binds a table to a definition. The type of the table requires an entry for every method and no other. */
export function bindRpc<Definition extends object>(
  definition: Definition,
  table: RpcTable<Definition>,
): BoundService {
  const methods = new Map<string, AnyMethod>(Object.entries(definition));
  const entries = new Map<string, AnyEntry>(Object.entries(table));
  return {
    definition: Object.fromEntries(
      [...methods].map(([name, method]) => [name, { ...method, originalName: name }]),
    ),
    scopes: new Map([...entries].map(([name, { scope }]) => [name, scope])),
    roles: new Map([...entries].map(([name, entry]) => [name, roleOf(entry)])),
    implement: (options) => {
      const handlers: Record<string, UntypedHandleCall> = {};
      for (const [name, method] of methods) {
        const entry = entries.get(name);
        if (entry === undefined) throw new Error(`No feature implements the method ${name}.`);
        handlers[name] =
          'stream' in entry
            ? createStreamHandler(method.path, entry, options)
            : createHandler(method, entry, options);
      }
      return handlers;
    },
  };
}

type OneReplyCall = ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>;
type StreamCall = ServerWritableStream<unknown, unknown>;
type AnyCall = OneReplyCall | StreamCall;

/** One handler for unary methods and uploads: both have one reply. */
function createHandler(method: AnyMethod, entry: OneReplyEntry, options: BindOptions) {
  const observe = observeReceived(method.path, options.logger);
  return (call: OneReplyCall, callback: sendUnaryData<unknown>): void => {
    const { trace, succeed, refuse, fail } = observe(call.metadata);
    inCall(call, { path: method.path, entry, options, trace }, async (ctx) =>
      runMethod(ctx, { method, entry, options }, call),
    ).then(
      (outcome) => {
        if (outcome.replayed) call.sendMetadata(replayedMetadata());
        if ('refusal' in outcome) {
          callback(refuse(outcome.refusal));
          return;
        }
        succeed();
        callback(null, outcome.reply);
      },
      (thrown: unknown) => callback(fail(thrown)),
    );
  };
}

function createStreamHandler(path: string, entry: StreamEntry<unknown, unknown>, options: BindOptions) {
  const observe = observeReceived(path, options.logger);
  return (call: StreamCall): void => {
    const { trace, succeed, fail } = observe(call.metadata);
    inCall(call, { path, entry, options, trace }, async (ctx) =>
      sendPages(call, entry.stream(ctx, call.request), ctx.signal),
    ).then(
      () => {
        succeed();
        call.end();
      },
      (thrown: unknown) => call.emit('error', fail(thrown)),
    );
  };
}

interface Bound {
  readonly method: AnyMethod;
  readonly entry: OneReplyEntry;
  readonly options: BindOptions;
}

interface Opening {
  readonly path: string;
  readonly entry: AnyEntry;
  readonly options: BindOptions;
  readonly trace: SpanContext;
}

/** Checks the caller and runs the work in the context of the call. */
async function inCall<Result>(
  call: AnyCall,
  opening: Opening,
  work: (ctx: CallContext) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const cancel = (): void => {
    abort.abort();
  };
  const events: EventEmitter = call;
  events.once('cancelled', cancel);
  try {
    const { path, entry, options } = opening;
    const { ctx, caller } = await openContext(call, opening, abort.signal);
    requireScope(ctx, caller, entry.scope);
    requireRole(options.roles ?? ALL_ROLES, { path, role: roleOf(entry) });
    return await withCall(ctx, async () => work(ctx));
  } finally {
    // grpc-js reports a finished call as cancelled too; removing the listener saves the abort.
    events.off('cancelled', cancel);
  }
}

async function runMethod(
  ctx: CallContext,
  bound: Bound,
  call: OneReplyCall,
): Promise<CommandOutcome<unknown>> {
  const { method, entry, options } = bound;
  const request: unknown = 'request' in call ? call.request : undefined;
  if ('query' in entry) return { reply: await entry.query(ctx, request), replayed: false };
  const outcome =
    'receive' in entry
      ? await runUpload(ctx, { method, entry, options }, call as AsyncIterable<unknown>)
      : await runCommand(ctx, { method, entry, options }, request);
  countKeyedCommand(ctx, outcome);
  return outcome;
}

interface BoundCommand extends Bound {
  readonly entry: Exclude<MethodEntry<unknown, unknown>, QueryMethod<unknown, unknown>>;
}

async function runCommand(
  ctx: CallContext,
  { method, entry, options: { commands } }: BoundCommand,
  request: unknown,
): Promise<CommandOutcome<unknown>> {
  const codec = codecOf(method, (reply) => entry.about(reply, request));
  if ('command' in entry) return commands.run(ctx, codec, async () => entry.command(ctx, request));
  if ('prepare' in entry) return commands.runPrepared(ctx, codec, async () => entry.prepare(ctx, request));
  return commands.runWithEffect(ctx, codec, {
    begin: async () => entry.begin(ctx, request),
    effect: async (stored) => entry.effect(ctx, stored),
  });
}

function codecOf(method: AnyMethod, about: (reply: unknown) => readonly string[]): ReplyCodec<unknown> {
  return { encode: method.responseSerialize, decode: method.responseDeserialize, about };
}

interface BoundUpload extends Bound {
  readonly entry: UploadMethodEntry<unknown, unknown>;
}

/** The fingerprint includes the content, so the key is claimed after the whole upload has arrived. */
async function runUpload(
  ctx: CallContext,
  { method, entry, options }: BoundUpload,
  content: AsyncIterable<unknown>,
): Promise<CommandOutcome<unknown>> {
  const received = await entry.receive(ctx, content);
  const codec = codecOf(method, entry.about);
  try {
    const tagged = { ...ctx, idempotency: withContent(ctx.idempotency, received.fingerprint) };
    const outcome = await options.commands.run(tagged, codec, received.command);
    if (outcome.replayed) await received.discard();
    return outcome;
  } catch (thrown) {
    await received.discard();
    throw thrown;
  }
}

function withContent(tag: IdempotencyTag | undefined, content: string): IdempotencyTag | undefined {
  if (tag === undefined) return undefined;
  return { ...tag, fingerprint: hash('sha256', `${tag.fingerprint} ${content}`, 'hex') };
}

interface Opened {
  readonly ctx: CallContext;
  /** Name of the calling service. */
  readonly caller: string;
}

async function openContext(call: AnyCall, { options, trace }: Opening, signal: AbortSignal): Promise<Opened> {
  const headers = readHeaders(call.metadata);
  const { caller, workspaceId, agencyId, principal, scopes } = await options.identity.verify(
    headers.identity,
  );
  const ctx: CallContext = {
    workspaceId,
    agencyId,
    principal,
    scopes,
    requestId: headers.requestId ?? newId('req'),
    trace,
    deadlineAtMs: deadlineOf(call),
    signal,
    clientAddress: headers.clientAddress ?? '',
    idempotency: headers.idempotency,
    notes: { replayed: false },
  };
  return { ctx, caller };
}

function deadlineOf(call: AnyCall): number {
  const deadline = call.getDeadline();
  const atMs = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(atMs) ? atMs : Date.now() + DEFAULT_DEADLINE_MS;
}

/** Each service checks the scope again after the gateway: one faulty check opens nothing. */
function requireScope(ctx: CallContext, caller: string, required: RpcScope): void {
  if (required === 'public') return;
  if (typeof required === 'object' && 'service' in required) {
    if (caller === required.service) return;
    throw new AppError('permission_denied', `Only the ${required.service} service may call this method.`);
  }
  if (ctx.principal.type === 'anonymous') throw new AppError('unauthenticated', 'A credential is required.');
  if (required === 'any-credential' || required.some((scope) => ctx.scopes.has(scope))) return;
  const [scope] = required;
  throw new AppError('permission_denied', `The scope ${scope} is required.`, {
    details: { required_scope: scope },
  });
}

function replayedMetadata(): Metadata {
  const metadata = new Metadata();
  metadata.set(REPLAYED, '1');
  return metadata;
}
