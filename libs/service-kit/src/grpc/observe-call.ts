import { status, type Metadata } from '@grpc/grpc-js';
import { AppError } from '@outreach/errors';
import type { CallContext } from '../call-context.ts';
import { readTraceparent } from './call-metadata.ts';
import { toStatus } from './error-wire.ts';
import type { Logger } from '../logger.ts';
import { counter, histogram } from '../metrics/metrics.ts';
import type { CommandOutcome } from '../rpc.ts';
import {
  errorTypeOf,
  failSpan,
  parseTraceparent,
  SpanKind,
  startSpan,
  type SpanContext,
} from '../tracing/tracing.ts';

const handled = histogram(
  'grpc_server_handled_seconds',
  'Time to answer a call, by method and status code.',
  ['method', 'code'],
);
const called = histogram(
  'grpc_client_handled_seconds',
  'Duration of calls to other services in seconds, by method and outcome.',
  ['method', 'outcome'],
);
const keyedCommands = counter(
  'idempotency_commands_total',
  'Commands with an idempotency key, by outcome: run, or replayed from the record of an earlier run.',
  ['outcome'],
);

/** Status codes that are a fault of the server, as the conventions of OpenTelemetry list them. */
const SERVER_FAULTS: ReadonlySet<number> = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/** A call that this process answers, measured and traced. */
export interface ReceivedCall {
  /** The span of the call, a child of the caller's span. */
  readonly trace: SpanContext;
  succeed(): void;
  /** Ends the call with an error of an earlier run. Returns the status of the error. */
  refuse(error: AppError): ReturnType<typeof toStatus>;
  /** As `refuse`, for an error of this run, which is logged. */
  fail(thrown: unknown): ReturnType<typeof toStatus>;
}

/** Returns a function that begins to observe a received call of the method. */
export function observeReceived(path: string, logger: Logger): (metadata: Metadata) => ReceivedCall {
  const { name, attributes } = describeRpc(path);
  const options = { kind: SpanKind.SERVER, attributes };
  return (metadata) => {
    const startedAtMs = performance.now();
    const span = startSpan(name, options, parseTraceparent(readTraceparent(metadata)));
    const trace = span.spanContext();
    const end = (code: number): void => {
      handled.observe({ method: path, code: String(code) }, secondsSince(startedAtMs));
      span.setAttribute('rpc.grpc.status_code', code);
      if (SERVER_FAULTS.has(code)) failSpan(span, status[code] ?? String(code));
      span.end();
    };
    const refuse = (thrown: unknown): ReturnType<typeof toStatus> => {
      const answer = toStatus(thrown);
      end(answer.code);
      return answer;
    };
    return {
      trace,
      succeed: () => end(status.OK),
      refuse,
      fail: (thrown) => {
        logFailure(logger, { method: path, trace_id: trace.traceId }, thrown);
        return refuse(thrown);
      },
    };
  };
}

/** A call to another service, measured and traced. */
export interface SentCall {
  /** The span of the call, the parent of the span of the called service. */
  readonly trace: SpanContext;
  succeed(): void;
  fail(thrown: unknown): void;
}

/** Returns a function that begins to observe a call of the method. */
export function observeSent(path: string): (parent: SpanContext) => SentCall {
  const { name, attributes } = describeRpc(path);
  const options = { kind: SpanKind.CLIENT, attributes };
  return (parent) => {
    const startedAtMs = performance.now();
    const span = startSpan(name, options, parent);
    const end = (outcome: string): void => {
      called.observe({ method: path, outcome }, secondsSince(startedAtMs));
      span.end();
    };
    return {
      trace: span.spanContext(),
      succeed: () => end('ok'),
      fail: (thrown) => {
        failSpan(span, errorTypeOf(thrown));
        end(thrown instanceof AppError ? thrown.kind : 'internal');
      },
    };
  };
}

/** Counts a command that has an idempotency key. */
export function countKeyedCommand({ idempotency }: CallContext, { replayed }: CommandOutcome<unknown>): void {
  if (idempotency !== undefined) keyedCommands.inc({ outcome: replayed ? 'replayed' : 'run' });
}

/** The span name and attributes of a method, from its path `/package.Service/Method`. */
function describeRpc(path: string): { readonly name: string; readonly attributes: Record<string, string> } {
  const [, service = '', method = ''] = path.split('/');
  return {
    name: `${service}/${method}`,
    attributes: { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method },
  };
}

function secondsSince(startedAtMs: number): number {
  return (performance.now() - startedAtMs) / 1000;
}

function logFailure(
  logger: Logger,
  ids: { readonly method: string; readonly trace_id: string },
  thrown: unknown,
): void {
  if (thrown instanceof AppError && thrown.kind !== 'internal') {
    logger.debug(
      { ...ids, kind: thrown.kind, code: thrown.code, detail: thrown.privateText },
      'call refused',
    );
  } else {
    logger.error({ ...ids, err: thrown }, 'call failed');
  }
}
