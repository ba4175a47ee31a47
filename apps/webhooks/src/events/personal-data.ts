import type { DomainEvent } from '@outreach/event-schema';
import { z } from 'zod';
import type { StoredEvent } from './event.ts';
import { deliveryBody } from './event-body.ts';

const OfContact = z.union([
  z.object({ contact_id: z.string() }).transform(({ contact_id: id }) => id),
  z
    .object({ thread: z.object({ contact: z.object({ id: z.string() }) }) })
    .transform(({ thread }) => thread.contact.id),
]);

/** The record whose erasure erases the data of an event: the contact that the data names, else the aggregate. */
export function erasableId({ aggregate, data }: Pick<DomainEvent, 'aggregate' | 'data'>): string {
  const contact = OfContact.safeParse(data);
  return contact.success ? contact.data : aggregate.id;
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
