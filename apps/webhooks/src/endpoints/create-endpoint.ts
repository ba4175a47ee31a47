import { webhookErrors, webhookTest } from '@outreach/contracts-webhooks';
import { newEvent } from '@outreach/event-schema';
import type { CallContext, Clock, Logger, NewId } from '@outreach/service-kit';
import { z } from 'zod';
import { logAttempt, TEST_RUN, type Delivery, type DeliveryLog } from '../deliveries/index.ts';
import { deliveryBody, type EndpointCount } from '../events/index.ts';
import {
  formatSecret,
  isSuccess,
  keyOf,
  previewOf,
  SECRET_BYTES,
  type ExchangeResult,
  type Send,
} from '../sending/index.ts';
import { NO_STATS, toEndpointView, type Endpoint, type EndpointView } from './endpoint.ts';
import {
  checkEndpoint,
  ENDPOINTS_PER_WORKSPACE_MAX,
  type EndpointInput,
  type EndpointRules,
} from './endpoint-rules.ts';
import type { EndpointStatsStore, EndpointStore, SecretBox } from './ports.ts';

/** The state between the stored endpoint and its test; it is stored, sealed, beside the idempotency key. */
export const CreatedEndpointSchema = z.object({
  endpoint_id: z.string(),
  secret: z.string(),
  test_event_id: z.string(),
});
export type CreatedEndpoint = z.output<typeof CreatedEndpointSchema>;

export interface StoreEndpointPorts {
  readonly endpoints: Pick<EndpointStore, 'insert'>;
  readonly endpointCount: Pick<EndpointCount, 'add'>;
  readonly rules: EndpointRules;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: (count: number) => Uint8Array;
}

/**
 * Checks the input and stores the endpoint with a new signing secret. Its test follows in `testEndpoint`.
 * @throws AppError invalid_argument; conflict with reason `endpoint_limit`.
 */
export async function storeEndpoint(
  ports: StoreEndpointPorts,
  ctx: CallContext,
  input: EndpointInput,
): Promise<CreatedEndpoint> {
  const checked = checkEndpoint(input, ports.rules);
  const key = ports.randomBytes(SECRET_BYTES);
  const secret = formatSecret(key);
  const now = new Date(ports.clock.now());
  const id = ports.newId('whk');
  if (!(await ports.endpointCount.add(id, ENDPOINTS_PER_WORKSPACE_MAX)))
    throw webhookErrors.endpointLimit.make();
  await ports.endpoints.insert({
    id,
    workspace_id: ctx.workspaceId,
    ...checked,
    active: true,
    sealed_secret: ports.secrets.seal(key),
    signing_secret_preview: previewOf(secret),
    created_at: now,
    updated_at: now,
    deleted_at: null,
    version: 1,
  });
  return { endpoint_id: id, secret, test_event_id: ports.newId('evt') };
}

export interface TestEndpointPorts {
  readonly endpoints: Pick<EndpointStore, 'findWithDeleted'>;
  readonly deliveries: {
    findTest(endpointId: string, eventId: string): Promise<Pick<Delivery, 'status'> | undefined>;
  };
  readonly send: Send;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info'>;
}

export interface EndpointTest {
  readonly endpoint: Endpoint;
  readonly success: boolean;
  /** The test's log entry; undefined if an earlier run has logged the test. */
  readonly delivery: Delivery | undefined;
}

/** Sends the test of a new endpoint, unless an earlier run has sent and logged it. */
export async function testEndpoint(
  ports: TestEndpointPorts,
  created: CreatedEndpoint,
): Promise<EndpointTest> {
  const { endpoint_id: endpointId, test_event_id: eventId } = created;
  const endpoint = await ports.endpoints.findWithDeleted(endpointId);
  if (endpoint === undefined) throw new Error('The endpoint that was created is not stored.');
  const logged = await ports.deliveries.findTest(endpointId, eventId);
  if (logged !== undefined) return { endpoint, success: logged.status === 'success', delivery: undefined };
  const startedAt = new Date(ports.clock.now());
  const result = await sendTest(ports.send, { endpoint, created, startedAt });
  const delivery = toTestDelivery({ endpoint, eventId, startedAt, result }, ports.newId('dlv'));
  logAttempt(
    ports.logger,
    { workspaceId: endpoint.workspace_id, endpointId, deliveryId: delivery.id, eventId, attempt: 1 },
    result,
  );
  return { endpoint, success: isSuccess(result), delivery };
}

export interface FinishEndpointPorts {
  readonly deliveries: Pick<DeliveryLog, 'log'>;
  readonly stats: Pick<EndpointStatsStore, 'startDegraded' | 'read'>;
}

/** Logs the test and sets the first health: degraded if the test has failed. */
export async function finishEndpoint(
  { deliveries, stats }: FinishEndpointPorts,
  { endpoint, success, delivery }: EndpointTest,
): Promise<EndpointView> {
  if (delivery !== undefined) await deliveries.log(delivery);
  if (!success) await stats.startDegraded(endpoint);
  const current = await stats.read([endpoint.id]);
  return toEndpointView(endpoint, current.get(endpoint.id) ?? NO_STATS);
}

interface TestRequest {
  readonly endpoint: Endpoint;
  readonly created: CreatedEndpoint;
  readonly startedAt: Date;
}

async function sendTest(send: Send, { endpoint, created, startedAt }: TestRequest): Promise<ExchangeResult> {
  const event = newEvent(webhookTest, {
    id: created.test_event_id,
    workspaceId: endpoint.workspace_id,
    occurredAt: startedAt,
    aggregate: { id: endpoint.id, version: endpoint.version },
    data: { ...webhookTest.example, webhook_id: endpoint.id, name: endpoint.name },
  });
  return send({
    url: endpoint.url,
    key: keyOf(created.secret),
    customHeaders: endpoint.custom_headers,
    eventId: event.id,
    body: deliveryBody(event, { test: true }),
    attempt: 1,
    sequence: null,
    isReplay: false,
  });
}

interface SentTest {
  readonly endpoint: Endpoint;
  readonly eventId: string;
  readonly startedAt: Date;
  readonly result: ExchangeResult;
}

function toTestDelivery({ endpoint, eventId, startedAt, result }: SentTest, id: string): Delivery {
  const { status_code, latency_ms, error } = result;
  return {
    id,
    workspace_id: endpoint.workspace_id,
    endpoint_id: endpoint.id,
    event_id: eventId,
    event_type: webhookTest.type,
    run: TEST_RUN,
    sequence: null,
    status: isSuccess(result) ? 'success' : 'failed',
    status_code,
    response_body: result.response_body,
    latency_ms,
    error,
    delivered_at: new Date(result.ended_at_ms),
    next_attempt_at: null,
    attempts: [{ at: startedAt, status_code, latency_ms, error }],
    attempt_count: 1,
    is_test: true,
    is_replay: false,
    replay_id: null,
    created_at: startedAt,
  };
}
