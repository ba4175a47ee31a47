import type { CallContext } from './call-context.ts';
import { currentScope, withCall } from './scope.ts';
import { inSpan, newSpanContext, parseTraceparent, SpanKind, startSpan } from './tracing/tracing.ts';

const DEFAULT_WORK_MS = 30_000;

export interface SystemWork {
  readonly workspaceId: string;
  /** The agency of the workspace, where the work needs it. */
  readonly agencyId?: string;
  readonly requestId: string;
  readonly traceparent?: string;
  /** Name of the service that does the work. */
  readonly service?: string;
  readonly scopes?: readonly string[];
}

/** The context of work without a request: consumers, jobs and operator commands. */
export function systemContext(work: SystemWork): CallContext {
  return {
    workspaceId: work.workspaceId,
    agencyId: work.agencyId ?? '',
    principal: { type: 'service', id: work.service ?? 'system', role: '' },
    scopes: new Set(work.scopes ?? []),
    requestId: work.requestId,
    trace: parseTraceparent(work.traceparent) ?? newSpanContext(),
    deadlineAtMs: Date.now() + DEFAULT_WORK_MS,
    signal: new AbortController().signal,
    clientAddress: '',
    idempotency: undefined,
    notes: { replayed: false },
  };
}

/**
 * Runs `fn` in a call of its own with a deadline of 30 s, and in a span with the name of the running job. Without a
 * traceparent the span continues the events that are handled, or begins a trace.
 */
export async function withSystemCall<T>(work: SystemWork, fn: () => Promise<T>): Promise<T> {
  const attributes = { 'outreach.workspace.id': work.workspaceId };
  const { job = 'system call', span: current } = currentScope();
  const parent = parseTraceparent(work.traceparent) ?? current;
  const span = startSpan(job, { kind: SpanKind.INTERNAL, attributes }, parent);
  const ctx = { ...systemContext(work), trace: span.spanContext() };
  return inSpan(span, async () => withCall(ctx, fn));
}
