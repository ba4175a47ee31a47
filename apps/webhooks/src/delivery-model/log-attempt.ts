import type { Logger } from '@outreach/service-kit';
import type { ExchangeResult } from '../sending/index.ts';

export interface LoggedAttempt {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** Writes the one log line of a delivery attempt: ids and the outcome, never a URL or a body. */
export function logAttempt(
  logger: Pick<Logger, 'info'>,
  { workspaceId, endpointId, deliveryId, eventId, attempt }: LoggedAttempt,
  { status_code, latency_ms }: Pick<ExchangeResult, 'status_code' | 'latency_ms'>,
): void {
  const ids = {
    workspace_id: workspaceId,
    endpoint_id: endpointId,
    delivery_id: deliveryId,
    event_id: eventId,
  };
  logger.info({ ...ids, attempt, status_code, latency_ms }, 'delivery attempted');
}
