export { createTraceExport } from './trace-export.ts';
export {
  SpanKind,
  errorTypeOf,
  failSpan,
  inSpan,
  isSampled,
  newSpanContext,
  parseTraceparent,
  startSpan,
  toTraceparent,
} from './tracing.ts';
export type { Span, SpanContext } from './tracing.ts';
