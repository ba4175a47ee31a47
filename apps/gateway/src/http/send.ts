import type { Reply, RouteRow } from '@outreach/http-kit';
import compression from 'compression';
import { writeRateHeaders } from '../domain/rate-limits/headers.ts';
import type { Decision } from '../domain/rate-limits/rate-limiter.ts';
import type { Exchange } from './exchange.ts';

/** Answers are for their caller alone and are never rendered. */
const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Smaller answers cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 16_384;
const compress = compression({ threshold: 0 });

const JSON_TYPE = 'application/json; charset=utf-8';

export interface Outgoing {
  readonly reply: Reply;
  readonly decision: Decision;
  /** The row that made the reply, where there was one; it knows about content that is not JSON. */
  readonly row: RouteRow<never> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isReplayed: boolean;
}

/** Writes an answer with everything that belongs on every answer. */
export function send(exchange: Exchange, { reply, decision, row, headers, isReplayed }: Outgoing): void {
  const { res } = exchange;
  if (res.headersSent || res.destroyed) return;
  const all: Record<string, string> = { ...FIXED_HEADERS, 'X-Request-Id': exchange.requestId };
  writeRateHeaders(decision, all);
  if (isReplayed) all['Idempotent-Replayed'] = 'true';
  Object.assign(all, headers, reply.headers);
  const download = reply.download === undefined ? undefined : row?.download?.contentType;
  if (reply.body === undefined && reply.download === undefined) {
    if (reply.status !== 204) all['Content-Length'] = '0';
    res.writeHead(reply.status, all).end();
    return;
  }
  const contentType = download ?? rawTypeOf(row, reply.status);
  const raw = reply.download ?? reply.body;
  const content = contentType === undefined ? JSON.stringify(reply.body) : raw;
  all['Content-Type'] ??= contentType ?? JSON_TYPE;
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw new TypeError('This body is not content.');
  const byteCount = Buffer.byteLength(content);
  all['Content-Length'] = String(byteCount);
  const write = (): void => void res.writeHead(reply.status, all).end(content);
  if (byteCount < COMPRESSED_FROM_BYTES) write();
  else compress(exchange.req, res, write);
}

function rawTypeOf(row: RouteRow<never> | undefined, status: number): string | undefined {
  const shape = row?.responses[status];
  return shape !== undefined && shape !== null && 'contentType' in shape ? shape.contentType : undefined;
}
