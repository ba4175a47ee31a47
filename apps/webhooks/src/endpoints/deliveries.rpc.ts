import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  Delivery as DeliveryMessage,
  RetryDeliveryRequest,
  RetryDeliveryResponse,
  TestEndpointRequest,
  TestEndpointResponse,
} from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import type { AttemptOutcome, Delivery } from '../delivery-model/index.ts';
import type { WebhooksMethods } from '../methods/index.ts';
import { getDelivery } from './get-delivery.ts';
import { listDeliveries } from './list-deliveries.ts';
import type { EndpointPorts } from './ports.ts';
import { finishRetry, LeasedDeliverySchema, runRetry, startRetry } from './retry-delivery.ts';
import { runTest, startTest, StartedTestSchema } from './test-endpoint.ts';

const READ = ['webhooks:read'] as const;
const WRITE = ['webhooks:write'] as const;

export function deliveryMethods(ports: EndpointPorts): WebhooksMethods {
  return {
    testEndpoint: effectCommand({
      scope: WRITE,
      isOutbound: true,
      about: NOTHING,
      prepared: StartedTestSchema,
      prepare: async (_ctx, request: TestEndpointRequest) => startTest(ports, request),
      effect: async (_ctx, started) => runTest(ports, started),
      commit: async (_ctx, { outcome }): Promise<TestEndpointResponse> => {
        await ports.deliveries.log(outcome);
        return toTestMessage(outcome);
      },
    }),
    listDeliveries: {
      scope: READ,
      query: async (_ctx, { page, ...query }) => {
        const list = await listDeliveries(ports, query, fromPage(page));
        return { deliveries: list.items.map(toDeliveryMessage), meta: toMeta(list) };
      },
    },
    getDelivery: {
      scope: READ,
      query: async (_ctx, ref) => {
        const { delivery, request } = await getDelivery(ports, ref);
        return { delivery: toDeliveryMessage(delivery), request };
      },
    },
    retryDelivery: effectCommand({
      scope: WRITE,
      isOutbound: true,
      about: NOTHING,
      prepared: LeasedDeliverySchema,
      prepare: async (_ctx, request: RetryDeliveryRequest) => startRetry(ports, request),
      effect: async (_ctx, leased) => runRetry(ports, leased),
      commit: async (_ctx, { outcome }): Promise<RetryDeliveryResponse> =>
        toRetryMessage(await finishRetry(ports, outcome)),
    }),
  };
}

function toDeliveryMessage(delivery: Delivery): DeliveryMessage {
  const { next_attempt_at, attempt_count, ...fields } = withoutNull(delivery);
  return {
    ...fields,
    retry_count: Math.max(0, attempt_count - 1),
    next_retry_at: next_attempt_at,
    attempts: delivery.attempts.map(withoutNull),
  };
}

function toTestMessage(delivery: Delivery): TestEndpointResponse {
  return {
    success: delivery.status === 'success',
    status_code: delivery.status_code ?? undefined,
    latency_ms: delivery.latency_ms ?? 0,
    error: delivery.error ?? undefined,
    event_id: delivery.event_id,
    delivery_id: delivery.id,
  };
}

function toRetryMessage({ job, status, attempt }: AttemptOutcome): RetryDeliveryResponse {
  return {
    delivery_id: job.id,
    status,
    status_code: attempt.status_code ?? undefined,
    latency_ms: attempt.latency_ms,
    error: attempt.error ?? undefined,
    retry_count: job.attempt_count,
  };
}
