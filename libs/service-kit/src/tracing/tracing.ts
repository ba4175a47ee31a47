import { randomBytes } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
  type SpanContext,
  type SpanOptions,
} from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER, W3CTraceContextPropagator } from '@opentelemetry/core';
import { AppError } from '@outreach/errors';

export { SpanKind } from '@opentelemetry/api';
export type { Span, SpanContext } from '@opentelemetry/api';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const NO_TRACE_ID = '0'.repeat(2 * TRACE_ID_BYTES);
/** The end of every `traceparent` of this project whose trace is recorded. */
const SAMPLED_END = '-01';

const propagator = new W3CTraceContextPropagator();
const carrierOfHeader = {
  set: (carrier: { header: string }, name: string, value: string): void => {
    if (name === TRACE_PARENT_HEADER) carrier.header = value;
  },
};

/** The caller's span in a `traceparent` value; undefined when it is absent or malformed. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const parsed = header === undefined ? null : parseTraceParent(header);
  if (parsed === null) return undefined;
  // Unknown flags are not passed on.
  return { ...parsed, traceFlags: parsed.traceFlags & TraceFlags.SAMPLED, isRemote: true };
}

/** The `traceparent` value that makes the next hop a child of this span. */
export function toTraceparent(span: SpanContext): string {
  const carrier = { header: '' };
  propagator.inject(trace.setSpanContext(ROOT_CONTEXT, span), carrier, carrierOfHeader);
  return carrier.header;
}

/** True for a `traceparent` value, made by `toTraceparent`, of a trace that is recorded. */
export function isSampled(traceparent: string): boolean {
  return traceparent.endsWith(SAMPLED_END);
}

/** A span that is not recorded, of a new trace. */
export function newSpanContext(): SpanContext {
  return {
    traceId: randomHex(TRACE_ID_BYTES),
    spanId: randomHex(SPAN_ID_BYTES),
    traceFlags: TraceFlags.NONE,
  };
}

/**
 * Starts a child of `parent`, or the root of a new trace. Its ids are valid in every case; it is recorded only with an
 * exporter and in a sampled trace. In other traces a span has the ids of its parent.
 */
export function startSpan(name: string, options: SpanOptions, parent?: SpanContext): Span {
  if (parent !== undefined && (parent.traceFlags & TraceFlags.SAMPLED) === 0)
    return trace.wrapSpanContext(parent);
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
  const span = trace.getTracer('outreach').startSpan(name, options, context);
  return span.spanContext().traceId === NO_TRACE_ID ? trace.wrapSpanContext(newSpanContext()) : span;
}

/** Marks a span as failed. The text of an error may contain personal data, so only its type is recorded. */
export function failSpan(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorType);
}

/** The kind of an AppError, the class of every other error. */
export function errorTypeOf(thrown: unknown): string {
  if (thrown instanceof AppError) return thrown.kind;
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** Runs `work` and ends the span with it. */
export async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    failSpan(span, errorTypeOf(thrown));
    throw thrown;
  } finally {
    span.end();
  }
}

function randomHex(byteCount: number): string {
  return randomBytes(byteCount).toString('hex');
}
