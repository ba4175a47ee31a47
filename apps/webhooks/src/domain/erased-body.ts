import { contactDeleted } from '@outreach/contracts-contacts';
import { isEvent, type DomainEvent } from '@outreach/event-schema';
import type { StoredEvent } from './fan-out.ts';
import { deliveryBody } from './event-body.ts';

/** Days for which an erasure is remembered: no event that was on its way when it happened comes later. */
export const ERASURE_DAYS = 30;

/** True for the one event by which a contact is erased. */
export function isErasure(event: DomainEvent): boolean {
  return isEvent(contactDeleted, event) && 'hard' in event.data;
}

/** What an event of an erased record still tells, whatever its type: the id, and that the record is gone. */
export function withoutPersonalData(event: DomainEvent): DomainEvent {
  return { ...event, data: { id: event.aggregate.id, hard: true } };
}

/** The same for an event that is stored. */
export function erasedBody(event: Omit<StoredEvent, 'body' | 'sequence'>): string {
  const { id, type, workspace_id, occurred_at, aggregate_id } = event;
  const timestamp = occurred_at.toISOString();
  const data = { id: aggregate_id, hard: true };
  return deliveryBody({ id, type, workspace_id, occurred_at: timestamp, data });
}
