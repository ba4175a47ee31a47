import { measureOldestDue } from '@outreach/job-kit';
import { gauge, type Clock, type Logger, type Resource } from '@outreach/service-kit';
import type { SendClaims } from './ports.ts';

const oldest = gauge(
  'send_oldest_due_seconds',
  'Time since the oldest waiting email became due, in seconds; 0 without one. Every process reports it.',
);

export interface MeasureDueOptions {
  readonly claims: Pick<SendClaims, 'oldestDueAt'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reports how long the oldest due email waits for a worker. */
export function measureDue({ claims, clock, logger }: MeasureDueOptions): Resource {
  const { oldestDueAt } = claims;
  return measureOldestDue({ name: 'send_oldest_due_seconds', gauge: oldest, oldestDueAt, clock, logger });
}
