import { createConsumer, DURABLES, type ConsumerParts } from '@outreach/event-bus';
import type { Catalogue } from '@outreach/event-schema';
import type { Resource } from '@outreach/service-kit';
import { fanOutEvents, type FanOutPorts } from './fan-out-events.ts';

const OWN_DURABLES = DURABLES.filter(({ durable }) => durable.startsWith('webhooks-'));

/** One consumer per publishing service, all with the same handler. */
export function createFanOutConsumers(
  shared: ConsumerParts,
  catalogue: Catalogue,
  ports: FanOutPorts,
): Resource[] {
  return OWN_DURABLES.map(({ durable }) =>
    createConsumer({
      ...shared,
      durable,
      catalogue,
      handleBatch: async (events) => fanOutEvents(ports, events),
    }),
  );
}
