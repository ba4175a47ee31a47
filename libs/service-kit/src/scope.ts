import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from './call-context.ts';
import type { SpanContext } from './tracing/tracing.ts';

/**
 * The ambient state of a piece of work. It is the one AsyncLocalStorage of the project beside mongoose's own, which
 * binds a session to the queries of a transaction.
 */
export interface Scope {
  /** The current call: the caller's identity, workspace, deadline and trace. */
  readonly call?: CallContext;
  /** Set while work spans workspaces: the tenant guard adds no workspace to queries. */
  readonly systemReason?: string;
  /** Name of the background job that runs. */
  readonly job?: string;
  /** The span that calls of the service itself continue; set while events of one trace are handled. */
  readonly span?: SpanContext;
  /** The open unit of work; an instance of a class of mongo-kit. */
  readonly unit?: object;
}

const storage = new AsyncLocalStorage<Scope>();
const EMPTY: Scope = {};

/** The scope of the running code; empty outside any. */
export function currentScope(): Scope {
  return storage.getStore() ?? EMPTY;
}

/** Runs `fn` in the current scope with the given fields replaced. */
export function withScope<T>(fields: Scope, fn: () => T): T {
  return storage.run({ ...currentScope(), ...fields }, fn);
}

/** Runs `fn` with `ctx` as the current call. */
export function withCall<T>(ctx: CallContext, fn: () => T): T {
  return withScope({ call: ctx }, fn);
}

/** The current call, if there is one. */
export function currentCall(): CallContext | undefined {
  return currentScope().call;
}

/** The workspace of the current call. @throws Error outside a call of a workspace. */
export function requireWorkspaceId(): string {
  const workspaceId = currentCall()?.workspaceId ?? '';
  if (workspaceId === '') throw new Error('Workspace data was used outside a call of a workspace.');
  return workspaceId;
}
