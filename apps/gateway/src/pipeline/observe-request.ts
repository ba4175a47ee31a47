import { STATUS_CODES } from 'node:http';
import type { Reply } from '@outreach/http-kit';
import type { Clock, Logger } from '@outreach/service-kit';
import { histogram } from '@outreach/service-kit/metrics';
import { errorTypeOf, failSpan } from '@outreach/service-kit/tracing';
import type { Exchange } from './exchange.ts';

/** Statuses from here on are faults of the server. */
const FAULT_STATUS_MIN = 500;

const requestSeconds = histogram(
  'http_request_seconds',
  'Time to answer a request, by operation and status.',
  ['operation', 'status'],
);

export interface Observer {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The ids of a request for logs. */
export function idsOf({ requestId, span }: Exchange): {
  readonly request_id: string;
  readonly trace_id: string;
} {
  return { request_id: requestId, trace_id: span.spanContext().traceId };
}

/** Records the duration and the span of an answered request. */
export function endRequest(exchange: Exchange, { status }: Reply, { clock, logger }: Observer): void {
  const { route, span, startedAtMs } = exchange;
  const seconds = (clock.now() - startedAtMs) / 1000;
  const operation = route?.operationId;
  requestSeconds.observe({ operation: operation ?? 'none', status: String(status) }, seconds);
  if (span.isRecording()) describe(exchange, status);
  span.end();
  if (logger.isLevelEnabled('debug'))
    logger.debug({ ...idsOf(exchange), operation, status, seconds }, STATUS_CODES[status]);
}

/** Logs and ends a request whose response could not be written. */
export function failRequest(exchange: Exchange, err: unknown, { logger }: Observer): void {
  logger.error({ ...idsOf(exchange), err }, 'the response could not be written');
  failSpan(exchange.span, errorTypeOf(err));
  exchange.span.end();
}

/** Names the span by the template of the route: the path itself may contain an address. */
function describe({ req, route, span, caller }: Exchange, status: number): void {
  const { method } = req;
  if (route !== undefined) {
    span.updateName(`${method} ${route.path}`);
    span.setAttribute('http.route', route.path);
  }
  span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status });
  if (caller !== undefined) span.setAttribute('outreach.workspace.id', caller.workspaceId);
  if (status >= FAULT_STATUS_MIN) failSpan(span, String(status));
}
