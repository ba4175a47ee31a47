import type { Clock, Logger } from '@outreach/service-kit';
import type { StartableResource } from '@outreach/service-kit/lifecycle';
import { readAtScrape } from '@outreach/service-kit/metrics';

export interface OldestDueOptions {
  /** For logs. */
  readonly name: string;
  /** Its value is the time in seconds since the oldest waiting row became due; 0 without one. */
  readonly gauge: { set(seconds: number): void };
  readonly oldestDueAt: () => Promise<Date | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reports how long the oldest due row waits for a worker. */
export function measureOldestDue(options: OldestDueOptions): StartableResource {
  const { name, gauge, oldestDueAt, clock, logger } = options;
  return readAtScrape({
    name,
    logger,
    read: async () => {
      const dueAt = await oldestDueAt();
      gauge.set(dueAt === undefined ? 0 : (clock.now() - dueAt.getTime()) / 1000);
    },
  });
}
