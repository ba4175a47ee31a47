import { trace } from '@opentelemetry/api';
import { afterAll, expect, it, jest } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { createTraceExport, SpanKind, startSpan } from '@outreach/service-kit/tracing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';

jest.setTimeout(20_000);

afterAll(() => {
  trace.disable();
});

/** It receives spans and never answers. */
const collector = await sharedByTests(startWebhookSink);

it('stops within seconds while the collector does not answer', async () => {
  collector.answerWith(() => undefined);
  const traces = createTraceExport(
    'kit',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: 1 },
    createLogger({ name: 'test', level: 'silent' }),
  );
  await traces.start?.();
  startSpan('work', { kind: SpanKind.INTERNAL }).end();
  await traces.stop?.();
  expect(collector.received).toHaveLength(1);
});
