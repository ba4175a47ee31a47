import { measureOldestDue } from '@outreach/job-kit';
import { gauge, type Clock, type Logger, type Resource } from '@outreach/service-kit';
import type { DeliveryWork } from '../deliveries/index.ts';

const oldest = gauge(
  'delivery_oldest_due_seconds',
  'Time since the oldest waiting delivery became due, in seconds; 0 without one. Every process reports it.',
);

export interface MeasureDueOptions {
  readonly work: Pick<DeliveryWork, 'oldestDueAt'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reports how long the oldest due delivery waits for a worker. */
export function measureDue({ work, clock, logger }: MeasureDueOptions): Resource {
  const { oldestDueAt } = work;
  return measureOldestDue({ name: 'delivery_oldest_due_seconds', gauge: oldest, oldestDueAt, clock, logger });
}
