import type { Clock } from '@outreach/service-kit';
import { parseTraceparent, SpanKind, startSpan } from '@outreach/service-kit/tracing';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createExchange, type Middleware } from './exchange.ts';

const SPAN_OPTIONS = { kind: SpanKind.SERVER };
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Starts the exchange with the id from X-Request-Id; a new id replaces a missing or malformed id. The trace of the header
 * traceparent continues in the same way.
 */
export function assignRequestId(clock: Clock, newRequestId: () => string): Middleware {
  return (req, res, next) => {
    const { traceparent } = req.headers;
    const parent = parseTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
    const span = startSpan(req.method, SPAN_OPTIONS, parent);
    const requestId = requestIdOf(req, newRequestId);
    res.locals = createExchange({ req, res, requestId, span, startedAtMs: clock.now() });
    res.locals.headers['X-Request-Id'] = requestId;
    next();
  };
}

/** The id from X-Request-Id; a new id replaces a missing or malformed id. */
export function requestIdOf({ headers }: IncomingMessage, newRequestId: () => string): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : newRequestId();
}

const PROCESS_ID_BYTES = 8;
const RADIX = 36;

/** Ids for requests without one: a random text per process and a counter, because every request may require one. */
export function createRequestIds(): () => string {
  const processId = `req_${randomBytes(PROCESS_ID_BYTES).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${processId}-${count.toString(RADIX)}`;
  };
}
