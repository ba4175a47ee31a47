import type { DomainEvent } from '@outreach/event-schema';
import type { StoredEvent } from './fan-out.ts';
import { deliveryBody } from './event-body.ts';

/** The record with whose erasure an event loses its data: the contact where the data names one, else its aggregate. */
export function erasableId({ aggregate, data }: Pick<DomainEvent, 'aggregate' | 'data'>): string {
  const contactId: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'contact_id') : undefined;
  return typeof contactId === 'string' ? contactId : aggregate.id;
}

/** What an event of an erased record still tells, whatever its type: the id, and that the record is gone. */
export function withoutPersonalData(event: DomainEvent): DomainEvent {
  return { ...event, data: { id: erasableId(event), hard: true } };
}

/** The same for an event that is stored. */
export function erasedBody(event: Omit<StoredEvent, 'body' | 'sequence'>): string {
  const { id, type, workspace_id, occurred_at, aggregate_id } = event;
  const timestamp = occurred_at.toISOString();
  const data = { id: aggregate_id, hard: true };
  return deliveryBody({ id, type, workspace_id, occurred_at: timestamp, data });
}
