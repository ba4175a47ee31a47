import type { DomainEvent } from '@outreach/event-schema';
import type { Sequences } from '../events/index.ts';
import type { FanOutInput, FanOutPlan } from './plan-fan-out.ts';
import type { FanOutStores } from './ports.ts';

export interface StoreBatch {
  readonly events: readonly DomainEvent[];
  readonly at: Date;
  /** True after a refused insert: some of the events may be stored already. */
  readonly isRepeated: boolean;
  readonly plan: (input: FanOutInput) => FanOutPlan;
}

/** Part of a transaction: reads the state that `plan` needs and stores its outcome. */
export async function storeEvents(stores: FanOutStores, batch: StoreBatch): Promise<FanOutPlan> {
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
