import { z } from 'zod';
import type { Delivery } from '../delivery-model/index.ts';
import { toSigningKey } from '../sending/index.ts';
import { requireEndpoint } from './manage-endpoints.ts';
import type { EndpointPorts } from './ports.ts';
import { requireTestType, sendTest } from './test-delivery.ts';

/** The state between the checked request and its test. */
export const StartedTestSchema = z.object({
  endpoint_id: z.string(),
  event_type: z.string(),
  event_id: z.string(),
});
export type StartedTest = z.output<typeof StartedTestSchema>;

/** @throws AppError not_found; invalid_argument on `event_type`. A paused endpoint can be tested. */
export async function startTest(
  { endpoints, catalogue, newId }: EndpointPorts,
  { id, event_type }: { readonly id: string; readonly event_type: string },
): Promise<StartedTest> {
  requireTestType(catalogue, event_type);
  await requireEndpoint(endpoints, id);
  return { endpoint_id: id, event_type, event_id: newId('evt') };
}

/** Sends the test, unless an earlier run has sent and logged it. @throws AppError not_found. */
export async function runTest(
  ports: EndpointPorts,
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
