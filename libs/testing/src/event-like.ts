import { newEvent, type DomainEvent, type EventDefinition } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';

export interface LikeExample {
  readonly workspaceId: string;
  readonly at?: Date;
  readonly aggregate?: DomainEvent['aggregate'];
  /** Fields that replace the fields of the example. */
  readonly data?: object;
}

/** Creates an event from the example of its definition. */
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

/** Creates an event of the campaigns service about a contact. */
export function aboutContact(
  definition: EventDefinition,
  { contactId, data = {}, ...fields }: AboutContact,
): DomainEvent {
  return eventLike(definition, {
    ...fields,
    data: { ...contactFields(definition.example, contactId), ...data },
  });
}

/** An event of the inbox names the contact in its thread. */
function contactFields(example: unknown, contactId: string): object {
  const { thread } = Object(example) as { readonly thread?: { readonly contact: object } };
  if (thread === undefined) return { contact_id: contactId };
  return { thread: { ...thread, contact: { ...thread.contact, id: contactId } } };
}
