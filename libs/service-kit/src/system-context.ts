import type { CallContext } from './call-context.ts';
import { withCall } from './scope.ts';
import { continueTrace } from './trace-context.ts';

const DEFAULT_WORK_MS = 30_000;

export interface SystemWork {
  readonly workspaceId: string;
  /** Of the workspace, if it belongs to one and the work must know it. */
  readonly agencyId?: string;
  readonly requestId: string;
  readonly traceparent?: string;
  /** Name of the service that works on its own behalf. */
  readonly service?: string;
  readonly scopes?: readonly string[];
}

/** The context of work that no request asked for: consumers, jobs and the admin command. */
export function systemContext(work: SystemWork): CallContext {
  return {
    workspaceId: work.workspaceId,
    agencyId: work.agencyId ?? '',
    principal: { type: 'service', id: work.service ?? 'system', role: '' },
    scopes: new Set(work.scopes ?? []),
    requestId: work.requestId,
    trace: continueTrace(work.traceparent),
    deadlineAtMs: Date.now() + DEFAULT_WORK_MS,
    signal: new AbortController().signal,
    clientAddress: '',
    idempotency: undefined,
    notes: { replayed: false },
  };
}

/** Runs such work in a call of its own, with a deadline of its own. */
export async function withSystemCall<T>(work: SystemWork, fn: () => Promise<T>): Promise<T> {
  return withCall(systemContext(work), fn);
}
