import type { EventConsumer } from '@outreach/app-kit';
import { trackingHit } from '@outreach/contracts-campaigns';
import type { ConsumerOptions } from '@outreach/event-bus/consumer';
import { createCatalogue, isEvent } from '@outreach/event-schema';
import { countHits, type CountHitsPorts } from './count-hits.ts';

const catalogue = createCatalogue([trackingHit]);

export type HitStream = Required<Pick<ConsumerOptions, 'durable' | 'topology'>>;

/** Consumes requests for links that the gateway has received. */
export function hitConsumer(ports: CountHitsPorts, stream: HitStream): EventConsumer {
  return {
    ...stream,
    catalogue,
    handleBatch: async (events) =>
      countHits(
        ports,
        events.filter((event) => isEvent(trackingHit, event)),
      ),
  };
}
