import { webhookErrors, webhookTest } from '@outreach/contracts-webhooks';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { Delivery } from '../delivery-model/index.ts';
import { formatSecret, keyOf, previewOf, SECRET_BYTES } from '../sending/index.ts';
import type { Endpoint, EndpointView } from './endpoint.ts';
import { checkEndpoint, ENDPOINTS_PER_WORKSPACE_MAX, type EndpointInput } from './endpoint-rules.ts';
import { withStats } from './manage-endpoints.ts';
import type { EndpointPorts, EndpointStore } from './ports.ts';
import { sendTest, type SendTestPorts } from './test-delivery.ts';

/** The state between the stored endpoint and its test; it is stored, sealed, beside the idempotency key. */
export const CreatedEndpointSchema = z.object({
  endpoint_id: z.string(),
  secret: z.string(),
  test_event_id: z.string(),
});
export type CreatedEndpoint = z.output<typeof CreatedEndpointSchema>;

/**
 * Checks the input and stores the endpoint with a new signing secret. Its test follows in `testNewEndpoint`.
 * @throws AppError invalid_argument; conflict with reason `endpoint_limit`.
 */
export async function storeEndpoint(
  ports: EndpointPorts,
  ctx: CallContext,
  input: EndpointInput,
): Promise<CreatedEndpoint> {
  const checked = checkEndpoint(input, ports);
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
    secret_version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    version: 1,
  });
  return { endpoint_id: id, secret, test_event_id: ports.newId('evt') };
}

export interface TestNewEndpointPorts extends SendTestPorts {
  readonly endpoints: Pick<EndpointStore, 'findWithDeleted'>;
  readonly deliveries: {
    findTest(endpointId: string, eventId: string): Promise<Pick<Delivery, 'status'> | undefined>;
  };
}

export interface EndpointTest {
  readonly endpoint: Endpoint;
  readonly success: boolean;
  /** The test's log entry; undefined if an earlier run has logged the test. */
  readonly delivery: Delivery | undefined;
}

/** Sends the test of a new endpoint, unless an earlier run has sent and logged it. */
export async function testNewEndpoint(
  ports: TestNewEndpointPorts,
  { endpoint_id: endpointId, test_event_id: eventId, secret }: CreatedEndpoint,
): Promise<EndpointTest> {
  const endpoint = await ports.endpoints.findWithDeleted(endpointId);
  if (endpoint === undefined) throw new Error('The endpoint that was created is not stored.');
  const logged = await ports.deliveries.findTest(endpointId, eventId);
  if (logged !== undefined) return { endpoint, success: logged.status === 'success', delivery: undefined };
  const test = { id: eventId, type: webhookTest.type, endpoint, key: keyOf(secret) };
  const delivery = await sendTest(ports, test);
  return { endpoint, success: delivery.status === 'success', delivery };
}

/** Logs the test and sets the first health: degraded if the test has failed. */
export async function finishEndpoint(
  { deliveries, stats }: EndpointPorts,
  { endpoint, success, delivery }: EndpointTest,
): Promise<EndpointView> {
  if (delivery !== undefined) await deliveries.log(delivery);
  if (!success) await stats.startDegraded(endpoint);
  return withStats(stats, endpoint);
}
