import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Catalogue } from '@outreach/event-schema';
import { runAsSystem } from '@outreach/mongo-kit';
import type { DeliverySlots } from '../delivery-worker/index.ts';
import type { FanOutPorts } from './fan-out-events.ts';
import { fanOutConsumers } from './fan-out.events.ts';
import type { FanOutStores } from './ports.ts';

/** Events of all services: stores each and creates its deliveries. */
export function createFanOut(
  { clock, ids, units }: ServiceBase,
  needs: FanOutStores & { readonly catalogue: Catalogue; readonly slots: DeliverySlots },
): Feature {
  const { catalogue, slots, ...stores } = needs;
  const ports: FanOutPorts = {
    stores,
    slots,
    clock,
    newDeliveryId: () => ids('dlv'),
    transaction: async (fn) =>
      runAsSystem('a batch of events has events of several workspaces', async () => units.unitOfWork(fn)),
  };
  return { name: 'fan-out', consumers: fanOutConsumers(catalogue, ports) };
}
