import type { Catalogue } from '@outreach/event-schema';
import type { Delivery } from '../delivery-model/index.ts';
import type { EventStore } from '../events/index.ts';
import type { Endpoint } from './endpoint.ts';
import { testBody } from './test-delivery.ts';

export interface DeliveryBodyPorts {
  readonly eventBodies: Pick<EventStore, 'findBodies'>;
  readonly catalogue: Catalogue;
}

/** The body of a delivery; undefined when its event is no longer stored. */
export async function findDeliveryBody(
  { eventBodies, catalogue }: DeliveryBodyPorts,
  endpoint: Endpoint,
  { is_test, event_id: id, event_type: type, created_at: at }: Delivery,
): Promise<string | undefined> {
  if (is_test) return testBody(catalogue, { id, type, endpoint, at });
  return (await eventBodies.findBodies([id])).get(id);
}
