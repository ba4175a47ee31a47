import { describe, expect, it, jest } from '@jest/globals';
import { emailOpened, emailReplied, emailSent } from '@outreach/contracts-campaigns/events';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts } from './contacts-harness.ts';
import { newWorkspace, WAIT } from './given.ts';
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

/** Waits until the relay has deleted the events of earlier requests: an erasure that meets it runs again. */
async function published(): Promise<void> {
  const outbox = contacts.database.collection('outbox');
  await eventually(async () => expect(await outbox.countDocuments()).toBe(0));
}

/** Makes the next recheck of the erasure due, and waits until it is done. */
async function recheck({ id }: TestContact, rechecks: number): Promise<void> {
  const logs = contacts.database.collection('retention_logs');
  const waiting = { contact_id: id, due_at: { $ne: null } };
  expect((await logs.updateOne(waiting, { $set: { due_at: new Date(0) } })).matchedCount).toBe(1);
  await eventually(
    async () => expect(await logs.findOne({ contact_id: id })).toMatchObject({ rechecks }),
    WAIT,
  );
}

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

  it('loses in a recheck the events whose transaction was open when the erasure committed', async () => {
    const one = await newcomer();
    let erasures = 0;
    await contacts.handle([one.about(emailSent)], async () => {
      erasures += 1;
      await erase(one);
    });
    expect([erasures, await kept(one)]).toEqual([1, 1]);
    await recheck(one, 1);
    expect(await kept(one)).toBe(0);
  });

  it('loses in a recheck the events that were committed while the transaction of the erasure was open', async () => {
    const one = await newcomer();
    await published();
    let batches = 0;
    await contacts.whileErasing(
      async () => {
        batches += 1;
        await contacts.publish(one.about(emailSent));
        await eventually(async () => expect(await kept(one)).toBe(1));
      },
      async () => erase(one),
    );
    expect([batches, await kept(one)]).toEqual([1, 1]);
    await recheck(one, 1);
    expect(await kept(one)).toBe(0);
  });

  it('loses in the last recheck the events of a transaction that stood still for a minute', async () => {
    const one = await newcomer();
    await contacts.handle([one.about(emailSent)], async () => {
      await erase(one);
      await recheck(one, 1);
    });
    expect(await kept(one)).toBe(1);
    await recheck(one, 2);
    expect(await kept(one)).toBe(0);
  });

  it('gets no event that a person caused while the erasure runs', async () => {
    const one = await newcomer();
    let erasures = 0;
    await contacts.handle([one.about(emailOpened)], async () => {
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
