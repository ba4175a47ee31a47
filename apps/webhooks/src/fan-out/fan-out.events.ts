import type { EventConsumer } from '@outreach/app-kit';
import { DURABLES } from '@outreach/event-bus';
import type { Catalogue } from '@outreach/event-schema';
import { fanOutEvents, type FanOutPorts } from './fan-out-events.ts';

const OWN_DURABLES = DURABLES.filter(({ durable }) => durable.startsWith('webhooks-'));

/** One consumer per publishing service, all with the same handler. */
export function fanOutConsumers(catalogue: Catalogue, ports: FanOutPorts): EventConsumer[] {
  return OWN_DURABLES.map(({ durable }) => ({
    durable,
    catalogue,
    handleBatch: async (events) => fanOutEvents(ports, events),
  }));
}
