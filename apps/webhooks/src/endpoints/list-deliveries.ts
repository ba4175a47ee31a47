import { DELIVERY_STATUSES, type DeliveryStatus } from '@outreach/contracts-webhooks';
import { invalidField, notFound } from '@outreach/errors';
import type { PageRequest } from '@outreach/service-kit';
import type { Delivery } from '../delivery-model/index.ts';
import type { DeliveryFilter, DeliveryPage } from '../deliveries/index.ts';
import type { EndpointPorts } from './ports.ts';
import { requireTestType } from './test-delivery.ts';

/** The filter as a client gives it. */
export interface DeliveryQuery extends Omit<DeliveryFilter, 'status'> {
  readonly status: string | undefined;
}

/** Newest first. The log of a deleted endpoint stays readable. @throws AppError not_found; invalid_argument. */
export async function listDeliveries(
  { endpoints, deliveries, catalogue }: EndpointPorts,
  query: DeliveryQuery,
  page: PageRequest,
): Promise<DeliveryPage> {
  const filter = { ...query, status: parseStatus(query.status) };
  if (query.eventType !== undefined) requireTestType(catalogue, query.eventType);
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

/** Nothing is scheduled while the endpoint is paused or deleted. */
export function withoutNextAttempt(delivery: Delivery): Delivery {
  return { ...delivery, next_attempt_at: null };
}
