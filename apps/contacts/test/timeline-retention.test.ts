import { describe, expect, it } from '@jest/globals';
import { emailOpened, emailReplied, emailSent } from '@outreach/contracts-campaigns/events';
import { retentionUpdated } from '@outreach/contracts-campaigns/internal-events';
import { eventLike, eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { currentCall, type CallContext } from '@outreach/service-kit';
import { startContacts } from './contacts-harness.ts';
import { newWorkspace } from './given.ts';
import { createTestContact, DAY_MS } from './timeline-events.ts';

const contacts = await sharedByTests(startContacts);
const rows = contacts.database.collection<{ _id: string; due_at: Date | null }>('timeline_retention');

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

async function publish({ workspaceId }: CallContext, days: number, version: number): Promise<void> {
  await contacts.publish(
    eventLike(retentionUpdated, {
      workspaceId,
      aggregate: { id: workspaceId, version },
      data: { timeline_days: days },
    }),
  );
}

describe('the events of timelines', () => {
  it('expire after the days of their workspace, in pages', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    const second = await createTestContact(contacts, one.ctx);
    const other = await createTestContact(contacts, newWorkspace());
    const old = Array.from({ length: 1_200 }, (_, index) =>
      one.about(emailSent, { at: daysAgo(40 + index / 100) }),
    );
    await contacts.publish(
      ...old,
      one.about(emailSent, { at: daysAgo(29) }),
      second.about(emailSent, { at: daysAgo(31) }),
      other.about(emailSent, { at: daysAgo(31) }),
    );
    await Promise.all([one.timeline(500), second.timeline(1), other.timeline(1)]);
    await eventually(async () =>
      expect(
        await contacts.database.collection('engagement_events').countDocuments({ contact_id: one.id }),
      ).toBe(1_201),
    );
    const calls: (string | undefined)[] = [];
    const recordCall = (): void => void calls.push(currentCall()?.requestId);
    await contacts.whileExpiring(recordCall, async () => {
      await publish(one.ctx, 30, 1);
      await Promise.all([one.timeline(1), second.timeline(0), other.timeline(1)]);
    });
    // A call has a deadline of 30 s, so each step has a call of its own.
    expect(new Set(calls).size).toBeGreaterThan(1);
  });

  it('expire once a day, and no longer after the setting was replaced', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    await contacts.publish(one.about(emailSent, { at: daysAgo(20) }));
    await one.timeline(1);
    const { workspaceId: _id } = one.ctx;
    await publish(one.ctx, 30, 1);
    await eventually(async () => {
      const row = await rows.findOne({ _id });
      expect(row?.due_at).toBeInstanceOf(Date);
      expect(Number(row?.due_at) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    });
    await publish(one.ctx, 0, 3);
    await eventually(async () =>
      expect(await rows.findOne({ _id })).toMatchObject({ days: 0, due_at: null }),
    );
    await publish(one.ctx, 1, 2);
    const last = await createTestContact(contacts, one.ctx);
    await contacts.publish(last.about(emailSent));
    await last.timeline(1);
    expect(await rows.findOne({ _id })).toMatchObject({ days: 0, version: 3 });
    await one.timeline(1);
  });

  it('take their points with them', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    await contacts.publish(
      one.about(emailReplied, { at: daysAgo(10) }),
      one.about(emailOpened, { at: daysAgo(1) }),
    );
    await one.timeline(2);
    const stored = contacts.database.collection<{ _id: string; engagement_points: number }>('contacts');
    const points = async () => (await stored.findOne({ _id: one.id }))?.engagement_points ?? 0;
    const before = await points();
    await publish(one.ctx, 5, 1);
    await one.timeline(1);
    expect(await points()).toBeGreaterThan(0);
    expect(await points()).toBeLessThan(before);
  });
});
