import { SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { AppError } from '@outreach/errors';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  inSpan,
  isSampled,
  newSpanContext,
  parseTraceparent,
  SpanKind,
  startSpan,
  toTraceparent,
} from './tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE}-${SPAN}-01`;
const OPTIONS = { kind: SpanKind.INTERNAL };

describe('a traceparent', () => {
  it('is parsed and written in the format of W3C Trace Context', () => {
    const parsed = parseTraceparent(SAMPLED);
    expect(parsed).toMatchObject({ traceId: TRACE, spanId: SPAN, traceFlags: 1 });
    expect(toTraceparent(parsed ?? newSpanContext())).toBe(SAMPLED);
    expect([isSampled(SAMPLED), isSampled(`00-${TRACE}-${SPAN}-00`), isSampled('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('loses its unknown flags', () => {
    const parsed = parseTraceparent(`00-${TRACE}-${SPAN}-ff`);
    expect(toTraceparent(parsed ?? newSpanContext())).toBe(SAMPLED);
  });

  it.each([
    undefined,
    '',
    'garbage',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('is ignored when it is %p', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

describe('a span without an exporter', () => {
  it('has the ids of a new trace when it has no parent', () => {
    const first = startSpan('first', OPTIONS).spanContext();
    expect(toTraceparent(first)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(startSpan('second', OPTIONS).spanContext().traceId).not.toBe(first.traceId);
  });

  it.each([SAMPLED, `00-${TRACE}-${SPAN}-00`])('passes the trace of its parent on: %s', (header) => {
    const span = startSpan('child', OPTIONS, parseTraceparent(header));
    expect([span.isRecording(), toTraceparent(span.spanContext())]).toEqual([false, header]);
  });
});

describe('a span with an exporter', () => {
  const exporter = new InMemorySpanExporter();

  beforeEach(() => {
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    );
    exporter.reset();
  });
  afterEach(() => trace.disable());

  it('is recorded as a child of its parent', () => {
    const root = startSpan('root', OPTIONS);
    startSpan('child', OPTIONS, root.spanContext()).end();
    root.end();
    const [child, parent] = exporter.getFinishedSpans();
    expect(child?.parentSpanContext?.spanId).toBe(parent?.spanContext().spanId);
    expect(child?.spanContext().traceId).toBe(parent?.spanContext().traceId);
    expect(parent?.parentSpanContext).toBeUndefined();
  });

  it('is not recorded in a trace that the caller does not record', () => {
    startSpan('child', OPTIONS, newSpanContext()).end();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it.each([
    [new AppError('unavailable', 'for ada@example.com'), 'unavailable'],
    [new TypeError('for ada@example.com'), 'TypeError'],
  ])('records the type of an error without its text', async (thrown, type) => {
    const failing = inSpan(startSpan('work', OPTIONS), async () => Promise.reject(thrown));
    await expect(failing).rejects.toBe(thrown);
    const [span] = exporter.getFinishedSpans();
    expect(span).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': type },
    });
    expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain('ada@example.com');
  });
});
