import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@outreach/event-schema';
import { withSystemCall } from '@outreach/service-kit/system-context';
import { parseTraceparent } from '@outreach/service-kit/tracing';
import { pack, type Pack } from './packs.ts';
import type { Published } from './publish.ts';
import { handleTraced, publishTraced, withPublisherTrace } from './trace-messages.ts';

const RECORDED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const ALSO_RECORDED = '00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const NOT_RECORDED = '00-6bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
afterAll(() => {
  trace.disable();
});

beforeEach(() => exporter.reset());

const event = (traceparent: string): DomainEvent => ({
  id: 'evt_01J9Z3K8Q4N5R6S7T8V9W0X1Y2',
  type: 'thing.made',
  workspace_id: 'ws_1',
  occurred_at: new Date(0).toISOString(),
  aggregate: { id: 'thing_1', version: 1 },
  data: {},
  request_id: '',
  traceparent,
});

function packOf(traceparent: string): Pack {
  const [only] = pack([event(traceparent)]);
  if (only === undefined) throw new Error('There is no pack.');
  return only;
}

/** The spans as [name, trace, parent]. */
const recorded = (): readonly unknown[] =>
  exporter
    .getFinishedSpans()
    .map((span) => [span.name, span.spanContext().traceId, span.parentSpanContext?.spanId]);

const idsOf = (traceparent: string): readonly unknown[] => {
  const span = parseTraceparent(traceparent);
  return [span?.traceId, span?.spanId];
};

describe('publishTraced', () => {
  it('sends the trace of its span in place of the trace of the events', async () => {
    let sent = '';
    const result = await publishTraced('evt.thing.made', packOf(RECORDED), async (packed) => {
      sent = packed.traceparent;
      return Promise.resolve<Published>({ outcome: 'stored' });
    });
    expect(result).toEqual({ outcome: 'stored' });
    expect(recorded()).toEqual([['publish evt.thing.made', ...idsOf(RECORDED)]]);
    expect(idsOf(sent)).toEqual([idsOf(RECORDED)[0], exporter.getFinishedSpans()[0]?.spanContext().spanId]);
  });

  it('marks a span as failed when the broker does not store the pack', async () => {
    await publishTraced('evt.thing.made', packOf(RECORDED), async () =>
      Promise.resolve<Published>({ outcome: 'later', reason: 'full' }),
    );
    expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({ 'error.type': 'later' });
  });

  it('sends a trace that is not recorded unchanged', async () => {
    const packed = packOf(NOT_RECORDED);
    await publishTraced('evt.thing.made', packed, async (traced) => {
      expect(traced).toBe(packed);
      return Promise.resolve<Published>({ outcome: 'stored' });
    });
    expect(recorded()).toEqual([]);
  });
});

describe('withPublisherTrace', () => {
  it('continues the span that published the message, if it is recorded', () => {
    const events = [event(NOT_RECORDED)];
    expect(withPublisherTrace(events, undefined)).toBe(events);
    expect(withPublisherTrace(events, NOT_RECORDED)).toBe(events);
    expect(withPublisherTrace(events, RECORDED)).toMatchObject([{ traceparent: RECORDED }]);
  });
});

describe('handleTraced', () => {
  it('handles a batch in one span per recorded trace, which its events continue', async () => {
    const batch = [RECORDED, ALSO_RECORDED, RECORDED, NOT_RECORDED].map(event);
    let handled: readonly DomainEvent[] = [];
    await handleTraced('things', batch, async (events) => {
      handled = events;
      return Promise.resolve();
    });
    expect(recorded()).toEqual([
      ['process things', ...idsOf(RECORDED)],
      ['process things', ...idsOf(ALSO_RECORDED)],
    ]);
    const [first, second] = exporter.getFinishedSpans().map((span) => span.spanContext().spanId);
    expect(handled.map(({ traceparent }) => idsOf(traceparent)[1])).toEqual([
      first,
      second,
      first,
      '00f067aa0ba902b7',
    ]);
  });

  it('continues the trace in the calls of a handler whose events have one trace', async () => {
    const callOf = async (traceparents: readonly string[]): Promise<unknown> => {
      exporter.reset();
      await handleTraced('things', traceparents.map(event), async () =>
        withSystemCall({ workspaceId: 'ws_1', requestId: 'req_1' }, async () => Promise.resolve()),
      );
      const [call, handled] = exporter.getFinishedSpans();
      return [call?.name, call?.parentSpanContext?.spanId === handled?.spanContext().spanId];
    };
    expect(await callOf([RECORDED, RECORDED])).toEqual(['system call', true]);
    expect(await callOf([RECORDED, NOT_RECORDED])).toEqual(['system call', false]);
  });

  it('marks the spans as failed when the handler fails', async () => {
    const failing = handleTraced('things', [event(RECORDED)], async () =>
      Promise.reject(new TypeError('no database')),
    );
    await expect(failing).rejects.toThrow('no database');
    expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({ 'error.type': 'TypeError' });
  });
});
