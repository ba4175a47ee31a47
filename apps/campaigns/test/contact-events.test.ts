import { describe, expect, it } from '@jest/globals';
import { contactDeleted, contactSuppressed, contactUpdated } from '@outreach/contracts-contacts/events';
import type { DomainEvent } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';
import { eventLike, eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import fc from 'fast-check';
import { enrollmentOf, startCampaigns } from './campaigns-harness.ts';

const START_MS = Date.parse('2026-02-01T12:00:00.000Z');
const SECOND_MS = 1_000;
const ORDERS_PER_RUN = 8;
const app = await sharedByTests(startCampaigns);

interface Contact {
  readonly workspaceId: string;
  readonly contactId: string;
}

type Kind = 'updated' | 'suppressed' | 'deleted';

/** The events of one contact, a second apart. Each update has another address. */
function history({ workspaceId, contactId }: Contact, kinds: readonly Kind[]): readonly DomainEvent[] {
  return kinds.map((kind, index) => {
    const at = new Date(START_MS + index * SECOND_MS);
    const change = { workspaceId, at, aggregate: { id: contactId, version: index + 2 } };
    if (kind === 'deleted') return eventLike(contactDeleted, change);
    if (kind === 'suppressed') return eventLike(contactSuppressed, change);
    const event = eventLike(contactUpdated, change);
    return {
      ...event,
      data: { ...contactUpdated.example, id: contactId, email: `address-${index}@example.com` },
    };
  });
}

/** Two enrollments: one from before all events, one from between the first and the second. */
async function enrolled(contact: Contact): Promise<void> {
  const before = { enrolled_at: new Date(START_MS - SECOND_MS) };
  const between = { enrolled_at: new Date(START_MS + SECOND_MS / 2) };
  await app.enroll(enrollmentOf(contact, before), enrollmentOf(contact, between));
}

async function stateOf({ contactId }: Contact) {
  const found = await app.database
    .collection('enrollments')
    .find({ contact_id: contactId })
    .sort({ enrolled_at: 1 })
    .toArray();
  return found.map(({ status, stop_reason, contact_email }) => ({ status, stop_reason, contact_email }));
}

/** Publishes events and waits until the service has handled them all. */
async function publishAll(events: readonly DomainEvent[], workspaceId: string): Promise<void> {
  const last = { workspaceId, contactId: newId('ct') };
  await app.enroll(enrollmentOf(last));
  const [marker] = history(last, ['suppressed']);
  if (marker === undefined) throw new Error('A history of one event has one event.');
  await app.publish(...events, marker);
  await eventually(async () => expect(await stateOf(last)).toMatchObject([{ status: 'stopped' }]));
}

describe('events of contacts', () => {
  it('stop open enrollments, for the earliest reason, and replace addresses by later ones', async () => {
    const contact = { workspaceId: newId('ws'), contactId: newId('ct') };
    await enrolled(contact);
    await publishAll(history(contact, ['suppressed', 'updated', 'deleted']), contact.workspaceId);
    const contact_email = 'address-1@example.com';
    expect(await stateOf(contact)).toEqual([
      { status: 'stopped', stop_reason: 'suppressed', contact_email },
      { status: 'stopped', stop_reason: 'contact_deleted', contact_email },
    ]);
  });

  it('lead to the same state in any order, however often they are repeated', async () => {
    const kind = fc.constantFrom<Kind>('updated', 'suppressed', 'deleted');
    const kinds = fc.array(kind, { minLength: 1, maxLength: 5 });
    const run = fc.asyncProperty(kinds, fc.infiniteStream(fc.nat()), async (own, random) => {
      const workspaceId = newId('ws');
      const contacts = Array.from({ length: ORDERS_PER_RUN }, () => ({
        workspaceId,
        contactId: newId('ct'),
      }));
      const published = contacts.map((contact, index) => {
        const events = history(contact, own);
        return index === 0 ? events : shuffled([...events, ...events], random);
      });
      for (const contact of contacts) await enrolled(contact);
      await publishAll(published.flat(), workspaceId);
      const [expected, ...others] = await Promise.all(contacts.map(stateOf));
      for (const other of others) expect(other).toEqual(expected);
    });
    await fc.assert(run, { numRuns: 6 });
    expect(app.violations).toEqual([]);
  });
});

function shuffled<T>(items: readonly T[], random: Iterator<number>): readonly T[] {
  return items
    .map((item) => ({ item, rank: Number(random.next().value) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
