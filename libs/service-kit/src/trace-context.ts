import { randomFromPool } from './random-pool.ts';

/** W3C Trace Context (https://www.w3.org/TR/trace-context/): ids in lower-case hex. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the span this process works in. */
  readonly spanId: string;
  readonly sampled: boolean;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const SAMPLED_FLAG = 1;
const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** A child of the caller's span, or the root of a new trace when the header is absent or malformed. */
export function continueTrace(traceparent: string | undefined): TraceContext {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent);
  const [, traceId, , flags] = match ?? [];
  return {
    traceId: traceId ?? randomHex(TRACE_ID_BYTES),
    spanId: randomHex(SPAN_ID_BYTES),
    sampled: (Number.parseInt(flags ?? '00', 16) & SAMPLED_FLAG) !== 0,
  };
}

/** The `traceparent` value that makes the next hop a child of this span. */
export function toTraceparent(trace: TraceContext): string {
  return `00-${trace.traceId}-${trace.spanId}-0${trace.sampled ? 1 : 0}`;
}

function randomHex(byteCount: number): string {
  return randomFromPool(byteCount).toString('hex');
}
