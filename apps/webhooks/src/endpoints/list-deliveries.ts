import { DELIVERY_STATUSES, type DeliveryStatus } from '@outreach/contracts-webhooks';
import type { ListDeliveriesRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { invalidField, notFound } from '@outreach/errors';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { Delivery } from '../delivery-model/index.ts';
import type { EndpointPorts } from './ports.ts';
import { requireTestType } from './test-delivery.ts';

/** Newest first. The log of a deleted endpoint stays readable. @throws AppError not_found; invalid_argument. */
export async function listDeliveries(
  { endpoints, deliveries, catalogue }: EndpointPorts,
  query: Omit<ListDeliveriesRequest, 'page'>,
  page: PageRequest,
): Promise<PageOf<Delivery>> {
  const filter = { ...query, status: parseStatus(query.status) };
  if (query.event_type !== undefined) requireTestType(catalogue, query.event_type);
  const endpoint = await endpoints.findWithDeleted(query.endpoint_id);
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
