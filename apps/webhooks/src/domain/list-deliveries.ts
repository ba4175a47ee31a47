import { invalidField, notFound } from '@outreach/errors';
import type { PageRequest } from '@outreach/service-kit';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';
import type { DeliveryFilter, DeliveryPage, Deps } from './ports.ts';

/** Newest first; a deleted endpoint's log stays readable. @throws AppError not_found; invalid_argument. */
export async function listDeliveries(
  deps: Pick<Deps, 'endpoints' | 'deliveries'>,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryPage> {
  const { status } = filter;
  if (status !== undefined && !DELIVERY_STATUSES.some((known) => known === status)) {
    throw invalidField('status', `status is one of ${DELIVERY_STATUSES.join(', ')}.`);
  }
  const endpoint = await deps.endpoints.findEvenDeleted(filter.endpointId);
  if (endpoint === undefined) throw notFound();
  const found = await deps.deliveries.list(filter, page);
  if (endpoint.active) return found;
  return { ...found, items: found.items.map(withoutRetry) };
}

/** While its endpoint is paused nothing is due. */
function withoutRetry(delivery: Delivery): Delivery {
  return { ...delivery, next_attempt_at: null };
}
