import type { DomainEvent } from '@outreach/event-schema';
import type { StoredEvent } from './event.ts';
import { deliveryBody } from './event-body.ts';

/** The record whose erasure erases the data of an event: `data.contact_id` if there is one, else the aggregate. */
export function erasableId({ aggregate, data }: Pick<DomainEvent, 'aggregate' | 'data'>): string {
  const contactId: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'contact_id') : undefined;
  return typeof contactId === 'string' ? contactId : aggregate.id;
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
