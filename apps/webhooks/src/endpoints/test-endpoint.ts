import { invalidField } from '@outreach/errors';
import type { CallContext, NewId } from '@outreach/service-kit';
import { z } from 'zod';
import type { Delivery } from '../delivery-model/index.ts';
import type { DeliveryLog } from '../deliveries/index.ts';
import { toSigningKey } from '../sending/index.ts';
import { requireEndpoint } from './manage-endpoints.ts';
import type { EndpointStore, SecretBox } from './ports.ts';
import { sendTest, testDefinition, type SendTestPorts } from './test-delivery.ts';

/** The state between the checked request and its test. */
export const StartedTestSchema = z.object({
  endpoint_id: z.string(),
  event_type: z.string(),
  event_id: z.string(),
});
export type StartedTest = z.output<typeof StartedTestSchema>;

export interface StartTestPorts {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly catalogue: SendTestPorts['catalogue'];
  readonly newId: NewId;
}

/** @throws AppError not_found; invalid_argument on `event_type`. A paused endpoint can be tested. */
export async function startTest(
  { endpoints, catalogue, newId }: StartTestPorts,
  _ctx: CallContext,
  { id, event_type }: { readonly id: string; readonly event_type: string },
): Promise<StartedTest> {
  if (testDefinition(catalogue, event_type) === undefined)
    throw invalidField(
      'event_type',
      'event_type must be a known event type; see GET /api/v1/webhooks/event-types/.',
    );
  await requireEndpoint(endpoints, id);
  return { endpoint_id: id, event_type, event_id: newId('evt') };
}

export interface RunTestPorts extends SendTestPorts {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly deliveries: Pick<DeliveryLog, 'findTest'>;
  readonly secrets: Pick<SecretBox, 'open'>;
}

/** Sends the test, unless an earlier run has sent and logged it. @throws AppError not_found. */
export async function runTest(
  ports: RunTestPorts,
  { endpoint_id: endpointId, event_type: type, event_id: id }: StartedTest,
): Promise<Delivery> {
  const endpoint = await requireEndpoint(ports.endpoints, endpointId);
  const logged = await ports.deliveries.findTest(endpointId, id);
  if (logged !== undefined) return logged;
  return sendTest(ports, {
    id,
    type,
    endpoint,
    key: toSigningKey(ports.secrets.open(endpoint.sealed_secret)),
  });
}
