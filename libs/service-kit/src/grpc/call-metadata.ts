import { Metadata } from '@grpc/grpc-js';
import type { CallContext, IdempotencyTag } from '../call-context.ts';
import { toTraceparent, type SpanContext } from '../tracing/tracing.ts';

const IDENTITY = 'authorization';
const REQUEST_ID = 'x-request-id';
const TRACEPARENT = 'traceparent';
const CLIENT_ADDRESS = 'x-client-address';
const IDEMPOTENCY_ID = 'x-idempotency-id';
const IDEMPOTENCY_FINGERPRINT = 'x-idempotency-fingerprint';

/** Set on the reply of a call that was answered from an idempotency record. */
export const REPLAYED = 'x-idempotent-replayed';

/** The metadata of a call. */
export interface CallHeaders {
  readonly identity: string | undefined;
  readonly requestId: string | undefined;
  readonly clientAddress: string | undefined;
  readonly idempotency: IdempotencyTag | undefined;
}

export function writeHeaders(ctx: CallContext, identityToken: string, span: SpanContext): Metadata {
  const metadata = new Metadata();
  metadata.set(IDENTITY, `Bearer ${identityToken}`);
  metadata.set(REQUEST_ID, ctx.requestId);
  metadata.set(TRACEPARENT, toTraceparent(span));
  if (ctx.clientAddress !== '') metadata.set(CLIENT_ADDRESS, ctx.clientAddress);
  if (ctx.idempotency !== undefined) {
    metadata.set(IDEMPOTENCY_ID, ctx.idempotency.id);
    metadata.set(IDEMPOTENCY_FINGERPRINT, ctx.idempotency.fingerprint);
  }
  return metadata;
}

export function readHeaders(metadata: Metadata): CallHeaders {
  const id = text(metadata, IDEMPOTENCY_ID);
  const fingerprint = text(metadata, IDEMPOTENCY_FINGERPRINT);
  const complete = id !== undefined && fingerprint !== undefined;
  return {
    identity: text(metadata, IDENTITY)?.replace(/^Bearer /, ''),
    requestId: text(metadata, REQUEST_ID),
    clientAddress: text(metadata, CLIENT_ADDRESS),
    idempotency: complete ? { id, fingerprint } : undefined,
  };
}

export function readTraceparent(metadata: Metadata): string | undefined {
  return text(metadata, TRACEPARENT);
}

function text(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}
