import { isErasure } from '@outreach/contracts-contacts';
import type { DomainEvent } from '@outreach/event-schema';
import { erasableId, erasedBody, type Aggregate } from '../events/index.ts';
import type { ErasurePorts } from './ports.ts';

const EVENTS_PER_STEP_MAX = 1_000;

export interface ReceivedEvents {
  readonly events: readonly DomainEvent[];
  readonly at: Date;
}

/**
 * Part of a fan-out's transaction: stores the erasures among the events and erases the stored events and deliveries
 * of the erased records.
 * @returns ids of the erased records among the records of the events; also records that were erased earlier.
 */
export async function eraseRecords(
  ports: ErasurePorts,
  { events, at }: ReceivedEvents,
): Promise<ReadonlySet<string>> {
  const erasures = events
    .filter(isErasure)
    .map(({ workspace_id, aggregate }) => ({ id: aggregate.id, workspaceId: workspace_id, at }));
  if (erasures.length > 0) await ports.records.remember(erasures);
  for (const erasure of erasures) {
    await eraseStored(ports, erasure, at);
    await ports.eraseUnpublished(erasure.id);
  }
  const earlier = await ports.records.erasedOf([...new Set(events.map(erasableId))]);
  return new Set([...earlier, ...erasures.map(({ id }) => id)]);
}

async function eraseStored(ports: ErasurePorts, aggregate: Aggregate, at: Date): Promise<void> {
  const { workspaceId } = aggregate;
  const endpointIds = await ports.endpoints.listIds(workspaceId);
  for (let afterId = ''; ;) {
    const stored = await ports.events.listOfAggregate(aggregate, { afterId, limit: EVENTS_PER_STEP_MAX });
    const last = stored.at(-1);
    if (last === undefined) return;
    await ports.events.replaceBodies(stored.map((event) => ({ ...event, body: erasedBody(event) })));
    const eventIds = stored.map(({ id }) => id);
    await ports.deliveries.erase({ workspaceId, endpointIds, eventIds, at });
    afterId = last.id;
  }
}
