import { describe, expect, it } from '@jest/globals';
import { continueTrace, toTraceparent } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('trace context', () => {
  it('keeps the trace of the caller and opens a span of its own', () => {
    const trace = continueTrace(`00-${TRACE}-${SPAN}-01`);
    expect(trace).toMatchObject({ traceId: TRACE, sampled: true });
    expect(trace.spanId).not.toBe(SPAN);
    expect(toTraceparent(trace)).toBe(`00-${TRACE}-${trace.spanId}-01`);
  });

  it.each([
    undefined,
    '',
    'garbage',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('starts a new trace instead of %p', (header) => {
    const trace = continueTrace(header);
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(trace.traceId).not.toBe(TRACE);
    expect(trace.sampled).toBe(false);
  });
});
