import { describe, expect, it } from '@jest/globals';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import type { DomainEvent } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { enrollmentOf, listedFor, startCampaigns } from './campaigns-harness.ts';

const ADDRESS = 'maria@example.com';

const campaigns = await sharedByTests(startCampaigns);

interface ContactRef {
  readonly workspaceId: string;
  readonly contactId: string;
}

function deletionOf({ workspaceId, contactId }: ContactRef, data: object = {}): DomainEvent {
  return eventLike(contactDeleted, { workspaceId, aggregate: { id: contactId, version: 2 }, data });
}

const erasureOf = (contact: ContactRef): DomainEvent => ({
  ...deletionOf(contact),
  data: { id: contact.contactId, hard: true },
});

async function newcomer(): Promise<ContactRef> {
  const contact = { workspaceId: newId('ws'), contactId: newId('ct') };
  await campaigns.enroll(enrollmentOf(contact), enrollmentOf(contact));
  return contact;
}

async function addressesOf({ workspaceId, contactId }: ContactRef) {
  const ctx = testCall(workspaceId);
  const { enrollments } = await campaigns.client.listContactEnrollments(ctx, listedFor(contactId));
  return enrollments.map(({ contact_email }) => contact_email);
}

describe('an erased contact', () => {
  it('loses its address in its enrollments, while deleted and other contacts keep theirs', async () => {
    const [erased, deleted, other] = [await newcomer(), await newcomer(), await newcomer()];
    const erasure = erasureOf(erased);
    await campaigns.publish(deletionOf(deleted, { is_deleted: true }), erasure, erasure);
    await eventually(async () => expect(await addressesOf(erased)).toEqual([undefined, undefined]));
    expect(await addressesOf(deleted)).toEqual([ADDRESS, ADDRESS]);
    expect(await addressesOf(other)).toEqual([ADDRESS, ADDRESS]);
  });

  it('leaves no dead letter from before or after the erasure', async () => {
    const [erased, other] = [await newcomer(), await newcomer()];
    const letters = campaigns.database.collection('dead_letters');
    const unreadable = (contact: ContactRef) =>
      deletionOf(contact, { id: contact.contactId, email: ADDRESS, lead_score: 'high' });
    await campaigns.publish(unreadable(erased), unreadable(other));
    await eventually(async () => expect(await letters.countDocuments()).toBe(2));
    await campaigns.publish(erasureOf(erased), unreadable(erased));
    await eventually(async () => {
      await campaigns.runRound('erase-dead-letters');
      const left = await letters.find().toArray();
      expect(left.map(({ raw }) => String(raw.buffer).includes(other.contactId))).toEqual([true]);
    });
    expect(await addressesOf(erased)).toEqual([undefined, undefined]);
  });
});
