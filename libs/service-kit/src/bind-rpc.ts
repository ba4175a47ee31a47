import { hash } from 'node:crypto';
import {
  Metadata,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedHandleCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { AppError } from '@outreach/errors';
import { newId } from './clock-and-ids.ts';
import { withCall, type CallContext, type IdempotencyTag } from './call-context.ts';
import { readHeaders, REPLAYED } from './call-metadata.ts';
import { toStatus } from './error-wire.ts';
import type { IdentityVerifier } from './identity.ts';
import type { Logger } from './logger.ts';
import { histogram } from './metrics.ts';
import type {
  CommandOutcome,
  CommandRunner,
  RpcRow,
  RpcScope,
  RpcTable,
  UnaryMethod,
  UploadMethod,
  UploadRow,
} from './rpc.ts';
import { continueTrace } from './trace-context.ts';

/** A call without a deadline of its own gets this one. */
const DEFAULT_DEADLINE_MS = 30_000;

const handled = histogram(
  'grpc_server_handled_seconds',
  'Time to answer a call, by method and status code.',
  ['method', 'code'],
);

/** What the server gives every bound method. */
export interface ServerParts {
  readonly identity: IdentityVerifier;
  readonly commands: CommandRunner;
  readonly logger: Logger;
}

/** A definition joined with its table, waiting for the server's parts. */
export interface BoundService {
  readonly definition: ServiceDefinition;
  implement(parts: ServerParts): UntypedServiceImplementation;
}

type AnyMethod = UnaryMethod<unknown, unknown> | UploadMethod<unknown, unknown>;
type AnyRow = RpcRow<unknown, unknown> | UploadRow<unknown, unknown>;

/** Binds a table of rows to a definition; the table's type demands a row for every method and no other. */
export function bindRpc<Definition extends object>(
  definition: Definition,
  table: RpcTable<Definition>,
): BoundService {
  const methods = new Map<string, AnyMethod>(Object.entries(definition));
  const rows = new Map<string, AnyRow>(Object.entries(table));
  return {
    definition: Object.fromEntries(
      [...methods].map(([name, method]) => [name, { ...method, originalName: name }]),
    ),
    implement: (parts) => {
      const handlers: Record<string, UntypedHandleCall> = {};
      for (const [name, method] of methods) {
        const row = rows.get(name);
        if (row === undefined) throw new Error(`No row for the method ${name}.`);
        handlers[name] = singleAnswerHandler(method, row, parts);
      }
      return handlers;
    },
  };
}

type AnyCall = ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>;

/** One handler for both kinds: either way there is one answer. */
function singleAnswerHandler(method: AnyMethod, row: AnyRow, parts: ServerParts) {
  return (call: AnyCall, callback: sendUnaryData<unknown>): void => {
    const startedAtMs = performance.now();
    const observe = (code: number): void =>
      handled.observe({ method: method.path, code: String(code) }, (performance.now() - startedAtMs) / 1000);
    const refuse = (thrown: unknown): void => {
      const status = toStatus(thrown);
      observe(status.code);
      callback(status);
    };
    answer(call, { method, row, parts }).then(
      (outcome) => {
        if (outcome.replayed) call.sendMetadata(replayedMetadata());
        if ('refusal' in outcome) {
          refuse(outcome.refusal);
          return;
        }
        observe(0);
        callback(null, outcome.reply);
      },
      (thrown: unknown) => {
        logFailure(parts.logger, method.path, thrown);
        refuse(thrown);
      },
    );
  };
}

interface Bound {
  readonly method: AnyMethod;
  readonly row: AnyRow;
  readonly parts: ServerParts;
}

async function answer(call: AnyCall, { method, row, parts }: Bound): Promise<CommandOutcome<unknown>> {
  const abort = new AbortController();
  const cancel = (): void => {
    abort.abort();
  };
  call.once('cancelled', cancel);
  try {
    const { ctx, caller } = await openContext(call, parts, abort.signal);
    demandScope(ctx, caller, row.scope);
    return await withCall(ctx, () => runRow(ctx, { method, row, parts }, call));
  } finally {
    // An answered call is reported as cancelled too, and an abort that nobody hears is not cheap.
    call.off('cancelled', cancel);
  }
}

async function runRow(ctx: CallContext, bound: Bound, call: AnyCall): Promise<CommandOutcome<unknown>> {
  const { method, row, parts } = bound;
  if ('receive' in row) return runUpload(ctx, { method, row, parts }, call as AsyncIterable<unknown>);
  const request: unknown = 'request' in call ? call.request : undefined;
  if ('query' in row) return { reply: await row.query(ctx, request), replayed: false };
  const codec = { encode: method.responseSerialize, decode: method.responseDeserialize };
  if ('command' in row) {
    const command = async (): Promise<unknown> => row.command(ctx, request);
    if (row.joins === true) return parts.commands.runJoining(ctx, codec, command);
    return parts.commands.run(ctx, codec, command);
  }
  return parts.commands.runTwoStep(ctx, codec, {
    effect: () => row.effect(ctx, request),
    finish: (effect) => row.finish(ctx, effect),
  });
}

interface BoundUpload extends Bound {
  readonly row: UploadRow<unknown, unknown>;
}

/** What the key stands for is known only when the content is here, so the claim comes after it. */
async function runUpload(
  ctx: CallContext,
  { method, row, parts }: BoundUpload,
  content: AsyncIterable<unknown>,
): Promise<CommandOutcome<unknown>> {
  const received = await row.receive(ctx, content);
  const codec = { encode: method.responseSerialize, decode: method.responseDeserialize };
  try {
    const tagged = { ...ctx, idempotency: withContent(ctx.idempotency, received.fingerprint) };
    const outcome = await parts.commands.run(tagged, codec, received.command);
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
  /** The service that calls. */
  readonly caller: string;
}

async function openContext(call: AnyCall, parts: ServerParts, signal: AbortSignal): Promise<Opened> {
  const headers = readHeaders(call.metadata);
  const { caller, workspaceId, agencyId, principal, scopes } = await parts.identity.verify(headers.identity);
  const ctx: CallContext = {
    workspaceId,
    agencyId,
    principal,
    scopes,
    requestId: headers.requestId ?? newId('req'),
    trace: continueTrace(headers.traceparent),
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

/** The gateway has checked already; each service checks again, so that a mistake in one place opens nothing. */
function demandScope(ctx: CallContext, caller: string, required: RpcScope): void {
  if (required === 'public') return;
  if (typeof required === 'object' && 'service' in required) {
    if (caller === required.service) return;
    throw new AppError('permission_denied', `This is for the ${required.service} service alone.`);
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

function logFailure(logger: Logger, method: string, thrown: unknown): void {
  if (thrown instanceof AppError && thrown.kind !== 'internal') {
    logger.debug(
      { method, kind: thrown.kind, code: thrown.code, detail: thrown.privateText },
      'call refused',
    );
  } else {
    logger.error({ method, err: thrown }, 'call failed');
  }
}
