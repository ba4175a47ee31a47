import { isErasure } from '@outreach/contracts-contacts/events';
import type { DomainEvent } from '@outreach/event-schema';
import { erasableId } from '../events/index.ts';
import type { EraseRecordsPorts } from './ports.ts';

export interface ReceivedEvents {
  readonly events: readonly DomainEvent[];
  readonly at: Date;
}

/**
 * Part of a fan-out's transaction: stores the erasures among the events and queues the removal of the personal data
 * from stored events and deliveries. Until it is done, deliveries and the feed read the stored events without the data.
 * @returns ids of the erased records among the records of the events; also records that were erased earlier.
 */
export async function eraseRecords(
  ports: EraseRecordsPorts,
  { events, at }: ReceivedEvents,
): Promise<ReadonlySet<string>> {
  const erasures = events
    .filter(isErasure)
    .map(({ workspace_id, aggregate }) => ({ id: aggregate.id, workspaceId: workspace_id, at }));
  if (erasures.length > 0) await ports.records.remember(erasures);
  for (const erasure of erasures) {
    await ports.tasks.add(erasure);
    await ports.eraseUnpublished(erasure.id);
  }
  const earlier = await ports.records.erasedOf([...new Set(events.map(erasableId))]);
  return new Set([...earlier, ...erasures.map(({ id }) => id)]);
}
