import type { EventConsumer } from '@outreach/app-kit';
import { trackingHit } from '@outreach/contracts-campaigns';
import type { ConsumerOptions } from '@outreach/event-bus';
import { createCatalogue, isEvent } from '@outreach/event-schema';
import { countHits, type CountHitsPorts } from './count-hits.ts';

const catalogue = createCatalogue([trackingHit]);

/** Consumes the requests for links that the gateway has received. */
export function hitConsumer(ports: CountHitsPorts, topology: ConsumerOptions['topology']): EventConsumer {
  return {
    durable: 'campaigns-tracking',
    topology,
    catalogue,
    handleBatch: async (events) =>
      countHits(
        ports,
        events.filter((event) => isEvent(trackingHit, event)),
      ),
  };
}
