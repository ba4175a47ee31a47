import { webhookErrors } from '@outreach/contracts-webhooks';
import type { RetryDeliveryRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { notFound } from '@outreach/errors';
import { z } from 'zod';
import { evaluateAttempt, logAttempt, toJob, type AttemptOutcome } from '../delivery-model/index.ts';
import { toSigningKey } from '../sending/index.ts';
import { disableGoneEndpoint, requireEndpoint } from './manage-endpoints.ts';
import type { EndpointPorts } from './ports.ts';
import { findDeliveryBody } from './test-delivery.ts';

/** The state between the leased delivery and its attempt. */
export const LeasedDeliverySchema = z.object({
  endpoint_id: z.string(),
  delivery_id: z.string(),
  lease_token: z.string(),
  lease_until_ms: z.number(),
});
export type LeasedDelivery = z.output<typeof LeasedDeliverySchema>;

/**
 * Leases a delivery for one attempt now. The result of an attempt in progress is dropped then.
 * @throws AppError not_found, also when the event is no longer stored; conflict with reason `endpoint_paused`.
 */
export async function startRetry(
  { endpoints, deliveries, work, eventBodies }: EndpointPorts,
  { endpoint_id, delivery_id }: RetryDeliveryRequest,
): Promise<LeasedDelivery> {
  const endpoint = await requireEndpoint(endpoints, endpoint_id);
  const delivery = await deliveries.find(endpoint_id, delivery_id);
  if (delivery === undefined) throw notFound();
  const isStored = delivery.is_test || (await eventBodies.findBodies([delivery.event_id])).size > 0;
  if (!isStored) throw notFound();
  if (!endpoint.active) throw webhookErrors.endpointPaused.make();
  const lease = await work.takeOver(delivery);
  return { endpoint_id, delivery_id, lease_token: lease.token, lease_until_ms: lease.untilMs };
}

export interface RetriedDelivery {
  readonly outcome: AttemptOutcome;
  readonly isTest: boolean;
}

/** Makes the attempt. @throws AppError not_found when the endpoint or the event was deleted meanwhile. */
export async function runRetry(ports: EndpointPorts, leased: LeasedDelivery): Promise<RetriedDelivery> {
  const endpoint = await requireEndpoint(ports.endpoints, leased.endpoint_id);
  const delivery = await ports.deliveries.find(leased.endpoint_id, leased.delivery_id);
  if (delivery === undefined) throw notFound();
  const body = await findDeliveryBody(ports, endpoint, delivery);
  if (body === undefined) throw notFound();
  const lease = { token: leased.lease_token, untilMs: leased.lease_until_ms };
  const job = toJob(delivery, { body, lease });
  const attempt = job.attempt_count + 1;
  const result = await ports.send({
    url: endpoint.url,
    key: toSigningKey(ports.secrets.open(endpoint.sealed_secret)),
    customHeaders: endpoint.custom_headers,
    eventId: job.event_id,
    body,
    attempt,
    sequence: job.sequence,
    isReplay: job.is_replay,
  });
  logAttempt(ports.logger, { ...job, attempt }, result);
  const outcome = evaluateAttempt(job, result, {
    endpointVersion: endpoint.version,
    random: ports.random(),
  });
  // A test stays without a schedule.
  const isTest = delivery.is_test;
  return { outcome: isTest ? { ...outcome, next_attempt_at: null } : outcome, isTest };
}

/** Stores the result, unless another retry or an erasure has taken the delivery over meanwhile. */
export async function finishRetry(
  ports: EndpointPorts,
  { outcome, isTest }: RetriedDelivery,
): Promise<AttemptOutcome> {
  const isStored = await ports.work.store(outcome);
  if (!isStored || isTest) return outcome;
  ports.countLater(outcome);
  const { job, attempt } = outcome;
  if (outcome.gone)
    await disableGoneEndpoint(ports, { id: job.endpoint_id, version: attempt.endpoint_version });
  return outcome;
}
