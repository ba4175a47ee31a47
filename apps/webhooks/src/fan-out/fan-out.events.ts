import type { EventConsumer } from '@outreach/app-kit';
import { contactDeleted } from '@outreach/contracts-contacts';
import { DURABLES } from '@outreach/event-bus';
import type { Catalogue } from '@outreach/event-schema';
import { fanOutEvents, type FanOutPorts } from './fan-out-events.ts';

const OWN_DURABLES = DURABLES.filter(({ durable }) => durable.startsWith('webhooks-'));

export interface FanOutConsumerOptions {
  readonly catalogue: Catalogue;
  readonly ports: FanOutPorts;
  /** Which of the workspaces never had an endpoint: their events are not stored. */
  readonly workspacesIn: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** One consumer per publishing service, all with the same handler. */
export function fanOutConsumers({ catalogue, ports, workspacesIn }: FanOutConsumerOptions): EventConsumer[] {
  return OWN_DURABLES.map(({ durable }) => ({
    durable,
    catalogue,
    // Erasures are stored for every workspace: an event of the record may arrive later.
    ignored: { exceptTypes: [contactDeleted.type], workspacesIn },
    handleBatch: async (events) => fanOutEvents(ports, events),
  }));
}
