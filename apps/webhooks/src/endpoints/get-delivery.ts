import type { GetDeliveryRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { notFound } from '@outreach/errors';
import type { Delivery } from '../delivery-model/index.ts';
import { requestHeaders, toSigningKey } from '../sending/index.ts';
import type { Endpoint } from './endpoint.ts';
import { withoutNextAttempt } from './list-deliveries.ts';
import type { EndpointPorts } from './ports.ts';
import { findDeliveryBody } from './test-delivery.ts';

/** A request as it was sent. */
export interface SentRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface DeliveryDetail {
  readonly delivery: Delivery;
  /** The request of the last attempt; undefined before the first one, and when the event is no longer stored. */
  readonly request: SentRequest | undefined;
}

/** A delivery of an endpoint, also of a deleted one. @throws AppError not_found. */
export async function getDelivery(
  ports: EndpointPorts,
  { endpoint_id: endpointId, delivery_id: id }: GetDeliveryRequest,
): Promise<DeliveryDetail> {
  const endpoint = await ports.endpoints.findWithDeleted(endpointId);
  const delivery = await ports.deliveries.find(endpointId, id);
  if (endpoint === undefined || delivery === undefined) throw notFound();
  return {
    delivery: endpoint.active ? delivery : withoutNextAttempt(delivery),
    request: await rebuildRequest(ports, endpoint, delivery),
  };
}

/** Rebuilds the last request from the version of the endpoint that it was sent with. */
async function rebuildRequest(
  ports: EndpointPorts,
  endpoint: Endpoint,
  delivery: Delivery,
): Promise<SentRequest | undefined> {
  const attempt = delivery.attempts.at(-1);
  if (attempt === undefined) return undefined;
  const settings = await ports.endpoints.findVersion(endpoint.id, attempt.endpoint_version);
  if (settings === undefined) return undefined;
  const body = await findDeliveryBody(ports, { ...endpoint, ...settings }, delivery);
  if (body === undefined) return undefined;
  const isRotated = attempt.endpoint_version < endpoint.secret_version;
  const key = isRotated ? undefined : toSigningKey(ports.secrets.open(endpoint.sealed_secret));
  const content = {
    customHeaders: settings.custom_headers,
    eventId: delivery.event_id,
    body,
    attempt: delivery.attempt_count,
    sequence: delivery.sequence,
    isReplay: delivery.is_replay,
  };
  return { url: settings.url, headers: requestHeaders(content, { key, atMs: attempt.at.getTime() }), body };
}
