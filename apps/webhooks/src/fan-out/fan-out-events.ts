import type { DomainEvent } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import type { Lease } from '../delivery-model/index.ts';
import type { DeliverySlots, SlotOwner } from '../delivery-worker/index.ts';
import type { Endpoint } from '../endpoints/index.ts';
import { planFanOut } from './plan-fan-out.ts';
import type { FanOutStores, RunTransaction } from './ports.ts';
import { storeEvents } from './store-events.ts';

export interface FanOutPorts {
  readonly stores: FanOutStores;
  readonly slots: DeliverySlots;
  readonly transaction: RunTransaction;
  readonly clock: Clock;
  readonly newDeliveryId: () => string;
}

/**
 * Stores events and one delivery per matching endpoint. An event that arrives again changes nothing. Deliveries that
 * fit into this process are created under its lease and sent right after the commit.
 */
export async function fanOutEvents(ports: FanOutPorts, events: readonly DomainEvent[]): Promise<void> {
  const { slots, clock, newDeliveryId } = ports;
  let reserved: SlotOwner[] = [];
  let refused: SlotOwner[] = [];
  const release = (): void => {
    for (const owner of reserved) slots.cancel(owner);
    reserved = [];
    refused = [];
  };
  const lease = ({ id, workspace_id }: Endpoint): Lease | undefined => {
    const owner = { workspace_id, endpoint_id: id };
    const reservation = slots.reserve(owner);
    (reservation === undefined ? refused : reserved).push(owner);
    return reservation;
  };
  let runs = 0;
  try {
    const plan = await ports.transaction(async () => {
      runs += 1;
      return storeEvents(ports.stores, {
        events,
        at: new Date(clock.now()),
        isRepeated: runs > 1,
        plan: (input) => {
          release();
          return planFanOut(input, { nowMs: clock.now(), newDeliveryId, lease });
        },
      });
    });
    slots.push(plan.deliveries.flatMap(({ job }) => job ?? []));
    slots.pull(refused);
  } catch (err) {
    release();
    throw err;
  }
}
