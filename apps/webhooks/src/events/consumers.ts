import { createConsumer, DURABLES, type ConsumerParts } from '@outreach/event-bus';
import type { Resource } from '@outreach/service-kit';
import { eventCatalogue } from '../domain/catalogue.ts';
import { fanOutEvents, type FanOutDeps } from '../domain/fan-out-events.ts';

type OwnParts = ConsumerParts & FanOutDeps;

const OWN_DURABLES = DURABLES.filter((row) => row.durable.startsWith('webhooks-'));

/** One reader per publishing service, all for the same handler. */
export function createConsumers(parts: OwnParts): Resource[] {
  return OWN_DURABLES.map(({ durable }) =>
    createConsumer({
      ...parts,
      durable,
      catalogue: eventCatalogue,
      handleBatch: async (events) => fanOutEvents(parts, events),
    }),
  );
}
