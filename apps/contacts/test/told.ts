import { newEvent, type DomainEvent, type EventDefinition } from '@outreach/event-schema';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { expect } from '@jest/globals';
import type { EngagementEvent } from '@outreach/contracts-contacts';
import { written, type ContactsUnderTest } from './contacts-harness.ts';

export const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Telling {
  readonly at?: Date;
  readonly data?: object;
}

/** An event of the campaigns service about a contact, like its example. */
export function toldOf(
  definition: EventDefinition,
  {
    workspaceId,
    contactId,
    at = new Date(),
    data = {},
  }: Telling & { workspaceId: string; contactId: string },
): DomainEvent {
  return newEvent(definition, {
    id: newId('evt'),
    workspaceId,
    occurredAt: at,
    aggregate: { id: newId('snd'), version: 1 },
    data: { ...Object(definition.example), contact_id: contactId, ...data },
  });
}

/** A contact of a workspace, and what is told of it. */
export interface Someone {
  readonly id: string;
  readonly ctx: CallContext;
  about(definition: EventDefinition, telling?: Telling): DomainEvent;
  /** Its timeline once it has so many events. */
  timeline(count: number): Promise<readonly EngagementEvent[]>;
}

export async function someone(
  contacts: ContactsUnderTest,
  ctx: CallContext,
  members: object = {},
): Promise<Someone> {
  const input = { email: `${newId('x')}@example.com`, ...members };
  const { contact } = await contacts.client.createContact(ctx, written(input));
  const { workspaceId } = ctx;
  const id = contact?.id ?? '';
  return {
    id,
    ctx,
    about: (definition, telling = {}) => toldOf(definition, { workspaceId, contactId: id, ...telling }),
    timeline: async (count) =>
      eventually(async () => {
        const { events } = await contacts.client.listContactEvents(ctx, everything(id));
        expect(events).toHaveLength(count);
        return events;
      }),
  };
}

/** The first page of a whole timeline. */
export function everything(contactId: string) {
  return { contact_id: contactId, event_types: [], page: { page_size: 500, cursor: '' } };
}
