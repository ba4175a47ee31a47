import { timeOfId, type Clock, type Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { gauge, readAtScrape } from '@outreach/service-kit/metrics';
import type { Connection } from './mongo-types.ts';
import { OUTBOX_COLLECTION, type OutboxRow } from './outbox.ts';

const age = gauge(
  'outbox_age_seconds',
  'Age of the oldest event that the broker has not acknowledged, in seconds; 0 without one. Every process of a service reports it.',
);

export interface OutboxAgeOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reports the age of the oldest row of the outbox. The id of a row contains its time. */
export function measureOutboxAge({ connection, clock, logger }: OutboxAgeOptions): Resource {
  const outbox = connection.collection<OutboxRow>(OUTBOX_COLLECTION);
  return readAtScrape({
    name: 'outbox_age_seconds',
    logger,
    read: async () => {
      const oldest = await outbox.findOne({}, { sort: { _id: 1 }, projection: { _id: 1 } });
      const sinceMs = oldest === null ? 0 : clock.now() - timeOfId(oldest._id);
      age.set(Math.max(0, sinceMs) / 1000);
    },
  });
}
