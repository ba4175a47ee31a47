import { webhookErrors, webhookTest } from '@outreach/contracts-webhooks';
import { newEvent } from '@outreach/event-schema';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import { isSuccess, TEST_RUN, type Delivery, type ExchangeResult } from './delivery.ts';
import { NO_FIGURES, viewEndpoint, type Endpoint, type EndpointView } from './endpoint.ts';
import { checkEndpoint, ENDPOINTS_PER_WORKSPACE_MAX, type EndpointInput } from './endpoint-rules.ts';
import { deliveryBody } from './event-body.ts';
import type { Deps } from './ports.ts';
import { formatSecret, keyOf, previewOf, SECRET_BYTES } from './signing.ts';

/** What the second step needs of the first; it is kept, sealed, beside the idempotency key. */
const CreatedEndpoint = z.object({ endpoint_id: z.string(), secret: z.string(), test_event_id: z.string() });
export type CreatedEndpoint = z.output<typeof CreatedEndpoint>;

/**
 * First step: stores the endpoint.
 * @throws AppError invalid_argument; conflict with reason `endpoint_limit`.
 */
export async function storeEndpoint(
  deps: Deps,
  ctx: CallContext,
  input: EndpointInput,
): Promise<CreatedEndpoint> {
  const checked = checkEndpoint(input, deps.rules);
  const key = deps.randomBytes(SECRET_BYTES);
  const secret = formatSecret(key);
  const now = new Date(deps.clock.now());
  const id = deps.newId('whk');
  if (!(await deps.endpointCount.add(id, ENDPOINTS_PER_WORKSPACE_MAX)))
    throw webhookErrors.endpointLimit.make();
  await deps.endpoints.insert({
    id,
    workspace_id: ctx.workspaceId,
    ...checked,
    active: true,
    sealed_secret: deps.secrets.seal(key),
    signing_secret_preview: previewOf(secret),
    created_at: now,
    updated_at: now,
    deleted_at: null,
    version: 1,
  });
  return { endpoint_id: id, secret, test_event_id: deps.newId('evt') };
}

/**
 * Second step: sends the test, logs it, and judges the endpoint's first health by it. A repetition after a crash
 * sends nothing that was logged already.
 */
export async function testEndpoint(
  deps: Deps,
  effect: unknown,
): Promise<{ readonly endpoint: EndpointView; readonly secret: string }> {
  const created = CreatedEndpoint.parse(effect);
  const endpoint = await deps.endpoints.findEvenDeleted(created.endpoint_id);
  if (endpoint === undefined) throw new Error('The endpoint of a finished first step is gone.');
  const logged = await deps.deliveries.findTest(endpoint.id, created.test_event_id);
  const success =
    logged === undefined ? await sendTest(deps, endpoint, created) : logged.status === 'success';
  if (!success) await deps.figures.startDegraded(endpoint.id);
  const figures = (await deps.figures.read([endpoint.id])).get(endpoint.id) ?? NO_FIGURES;
  return { endpoint: viewEndpoint(endpoint, figures), secret: created.secret };
}

async function sendTest(deps: Deps, endpoint: Endpoint, created: CreatedEndpoint): Promise<boolean> {
  const startedAt = new Date(deps.clock.now());
  const event = newEvent(webhookTest, {
    id: created.test_event_id,
    workspaceId: endpoint.workspace_id,
    occurredAt: startedAt,
    aggregate: { id: endpoint.id, version: endpoint.version },
    data: { ...webhookTest.example, webhook_id: endpoint.id, name: endpoint.name },
  });
  const result = await deps.send({
    url: endpoint.url,
    key: keyOf(created.secret),
    customHeaders: endpoint.custom_headers,
    eventId: event.id,
    body: deliveryBody(event, { test: true }),
    attempt: 1,
    sequence: null,
    isReplay: false,
  });
  await deps.deliveries.log(testDelivery(deps, { endpoint, eventId: event.id, startedAt, result }));
  return isSuccess(result);
}

interface TestOutcome {
  readonly endpoint: Endpoint;
  readonly eventId: string;
  readonly startedAt: Date;
  readonly result: ExchangeResult;
}

function testDelivery(deps: Deps, { endpoint, eventId, startedAt, result }: TestOutcome): Delivery {
  const { status_code, latency_ms, error } = result;
  return {
    id: deps.newId('dlv'),
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
