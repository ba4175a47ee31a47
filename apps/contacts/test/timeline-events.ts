import type { DomainEvent, EventDefinition } from '@outreach/event-schema';
import { newId, type CallContext } from '@outreach/service-kit';
import { aboutContact, eventually, type LikeExample } from '@outreach/testing';
import { expect } from '@jest/globals';
import type { EngagementEvent } from '@outreach/contracts-contacts/gen/engagement.ts';
import type { ContactsUnderTest } from './contacts-harness.ts';
import { createContact } from './given.ts';

export const DAY_MS = 24 * 60 * 60 * 1_000;

export type EventChanges = Pick<LikeExample, 'at' | 'data'>;

/** A contact of a workspace with functions for its events. */
export interface TestContact {
  readonly id: string;
  readonly ctx: CallContext;
  about(definition: EventDefinition, changes?: EventChanges): DomainEvent;
  /** Waits until the timeline has this number of events, and returns them. */
  timeline(count: number): Promise<readonly EngagementEvent[]>;
}

export async function createTestContact(
  contacts: ContactsUnderTest,
  ctx: CallContext,
  fields: object = {},
): Promise<TestContact> {
  const input = { email: `${newId('x')}@example.com`, ...fields };
  const { id } = await createContact(contacts, ctx, input);
  const { workspaceId } = ctx;
  return {
    id,
    ctx,
    about: (definition, changes = {}) => aboutContact(definition, { workspaceId, contactId: id, ...changes }),
    timeline: async (count) =>
      eventually(async () => {
        const { events } = await contacts.client.listContactEvents(ctx, wholeTimeline(id));
        expect(events).toHaveLength(count);
        return events;
      }),
  };
}

/** A request for the first page of a timeline with all types. */
export function wholeTimeline(contactId: string) {
  return { contact_id: contactId, event_types: [], page: { page_size: 500, cursor: '' } };
}
