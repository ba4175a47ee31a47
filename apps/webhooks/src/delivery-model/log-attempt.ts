import type { Logger } from '@outreach/service-kit';
import type { ExchangeResult } from '../sending/index.ts';
import type { Delivery } from './delivery.ts';

export interface LoggedAttempt extends Pick<Delivery, 'id' | 'workspace_id' | 'endpoint_id' | 'event_id'> {
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** Writes the one log line of a delivery attempt: ids and the outcome, never a URL or a body. */
export function logAttempt(
  logger: Pick<Logger, 'info'>,
  { id: delivery_id, workspace_id, endpoint_id, event_id, attempt }: LoggedAttempt,
  { status_code, latency_ms }: Pick<ExchangeResult, 'status_code' | 'latency_ms'>,
): void {
  const ids = { workspace_id, endpoint_id, delivery_id, event_id };
  logger.info({ ...ids, attempt, status_code, latency_ms }, 'delivery attempted');
}
