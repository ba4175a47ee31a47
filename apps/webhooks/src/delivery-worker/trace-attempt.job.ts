import {
  failSpan,
  inSpan,
  isSampled,
  parseTraceparent,
  SpanKind,
  startSpan,
} from '@outreach/service-kit/tracing';
import type { DeliveryJob } from '../delivery-model/index.ts';
import { isSuccess, type ExchangeResult } from '../sending/index.ts';

/** Runs an attempt in a span of the trace that caused the event. Without a recorded trace there is no span. */
export async function traceAttempt(
  job: DeliveryJob,
  send: () => Promise<ExchangeResult>,
): Promise<ExchangeResult> {
  if (job.traceparent === undefined || !isSampled(job.traceparent)) return send();
  const attributes = {
    'http.request.method': 'POST',
    'http.request.resend_count': job.attempt_count,
    'outreach.workspace.id': job.workspace_id,
    'outreach.endpoint.id': job.endpoint_id,
    'outreach.event.id': job.event_id,
    'outreach.delivery.id': job.id,
  };
  const span = startSpan(
    'POST webhook',
    { kind: SpanKind.CLIENT, attributes },
    parseTraceparent(job.traceparent),
  );
  return inSpan(span, async () => {
    const result = await send();
    const { status_code: status } = result;
    if (status !== null) span.setAttribute('http.response.status_code', status);
    if (!isSuccess(result)) failSpan(span, String(status ?? 'no_response'));
    return result;
  });
}
