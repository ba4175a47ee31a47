import { trace } from '@opentelemetry/api';
import { afterAll, expect, it, jest } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { createTraceExport, SpanKind, startSpan } from '@outreach/service-kit/tracing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';

const OPTIONS = { kind: SpanKind.INTERNAL };

jest.setTimeout(30_000);

afterAll(() => {
  trace.disable();
});

const collector = await sharedByTests(startWebhookSink);
const logger = createLogger({ name: 'test', level: 'silent' });

const exportTo = (endpoint: string | undefined) =>
  createTraceExport('kit', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: 1 }, logger);

it('records nothing without an endpoint, and exports the last spans at a stop with one', async () => {
  const none = exportTo(undefined);
  await none.start?.();
  const span = startSpan('first work', OPTIONS);
  expect(span.isRecording()).toBe(false);
  span.end();
  await none.stop?.();
  const traces = exportTo(`${collector.url}/`);
  await traces.start?.();
  startSpan('last work', OPTIONS).end();
  await traces.stop?.();
  expect(collector.received.map(({ path }) => path)).toEqual(['/v1/traces']);
  const [body = ''] = collector.received.map((received) => received.body);
  expect(body).toContain('"last work"');
  expect(body).toContain('{"key":"service.name","value":{"stringValue":"kit"}}');
  expect(body).not.toContain('first work');
});
