import type { DeliveryStatus } from '@outreach/contracts-webhooks';
import { isSuccess, type ExchangeResult } from '../sending/index.ts';
import type { Attempt, DeliveryJob } from './delivery.ts';
import { deliveryRetries } from './retry-schedule.ts';

const GONE = 410;

/** A delivery after one more attempt. */
export interface AttemptOutcome {
  readonly job: DeliveryJob;
  readonly attempt: Attempt;
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly next_attempt_at: Date | null;
  readonly response_body: string | null;
  readonly delivered_at: Date;
  /** True if the endpoint answered 410: it must not be called again. */
  readonly gone: boolean;
}

export interface AttemptOptions {
  /** Version of the endpoint that was called. */
  readonly endpointVersion: number;
  /** At least 0, less than 1; spreads the retries. */
  readonly random: number;
}

export function evaluateAttempt(
  job: DeliveryJob,
  result: ExchangeResult,
  { endpointVersion, random }: AttemptOptions,
): AttemptOutcome {
  const success = isSuccess(result);
  const nextMs = success
    ? undefined
    : deliveryRetries.nextAttemptAtMs({
        attempt: job.attempt_count + 1,
        endedAtMs: result.ended_at_ms,
        retryAtMs: result.retry_at_ms,
        random,
      });
  return {
    job,
    attempt: {
      at: new Date(result.started_at_ms),
      status_code: result.status_code,
      latency_ms: result.latency_ms,
      error: result.error,
      endpoint_version: endpointVersion,
    },
    status: success ? 'success' : 'failed',
    next_attempt_at: nextMs === undefined ? null : new Date(nextMs),
    response_body: result.response_body,
    delivered_at: new Date(result.ended_at_ms),
    gone: result.status_code === GONE,
  };
}
