import { newEvent, type DomainEvent, type EventDefinition } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';

export interface LikeExample {
  readonly workspaceId: string;
  readonly at?: Date;
  readonly aggregate?: DomainEvent['aggregate'];
  /** Members that stand in the place of the example's. */
  readonly data?: object;
}

/** An event like the example of its definition. */
export function eventLike(
  definition: EventDefinition,
  { workspaceId, at = new Date(), aggregate = { id: newId('agg'), version: 1 }, data = {} }: LikeExample,
): DomainEvent {
  return newEvent(definition, {
    id: newId('evt'),
    workspaceId,
    occurredAt: at,
    aggregate,
    data: { ...Object(definition.example), ...data },
  });
}

export interface AboutContact extends LikeExample {
  readonly contactId: string;
}

/** What the campaigns service tells of a contact. */
export function aboutContact(
  definition: EventDefinition,
  { contactId, data = {}, ...told }: AboutContact,
): DomainEvent {
  return eventLike(definition, { ...told, data: { contact_id: contactId, ...data } });
}
