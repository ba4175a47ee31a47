import {
  isSuccess,
  type Attempt,
  type DeliveryJob,
  type DeliveryStatus,
  type ExchangeResult,
} from './delivery.ts';
import { deliveryRetries } from './retry-schedule.ts';

const GONE = 410;

/** What an attempt makes of its delivery. */
export interface Settled {
  readonly job: DeliveryJob;
  readonly attempt: Attempt;
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly next_attempt_at: Date | null;
  readonly response_body: string | null;
  readonly delivered_at: Date;
  /** True when the endpoint asks never to be called again. */
  readonly gone: boolean;
}

/** @param random at least 0, less than 1; spreads the retries. */
export function settleAttempt(job: DeliveryJob, result: ExchangeResult, random: number): Settled {
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
      at: new Date(result.ended_at_ms - result.latency_ms),
      status_code: result.status_code,
      latency_ms: result.latency_ms,
      error: result.error,
    },
    status: success ? 'success' : 'failed',
    next_attempt_at: nextMs === undefined ? null : new Date(nextMs),
    response_body: result.response_body,
    delivered_at: new Date(result.ended_at_ms),
    gone: result.status_code === GONE,
  };
}
