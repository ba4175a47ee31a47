import { DELIVERY_STATUSES, type DeliveryStatus } from '@outreach/contracts-webhooks';
import { invalidField, notFound } from '@outreach/errors';
import type { Catalogue } from '@outreach/event-schema';
import type { PageRequest } from '@outreach/service-kit';
import type { Delivery } from '../delivery-model/index.ts';
import type { DeliveryFilter, DeliveryLog, DeliveryPage } from '../deliveries/index.ts';
import type { EndpointStore } from './ports.ts';
import { testDefinition } from './test-delivery.ts';

export interface ListDeliveriesPorts {
  readonly endpoints: Pick<EndpointStore, 'findWithDeleted'>;
  readonly deliveries: Pick<DeliveryLog, 'list'>;
  readonly catalogue: Catalogue;
}

/** The filter as a client gives it. */
export interface DeliveryQuery extends Omit<DeliveryFilter, 'status'> {
  readonly status: string | undefined;
}

/** Newest first. The log of a deleted endpoint stays readable. @throws AppError not_found; invalid_argument. */
export async function listDeliveries(
  { endpoints, deliveries, catalogue }: ListDeliveriesPorts,
  query: DeliveryQuery,
  page: PageRequest,
): Promise<DeliveryPage> {
  const filter = { ...query, status: parseStatus(query.status) };
  checkEventType(catalogue, query.eventType);
  const endpoint = await endpoints.findWithDeleted(query.endpointId);
  if (endpoint === undefined) throw notFound();
  const found = await deliveries.list(filter, page);
  if (endpoint.active) return found;
  return { ...found, items: found.items.map(withoutNextAttempt) };
}

function parseStatus(status: string | undefined): DeliveryStatus | undefined {
  if (status === undefined) return undefined;
  const known = DELIVERY_STATUSES.find((each) => each === status);
  if (known === undefined)
    throw invalidField('status', `status must be one of ${DELIVERY_STATUSES.join(', ')}.`);
  return known;
}

function checkEventType(catalogue: Catalogue, type: string | undefined): void {
  if (type !== undefined && testDefinition(catalogue, type) === undefined)
    throw invalidField(
      'event_type',
      'event_type must be a known event type; see GET /api/v1/webhooks/event-types/.',
    );
}

/** Nothing is scheduled while the endpoint is paused or deleted. */
export function withoutNextAttempt(delivery: Delivery): Delivery {
  return { ...delivery, next_attempt_at: null };
}
