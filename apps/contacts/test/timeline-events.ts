import type { DomainEvent, EventDefinition } from '@outreach/event-schema';
import { newId, type CallContext } from '@outreach/service-kit';
import { aboutContact, eventually, type LikeExample } from '@outreach/testing';
import { expect } from '@jest/globals';
import type { EngagementEvent } from '@outreach/contracts-contacts';
import type { ContactsUnderTest } from './contacts-harness.ts';
import { createContact } from './given.ts';

export const DAY_MS = 24 * 60 * 60 * 1_000;

export type Telling = Pick<LikeExample, 'at' | 'data'>;

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
  const { id } = await createContact(contacts, ctx, input);
  const { workspaceId } = ctx;
  return {
    id,
    ctx,
    about: (definition, telling = {}) => aboutContact(definition, { workspaceId, contactId: id, ...telling }),
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
