import { describe, expect, it, jest } from '@jest/globals';
import { emailOpened, emailReplied, emailSent } from '@outreach/contracts-campaigns/events';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts } from './contacts-harness.ts';
import { newWorkspace } from './given.ts';
import { createTestContact, type TestContact } from './timeline-events.ts';

jest.setTimeout(60_000);

const SNIPPET = 'Kind regards, Zenobia';

const contacts = await sharedByTests(startContacts);

const newcomer = async () => createTestContact(contacts, newWorkspace());

async function erase({ ctx, id }: TestContact): Promise<void> {
  const officer = testCall(ctx.workspaceId, { scopes: new Set(['admin:gdpr']) });
  await contacts.client.eraseContact(officer, { id, deletion_reason: undefined, suppress: false });
}

const kept = async ({ id }: TestContact) =>
  contacts.database.collection('engagement_events').countDocuments({ contact_id: id });
const letters = () => contacts.database.collection('dead_letters');

describe('the timeline of an erased contact', () => {
  it('is erased with the contact, and late events are dropped', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const reply = { intent: 'interested', snippet: SNIPPET };
    await contacts.publish(one.about(emailReplied, { data: { reply } }), one.about(emailSent));
    await one.timeline(2);
    await erase(one);
    expect(await kept(one)).toBe(0);
    await contacts.publish(one.about(emailOpened), other.about(emailOpened));
    await other.timeline(1);
    expect(await kept(one)).toBe(0);
    expect(await letters().countDocuments()).toBe(0);
  });

  it('stays erased when the erasure runs while events are recorded', async () => {
    const one = await newcomer();
    let erasures = 0;
    await contacts.handle([one.about(emailSent)], async () => {
      erasures += 1;
      if (erasures === 1) await erase(one);
    });
    expect([erasures, await kept(one)]).toEqual([1, 0]);
  });

  it('leaves no dead letter that was stored before or after the erasure', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const unreadable = (of: TestContact) => of.about(emailSent, { data: { step_number: 'first' } });
    await contacts.publish(unreadable(one), unreadable(other), other.about(emailOpened));
    await eventually(async () => expect(await letters().countDocuments()).toBe(2));
    await other.timeline(1);
    await erase(one);
    await contacts.publish(unreadable(one));
    // The unreadable event is a dead letter before the event after it is handled.
    await contacts.publish(other.about(emailOpened));
    await other.timeline(2);
    await contacts.withJob('erase-dead-letters', async () => {
      await eventually(async () => {
        const left = await letters().find().toArray();
        expect(left.map(({ raw }) => String(raw.buffer).includes(other.id))).toEqual([true]);
      });
    });
  });
});
