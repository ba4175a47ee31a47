import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.ts';

/** Who calls. `anonymous` is a request without a credential, `service` another service on its own behalf. */
export interface Principal {
  readonly type: 'user' | 'api_key' | 'service' | 'anonymous';
  readonly id: string;
  /** Role of a user; empty for everybody else. */
  readonly role: string;
}

/** What an idempotent POST carries to the owning service: two hex SHA-256 digests. */
export interface IdempotencyTag {
  readonly id: string;
  readonly fingerprint: string;
}

/** Everything a call knows of its caller; made at the border, passed by hand, and kept in async storage for the tenant wall. */
export interface CallContext {
  /** Empty when the call belongs to no workspace (log-in, for one). */
  readonly workspaceId: string;
  /** The agency that the workspace belongs to; empty outside one. */
  readonly agencyId: string;
  readonly principal: Principal;
  readonly scopes: ReadonlySet<string>;
  readonly requestId: string;
  readonly trace: TraceContext;
  /** Moment, in ms since the epoch, after which nobody waits for the answer. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
  readonly clientAddress: string;
  readonly idempotency: IdempotencyTag | undefined;
  /** Set by the client side of a call that was answered from an idempotency record. */
  readonly notes: { replayed: boolean };
}

const storage = new AsyncLocalStorage<CallContext>();

/** Runs `fn` with `ctx` as the current call. */
export function withCall<T>(ctx: CallContext, fn: () => T): T {
  return storage.run(ctx, fn);
}

/** The current call, if there is one. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}
