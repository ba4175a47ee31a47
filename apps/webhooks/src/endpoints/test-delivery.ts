import { webhookTest } from '@outreach/contracts-webhooks';
import { newEvent, type Catalogue, type EventDefinition } from '@outreach/event-schema';
import type { Clock, Logger, NewId } from '@outreach/service-kit';
import { logAttempt, TEST_RUN, type Delivery } from '../delivery-model/index.ts';
import { deliveryBody } from '../events/index.ts';
import { isSuccess, type ExchangeResult, type Send, type SigningKey } from '../sending/index.ts';
import type { Endpoint } from './endpoint.ts';

/** A synthetic event of one endpoint. */
export interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly endpoint: Endpoint;
  readonly at: Date;
}

/** The types of test events: every public type, and the type of the creation test. */
export function testDefinition(catalogue: Catalogue, type: string): EventDefinition | undefined {
  return type === webhookTest.type ? webhookTest : catalogue.get(type);
}

/** The body of a test event. Its data is the example of the type, which fits the schema of the type. */
export function testBody(catalogue: Catalogue, { id, type, endpoint, at }: TestEvent): string {
  const definition = testDefinition(catalogue, type);
  if (definition === undefined) throw new Error(`There is no event type ${type}.`);
  const event = newEvent(definition, {
    id,
    workspaceId: endpoint.workspace_id,
    occurredAt: at,
    aggregate: { id: endpoint.id, version: endpoint.version },
    data: testData(definition, endpoint),
  });
  return deliveryBody(event, { test: true });
}

function testData({ type, example }: EventDefinition, endpoint: Endpoint): unknown {
  if (type === webhookTest.type)
    return { ...webhookTest.example, webhook_id: endpoint.id, name: endpoint.name };
  const isRecord = typeof example === 'object' && example !== null;
  return isRecord && 'workspace_id' in example
    ? { ...example, workspace_id: endpoint.workspace_id }
    : example;
}

export interface SendTestPorts {
  readonly send: Send;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info'>;
}

/** Sends a test event once and returns its log entry. A test has no sequence and is not retried. */
export async function sendTest(
  ports: SendTestPorts,
  { key, ...test }: Omit<TestEvent, 'at'> & { readonly key: SigningKey },
): Promise<Delivery> {
  const { endpoint, id: eventId } = test;
  const at = new Date(ports.clock.now());
  const result = await ports.send({
    url: endpoint.url,
    key,
    customHeaders: endpoint.custom_headers,
    eventId,
    body: testBody(ports.catalogue, { ...test, at }),
    attempt: 1,
    sequence: null,
    isReplay: false,
  });
  const delivery = toTestDelivery({ ...test, at }, result, ports.newId('dlv'));
  logAttempt(
    ports.logger,
    {
      workspaceId: endpoint.workspace_id,
      endpointId: endpoint.id,
      deliveryId: delivery.id,
      eventId,
      attempt: 1,
    },
    result,
  );
  return delivery;
}

function toTestDelivery(
  { id: eventId, type, endpoint, at }: TestEvent,
  result: ExchangeResult,
  id: string,
): Delivery {
  const { status_code, latency_ms, error } = result;
  const sentAt = new Date(result.started_at_ms);
  return {
    id,
    workspace_id: endpoint.workspace_id,
    endpoint_id: endpoint.id,
    event_id: eventId,
    event_type: type,
    run: TEST_RUN,
    sequence: null,
    status: isSuccess(result) ? 'success' : 'failed',
    status_code,
    response_body: result.response_body,
    latency_ms,
    error,
    delivered_at: new Date(result.ended_at_ms),
    next_attempt_at: null,
    attempts: [{ at: sentAt, status_code, latency_ms, error, endpoint_version: endpoint.version }],
    attempt_count: 1,
    is_test: true,
    is_replay: false,
    replay_id: null,
    created_at: at,
  };
}
