import type { Delivery as DeliveryMessage } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import type { Delivery } from '../delivery-model/index.ts';

/** A delivery as an RPC message. */
export function toDeliveryMessage(delivery: Delivery): DeliveryMessage {
  const { id, event_id, event_type, status, is_test, is_replay } = delivery;
  return {
    id,
    event_id,
    event_type,
    status,
    is_test,
    is_replay,
    delivered_at: delivery.delivered_at ?? undefined,
    status_code: delivery.status_code ?? undefined,
    response_body: delivery.response_body ?? undefined,
    latency_ms: delivery.latency_ms ?? undefined,
    retry_count: Math.max(0, delivery.attempt_count - 1),
    next_retry_at: delivery.next_attempt_at ?? undefined,
    attempts: delivery.attempts.map(({ at, latency_ms, ...attempt }) => ({
      at,
      latency_ms,
      status_code: attempt.status_code ?? undefined,
      error: attempt.error ?? undefined,
    })),
    error: delivery.error ?? undefined,
    replay_id: delivery.replay_id ?? undefined,
  };
}
