import type { SpanContext } from './tracing/tracing.ts';

/** The caller. `anonymous` is a request without a credential; `service` is a service on its own behalf. */
export interface Principal {
  readonly type: 'user' | 'api_key' | 'service' | 'anonymous';
  readonly id: string;
  /** Role of a user; empty for every other type. */
  readonly role: string;
}

/** The idempotency key of a POST as the owning service receives it: two hex SHA-256 digests. */
export interface IdempotencyTag {
  readonly id: string;
  readonly fingerprint: string;
}

/** Identity, limits and trace of one call. It is created at the edge, passed as an argument, and kept in the scope. */
export interface CallContext {
  /** Empty when the call belongs to no workspace, for example a log-in. */
  readonly workspaceId: string;
  /** The agency of the workspace; empty outside an agency. */
  readonly agencyId: string;
  readonly principal: Principal;
  readonly scopes: ReadonlySet<string>;
  readonly requestId: string;
  /** The span that the calls and events of this call continue. */
  readonly trace: SpanContext;
  /** Timestamp in ms since the epoch after which the caller no longer waits for the reply. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
  readonly clientAddress: string;
  readonly idempotency: IdempotencyTag | undefined;
  /** The client sets `replayed` when the reply comes from an idempotency record. */
  readonly notes: { replayed: boolean };
}
