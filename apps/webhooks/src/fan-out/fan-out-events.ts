import type { DomainEvent } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import type { Lease } from '../delivery-model/index.ts';
import type { DeliverySlots, SlotOwner } from '../delivery-worker/index.ts';
import type { Endpoint } from '../endpoints/index.ts';
import type { Sequences } from '../events/index.ts';
import { planFanOut, type FanOutInput, type FanOutPlan } from './plan-fan-out.ts';
import type { FanOutStores, RunTransaction } from './ports.ts';

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

interface StoreBatch {
  readonly events: readonly DomainEvent[];
  readonly at: Date;
  /** True after a refused insert: some of the events may be stored already. */
  readonly isRepeated: boolean;
  readonly plan: (input: FanOutInput) => FanOutPlan;
}

/** Part of a transaction: reads the state that `plan` needs and stores its outcome. */
async function storeEvents(stores: FanOutStores, batch: StoreBatch): Promise<FanOutPlan> {
  const { at } = batch;
  // Redeliveries are rare, so known events are queried only after an insert was refused.
  const events = batch.isRepeated ? await withoutKnown(stores, batch.events) : batch.events;
  const sequences = await stores.sequences.find([...new Set(events.map((event) => event.workspace_id))]);
  const endpoints = await findEndpoints(stores, sequences);
  const erased = await stores.eraseRecords({ events, at });
  const planned = batch.plan({ events, sequences, endpoints, erased });
  if (planned.events.length === 0) return planned;
  // The sequences come first: concurrent fan-outs of one workspace conflict here, and the later one runs again.
  await stores.sequences.advance(sequences, planned.sequences);
  await stores.events.insert(planned.events, at);
  if (planned.deliveries.length > 0) await stores.deliveries.insert(planned.deliveries);
  await confirmHeld(stores, planned);
  return planned;
}

/** A concurrent activation conflicts here, so that no delivery stays held for an active endpoint. */
async function confirmHeld({ endpoints }: FanOutStores, { deliveries }: FanOutPlan): Promise<void> {
  const held = deliveries.filter((planned) => planned.held).map(({ delivery }) => delivery.endpoint_id);
  if (held.length > 0) await endpoints.confirmPaused([...new Set(held)]);
}

async function withoutKnown(
  { events }: FanOutStores,
  received: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  const known = await events.findKnownIds(received.map(({ id }) => id));
  return received.filter(({ id }) => !known.has(id));
}

async function findEndpoints({ endpoints }: FanOutStores, sequences: ReadonlyMap<string, Sequences>) {
  const workspaceIds = [...sequences.values()]
    .filter(({ endpoint_count: count }) => count > 0)
    .map(({ workspace_id: id }) => id);
  return workspaceIds.length === 0 ? [] : endpoints.listOfWorkspaces(workspaceIds);
}
