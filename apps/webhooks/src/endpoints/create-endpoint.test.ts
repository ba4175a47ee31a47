import { describe, expect, it } from '@jest/globals';
import { createFakeClock } from '@outreach/testing';
import { eventCatalogue } from '../catalogue/index.ts';
import type { Delivery } from '../delivery-model/index.ts';
import { formatSecret, type OutgoingDelivery } from '../sending/index.ts';
import { testNewEndpoint, type TestNewEndpointPorts } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';

const CREATED = {
  endpoint_id: 'whk_1',
  secret: formatSecret(new Uint8Array(32)),
  test_event_id: 'evt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
};
const ENDPOINT: Endpoint = {
  id: 'whk_1',
  workspace_id: 'ws_1',
  name: 'CRM',
  url: 'https://example.com/hook',
  active: true,
  event_subscriptions: ['contact.created'],
  custom_headers: {},
  sealed_secret: new Uint8Array(),
  signing_secret_preview: 'whsec_AAAA',
  secret_version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
  deleted_at: null,
  version: 1,
};

function setUp(statusCode: number, logged?: Pick<Delivery, 'status'>) {
  const sent: OutgoingDelivery[] = [];
  const lines: unknown[] = [];
  const ports: TestNewEndpointPorts = {
    endpoints: { findWithDeleted: async () => ENDPOINT },
    deliveries: { findTest: async () => logged },
    send: async (delivery) => {
      sent.push(delivery);
      const error = statusCode < 300 ? null : `The endpoint answered ${statusCode}.`;
      const result = { status_code: statusCode, response_body: '', latency_ms: 5, error };
      return { ...result, retry_at_ms: undefined, started_at_ms: 5, ended_at_ms: 5 };
    },
    catalogue: eventCatalogue,
    clock: createFakeClock(0),
    newId: (prefix) => `${prefix}_1`,
    logger: { info: (line: unknown) => lines.push(line) },
  };
  return { ports, sent, lines };
}

describe('testNewEndpoint', () => {
  it('sends the test and returns its log entry', async () => {
    const { ports, sent, lines } = setUp(200);
    const { success, delivery } = await testNewEndpoint(ports, CREATED);
    expect(success).toBe(true);
    expect(delivery).toMatchObject({ id: 'dlv_1', status: 'success', is_test: true, attempt_count: 1 });
    expect(sent).toMatchObject([{ eventId: CREATED.test_event_id, attempt: 1, sequence: null }]);
    expect(lines).toMatchObject([{ delivery_id: 'dlv_1', endpoint_id: 'whk_1', status_code: 200 }]);
  });

  it('returns a failure without an exception if the endpoint answers an error', async () => {
    const { ports } = setUp(500);
    const { success, delivery } = await testNewEndpoint(ports, CREATED);
    expect(success).toBe(false);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
  });

  it.each([
    ['success', true],
    ['failed', false],
  ] as const)('sends nothing if an earlier run has logged the test as %s', async (status, success) => {
    const { ports, sent } = setUp(200, { status });
    expect(await testNewEndpoint(ports, CREATED)).toMatchObject({ success, delivery: undefined });
    expect(sent).toEqual([]);
  });
});
