import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { z } from 'zod';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const EXPORT_MS = 30_000;
const TRACES = '/v1/traces';
const CALLER_SPAN = '00f067aa0ba902b7';

jest.setTimeout(START_MS);

/** The fields of an OTLP export (JSON) that the test reads. */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

const receiver = await sharedByTests(startWebhookSink);
const running = await sharedByTests(useSharedStack);
const { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl = '' } = running.stack.environmentOf('gateway');
const collector = await sharedByTests(async () => startWebhookSink(Number(new URL(collectorUrl).port)));

/** The spans of a trace that the collector has received, each with the name of its service. */
function spansOf(traceId: string) {
  return collector.received
    .filter(({ path }) => path === TRACES)
    .flatMap(({ body }) => exportSchema.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value;
      return scopeSpans.flatMap(({ spans }) => spans).map((span) => ({ ...span, service }));
    })
    .filter((span) => span.traceId === traceId);
}

type ReceivedSpan = ReturnType<typeof spansOf>[number];

/** The services and names of a span and its parents, from the first span of the trace on. */
function chainTo(last: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): readonly unknown[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const chain: unknown[] = [];
  for (let span = last; span !== undefined; span = byId.get(span.parentSpanId ?? ''))
    chain.unshift([span.service, span.name]);
  return chain;
}

const serviceNamed = (name: string) => ({ stringValue: name });
const CREATE = 'outreach.contacts.v1.ContactsService/CreateContact';

describe('a request with a recorded trace', () => {
  it('is one trace from HTTP over gRPC, outbox and broker to the delivery of its webhook', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const created = await running.call('POST', '/api/v1/webhooks/', {
      body: { name: 'Receiver', url: `${receiver.url}/hook`, event_subscriptions: ['contact.created'] },
    });
    expect(created.status).toBe(201);
    const contact = await running.call('POST', '/api/v1/contacts/', {
      body: { email: 'ada@example.com' },
      headers: { traceparent: `00-${traceId}-${CALLER_SPAN}-01` },
    });
    expect(contact.status).toBe(201);
    await receiver.waitFor(1, '/hook', EXPORT_MS);
    const spans = await eventually(
      () => {
        const found = spansOf(traceId);
        expect(found.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['POST webhook', 'POST /api/v1/contacts/']),
        );
        return found;
      },
      { timeoutMs: EXPORT_MS },
    );
    const delivery = spans.find(({ name }) => name === 'POST webhook');
    expect(chainTo(delivery, spans)).toEqual([
      [serviceNamed('gateway'), 'POST /api/v1/contacts/'],
      [serviceNamed('gateway'), CREATE],
      [serviceNamed('contacts'), CREATE],
      [serviceNamed('contacts'), expect.stringMatching(/^publish .*contact\.created$/)],
      [serviceNamed('webhooks'), 'process webhooks-contacts'],
      [serviceNamed('webhooks'), 'POST webhook'],
    ]);
    const root = spans.find(({ name }) => name === 'POST /api/v1/contacts/');
    expect(root?.parentSpanId).toBe(CALLER_SPAN);
    expect(root?.attributes).toEqual(
      expect.arrayContaining([
        { key: 'http.route', value: { stringValue: '/api/v1/contacts/' } },
        { key: 'http.response.status_code', value: { intValue: 201 } },
      ]),
    );
    expect(JSON.stringify(spans)).not.toContain('ada@example.com');
  });

  it('records nothing of a request without the flag while the share is 0', async () => {
    const traceId = '5bf92f3577b34da6a3ce929d0e0e4736';
    const sampled = '6bf92f3577b34da6a3ce929d0e0e4736';
    const headers = (id: string, flags: string) => ({ traceparent: `00-${id}-${CALLER_SPAN}-${flags}` });
    await running.call('GET', '/api/v1/contacts/', { headers: headers(traceId, '00') });
    await running.call('GET', '/api/v1/contacts/', { headers: headers(sampled, '01') });
    await eventually(() => expect(spansOf(sampled).length).toBeGreaterThan(1), { timeoutMs: EXPORT_MS });
    expect(spansOf(traceId)).toEqual([]);
  });
});
