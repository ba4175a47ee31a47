import type { ServiceBase } from '@outreach/app-kit';
import { createDeadLetters } from '@outreach/event-bus';
import type { Catalogue } from '@outreach/event-schema';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Resource } from '@outreach/service-kit';
import type { DeliverySlots } from '../delivery-worker/index.ts';
import type { FanOutPorts } from './fan-out-events.ts';
import { createFanOutConsumers } from './fan-out.events.ts';
import type { FanOutStores } from './ports.ts';

export interface FanOutNeeds extends FanOutStores {
  readonly catalogue: Catalogue;
  readonly slots: DeliverySlots;
}

export interface FanOutFeature {
  readonly name: string;
  readonly resources: readonly Resource[];
}

/** Events of all services: stores each and creates its deliveries. */
export function createFanOut(base: ServiceBase, needs: FanOutNeeds): FanOutFeature {
  const { catalogue, slots, ...stores } = needs;
  const { clock, ids, link, topology, logger, units } = base;
  const ports: FanOutPorts = {
    stores,
    slots,
    clock,
    newDeliveryId: () => ids('dlv'),
    transaction: async (fn) =>
      runAsSystem('a batch of events has events of several workspaces', async () =>
        units.unitOfWork(async () => fn()),
      ),
  };
  const deadLetters = createDeadLetters(base.mongo.connection);
  const shared = { link, topology, deadLetters, logger };
  return { name: 'fan-out', resources: createFanOutConsumers(shared, catalogue, ports) };
}
