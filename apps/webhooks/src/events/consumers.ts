import {
  createConsumer,
  DURABLES,
  type DeadLetters,
  type NatsLink,
  type Topology,
} from '@outreach/event-bus';
import type { Logger, Resource } from '@outreach/service-kit';
import { eventCatalogue } from '../domain/catalogue.ts';
import { fanOutEvents, type FanOutDeps } from '../domain/fan-out-events.ts';

export interface ConsumerParts extends FanOutDeps {
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
}

const OWN_DURABLES = DURABLES.filter((row) => row.durable.startsWith('webhooks-'));

/** One reader per publishing service, all for the same handler. */
export function createConsumers(parts: ConsumerParts): Resource[] {
  return OWN_DURABLES.map(({ durable }) =>
    createConsumer({
      ...parts,
      durable,
      catalogue: eventCatalogue,
      handleBatch: async (events) => fanOutEvents(parts, events),
    }),
  );
}
