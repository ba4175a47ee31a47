import { webhookTest } from '@outreach/contracts-webhooks';
import { invalidField } from '@outreach/errors';
import { newEvent, type Catalogue, type EventDefinition } from '@outreach/event-schema';
import type { Clock, Logger, NewId } from '@outreach/service-kit';
import { logAttempt, newDelivery, TEST_RUN, type Delivery } from '../delivery-model/index.ts';
import { deliveryBody } from '../events/index.ts';
import { isSuccess, type ExchangeResult, type Send, type SigningKey } from '../sending/index.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPorts } from './ports.ts';

/** A synthetic event of one endpoint. */
export interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly endpoint: Endpoint;
  readonly at: Date;
}

/** Test events have every public type, and the type of the creation test. @throws AppError invalid_argument. */
export function requireTestType(catalogue: Catalogue, type: string): EventDefinition {
  const definition = type === webhookTest.type ? webhookTest : catalogue.get(type);
  if (definition !== undefined) return definition;
  throw invalidField(
    'event_type',
    'event_type must be a known event type; see GET /api/v1/webhooks/event-types/.',
  );
}

/** The body of a test event. Its data is the example of the type, which fits the schema of the type. */
function testBody(catalogue: Catalogue, { id, type, endpoint, at }: TestEvent): string {
  const definition = requireTestType(catalogue, type);
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

/** The body of a delivery; undefined when its event is no longer stored. */
export async function findDeliveryBody(
  { eventBodies, catalogue }: Pick<EndpointPorts, 'eventBodies' | 'catalogue'>,
  endpoint: Endpoint,
  { is_test, event_id: id, event_type: type, created_at: at }: Delivery,
): Promise<string | undefined> {
  if (is_test) return testBody(catalogue, { id, type, endpoint, at });
  return (await eventBodies.findBodies([id])).get(id);
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
  logAttempt(ports.logger, { ...delivery, attempt: 1 }, result);
  return delivery;
}

function toTestDelivery(
  { id: eventId, type, endpoint, at }: TestEvent,
  result: ExchangeResult,
  id: string,
): Delivery {
  const { status_code, response_body, latency_ms, error } = result;
  const attempt = { status_code, latency_ms, error, endpoint_version: endpoint.version };
  const { id: endpoint_id, workspace_id } = endpoint;
  const ids = { id, workspace_id, endpoint_id, event_id: eventId };
  return {
    ...newDelivery({ ...ids, event_type: type, run: TEST_RUN, sequence: null, created_at: at }),
    status: isSuccess(result) ? 'success' : 'failed',
    status_code,
    response_body,
    latency_ms,
    error,
    delivered_at: new Date(result.ended_at_ms),
    attempts: [{ at: new Date(result.started_at_ms), ...attempt }],
    attempt_count: 1,
    is_test: true,
  };
}
