import { SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { AppError, notFound } from '@outreach/errors';
import { bindRpc, connectRpc } from '@outreach/service-kit/grpc';
import { newSpanContext, SpanKind, startSpan, type SpanContext } from '@outreach/service-kit/tracing';
import { createTestIdentities, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createTestServer } from './test-server.ts';

const { getContact } = ContactsServiceService;
const Definition = { getContact };
const NAME = 'outreach.contacts.v1.ContactsService/GetContact';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
afterAll(() => {
  trace.disable();
});

let answer = async (): Promise<void> => Promise.resolve();
const query = async () => {
  await answer();
  return { contact: undefined, score_breakdown: undefined };
};
const identities = await createTestIdentities();
const server = await sharedByTests(async () => {
  const made = createTestServer(identities, bindRpc(Definition, { getContact: { scope: 'public', query } }));
  await made.start();
  return made;
});
const { client } = await sharedByTests(async () => {
  const connection = connectRpc(Definition, {
    audience: 'contacts',
    address: server.address(),
    identity: identities.signer,
  });
  const stop = async (): Promise<void> => {
    connection.close();
    return Promise.resolve();
  };
  return Promise.resolve({ client: connection.client, stop });
});

beforeEach(() => {
  exporter.reset();
  answer = async () => Promise.resolve();
});

/** Calls the server in a trace. Returns the span of the client and the span of the server. */
async function spansOfCall(parent: SpanContext) {
  await client.getContact(testCall('ws_1', { trace: parent }), { id: 'ct_1' }).catch(() => undefined);
  return eventually(() => {
    const spans = exporter.getFinishedSpans();
    const ofKind = (kind: SpanKind) => spans.find((span) => span.kind === kind);
    const sent = ofKind(SpanKind.CLIENT);
    const received = ofKind(SpanKind.SERVER);
    if (sent === undefined || received === undefined) throw new Error('A span is missing.');
    return { sent, received };
  });
}

describe('a call in a recorded trace', () => {
  it('has a span of the client, whose child is the span of the server', async () => {
    const root = startSpan('request', { kind: SpanKind.INTERNAL }).spanContext();
    const { sent, received } = await spansOfCall(root);
    expect([sent.name, received.name]).toEqual([NAME, NAME]);
    expect(sent.parentSpanContext?.spanId).toBe(root.spanId);
    expect(received.parentSpanContext?.spanId).toBe(sent.spanContext().spanId);
    expect(received.spanContext().traceId).toBe(root.traceId);
    expect(received.attributes).toMatchObject({
      'rpc.system': 'grpc',
      'rpc.service': 'outreach.contacts.v1.ContactsService',
      'rpc.method': 'GetContact',
      'rpc.grpc.status_code': 0,
    });
  });

  it.each([
    [notFound(), 'not_found', SpanStatusCode.UNSET],
    [new AppError('internal', 'Broken.'), 'internal', SpanStatusCode.ERROR],
  ])('has the status of an error: %s', async (thrown, type, serverStatus) => {
    answer = async () => Promise.reject(thrown);
    const { sent, received } = await spansOfCall(
      startSpan('request', { kind: SpanKind.INTERNAL }).spanContext(),
    );
    expect(sent).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': type },
    });
    expect(received.status.code).toBe(serverStatus);
  });
});

describe('a call in a trace that is not recorded', () => {
  it('has no span', async () => {
    await client.getContact(testCall('ws_1', { trace: newSpanContext() }), { id: 'ct_1' });
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
