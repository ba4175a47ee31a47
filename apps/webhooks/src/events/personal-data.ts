import type { DomainEvent } from '@outreach/event-schema';
import type { StoredEvent } from './event.ts';
import { deliveryBody } from './event-body.ts';

/** Paths to the id of the contact in the data of events that are about a contact. */
const CONTACT_PATHS = [['contact_id'], ['thread', 'contact', 'id']] as const;

/** The record whose erasure erases the data of an event: the contact that its data names, else the aggregate. */
export function erasableId({ aggregate, data }: Pick<DomainEvent, 'aggregate' | 'data'>): string {
  const ids = CONTACT_PATHS.map((path) => valueAt(data, path));
  return ids.find((id) => typeof id === 'string') ?? aggregate.id;
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** The event with `{id, hard: true}` as data, for every event type. */
export function withoutPersonalData(event: DomainEvent): DomainEvent {
  return { ...event, data: { id: erasableId(event), hard: true } };
}

/** The delivery body of a stored event without personal data. */
export function erasedBody(event: Omit<StoredEvent, 'body' | 'sequence'>): string {
  const { id, type, workspace_id, occurred_at, aggregate_id } = event;
  const timestamp = occurred_at.toISOString();
  const data = { id: aggregate_id, hard: true };
  return deliveryBody({ id, type, workspace_id, occurred_at: timestamp, data });
}
