import { describe, expect, it } from '@jest/globals';
import {
  campaignEvents,
  emailClicked,
  emailOpened,
  emailReplied,
  emailSent,
  emailUnsubscribed,
} from '@outreach/contracts-campaigns/events';
import {
  campaignInternalEvents,
  engagementMachineClicked,
  engagementMachineOpened,
  enrollmentEnrolled,
} from '@outreach/contracts-campaigns/internal-events';
import { ENGAGEMENT_EVENT_TYPES } from '@outreach/contracts-contacts/engagement';
import { DURABLES, isReceived } from '@outreach/event-bus';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { CAMPAIGN_EVENTS } from '../src/timeline/campaign-events.events.ts';
import { searched, startContacts, written } from './contacts-harness.ts';
import { newWorkspace } from './given.ts';
import { DAY_MS, wholeTimeline, createTestContact } from './timeline-events.ts';

const contacts = await sharedByTests(startContacts);

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

interface Stored {
  readonly _id: string;
  readonly version: number;
  readonly updated_at: Date;
  readonly last_activity_at: Date | null;
}

async function document(id: string): Promise<Stored> {
  const found = await contacts.database.collection<Stored>('contacts').findOne({ _id: id });
  if (found === null) throw new Error('The contact does not exist.');
  return found;
}

describe('ListContactEvents', () => {
  it('returns every received event with its ids and without an address', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    const events = CAMPAIGN_EVENTS.map(({ definition }) => one.about(definition));
    await contacts.publish(...events);
    const timeline = await one.timeline(events.length);
    expect([...new Set(timeline.map(({ event_type }) => event_type))].toSorted()).toEqual(
      ENGAGEMENT_EVENT_TYPES.toSorted(),
    );
    const reply = events.find(({ type }) => type === 'email.replied');
    const { example } = emailReplied;
    expect(timeline.find(({ event_type }) => event_type === 'email_replied')).toEqual({
      id: reply?.id.replace('evt_', 'eng_'),
      event_type: 'email_replied',
      occurred_at: new Date(reply?.occurred_at ?? 0),
      contact_id: one.id,
      campaign_id: example.campaign_id,
      enrollment_id: example.enrollment_id,
      send_id: example.id,
      step_number: example.step_number,
      sending_account_id: example.sending_account_id,
      is_machine: false,
      metadata: { subject: example.subject, ...example.reply },
    });
    const enrolled = timeline.find(({ event_type }) => event_type === 'enrolled');
    expect(enrolled).toMatchObject({
      enrollment_id: enrollmentEnrolled.example.id,
      metadata: { source: 'filter' },
    });
    expect(JSON.stringify(timeline)).not.toContain('@');
    const byMachine = timeline.filter(({ is_machine }) => is_machine).map(({ event_type }) => event_type);
    expect(byMachine.toSorted()).toEqual(['email_auto_replied', 'email_clicked', 'email_opened']);
  });

  it('maps every event type that the durable of the service reads', () => {
    const row = DURABLES.find(({ durable }) => durable === 'contacts-campaigns');
    const given = [...campaignEvents, ...campaignInternalEvents].filter(
      ({ type }) => row !== undefined && isReceived(row, type),
    );
    expect(given.map(({ type }) => type).toSorted()).toEqual(
      CAMPAIGN_EVENTS.map(({ definition }) => definition.type).toSorted(),
    );
  });

  it('returns pages newest first, of all or some event types', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    const days = [3, 1, 5, 2, 4];
    await contacts.publish(
      ...days.map((day) => one.about(emailSent, { at: daysAgo(day) })),
      ...days.map((day) => one.about(emailOpened, { at: daysAgo(day) })),
    );
    await one.timeline(10);
    const page = async (cursor: string, event_types: string[] = ['email_opened']) =>
      contacts.client.listContactEvents(one.ctx, {
        contact_id: one.id,
        event_types,
        page: { page_size: 3, cursor },
      });
    const first = await page('');
    const second = await page(first.meta?.next_cursor ?? '');
    const times = [...first.events, ...second.events].map(({ occurred_at }) => occurred_at?.getTime() ?? 0);
    expect(times).toHaveLength(5);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect([first.meta?.has_more, second.meta?.has_more]).toEqual([true, false]);
    const wrongCursor = { kind: 'invalid_argument', field: 'cursor' };
    await expect(page(first.meta?.next_cursor ?? '', ['email_sent'])).rejects.toMatchObject(wrongCursor);
    const both = await page('', ['email_sent', 'email_opened']);
    const swapped = await page(both.meta?.next_cursor ?? '', ['email_opened', 'email_sent']);
    expect(swapped.events).toHaveLength(3);
    await expect(page('', ['email_read'])).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'event_type',
    });
  });

  it('returns the timeline of a deleted contact and not_found for another workspace', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    await contacts.client.deleteContact(one.ctx, { id: one.id, deletion_reason: undefined });
    await contacts.publish(one.about(emailOpened));
    await one.timeline(1);
    const gone = { kind: 'not_found' };
    await expect(
      contacts.client.listContactEvents(newWorkspace(), wholeTimeline(one.id)),
    ).rejects.toMatchObject(gone);
    await expect(
      contacts.client.listContactEvents(one.ctx, wholeTimeline(newId('ct'))),
    ).rejects.toMatchObject(gone);
  });

  it('reads a page of one type along its index without sorting', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    await contacts.publish(...[1, 2, 3].map((day) => one.about(emailOpened, { at: daysAgo(day) })));
    await one.timeline(3);
    await contacts.database.command({ profile: 2 });
    const page = { contact_id: one.id, event_types: ['email_opened'], page: { page_size: 2, cursor: '' } };
    await contacts.client.listContactEvents(one.ctx, page);
    await contacts.database.command({ profile: 0 });
    const profiled = contacts.database.collection('system.profile');
    const plan = await profiled.findOne({
      'command.find': 'engagement_events',
      'command.filter.$and.contact_id': one.id,
    });
    expect(plan).toMatchObject({ planSummary: expect.stringContaining('IXSCAN'), docsExamined: 3 });
    expect(plan?.['hasSortStage']).toBeUndefined();
  });
});

describe('an event on a timeline', () => {
  it('sets last_activity_at to its time if a person caused it, and never to an earlier one', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    expect((await document(one.id)).last_activity_at).toBeNull();
    await contacts.publish(
      one.about(emailClicked, { at: daysAgo(2) }),
      one.about(emailOpened, { at: daysAgo(3) }),
      one.about(emailSent),
      one.about(engagementMachineOpened),
      one.about(engagementMachineClicked),
    );
    const timeline = await one.timeline(5);
    const click = timeline.find(
      ({ event_type, is_machine }) => event_type === 'email_clicked' && !is_machine,
    );
    expect((await document(one.id)).last_activity_at).toEqual(click?.occurred_at);
    const unsubscribed = one.about(emailUnsubscribed, { at: daysAgo(1) });
    await contacts.publish(unsubscribed, one.about(emailReplied, { at: daysAgo(4) }));
    await one.timeline(7);
    expect((await document(one.id)).last_activity_at).toEqual(new Date(unsubscribed.occurred_at));
  });

  it('changes neither version nor updated_at while the score stays equal', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    const { version, updated_at } = await document(one.id);
    await contacts.publish(one.about(emailSent), one.about(emailUnsubscribed), one.about(enrollmentEnrolled));
    await one.timeline(3);
    expect(await document(one.id)).toMatchObject({ version, updated_at });
    const title = written({ title: 'CEO' });
    await contacts.client.updateContact(one.ctx, { id: one.id, ...title });
    expect(await document(one.id)).toMatchObject({
      last_activity_at: expect.any(Date),
      campaign_ids: [enrollmentEnrolled.example.campaign_id],
    });
  });

  it('makes its contact match filters by campaign and last activity', async () => {
    const ctx = newWorkspace();
    const [one, other] = [await createTestContact(contacts, ctx), await createTestContact(contacts, ctx)];
    const campaign_id = newId('cmp');
    await contacts.asCampaigns.registerCampaign(ctx, { campaign_id, segment_ids: [] });
    await contacts.publish(
      one.about(enrollmentEnrolled, { data: { campaign_id } }),
      one.about(emailOpened),
      other.about(emailOpened, { at: daysAgo(10) }),
    );
    await Promise.all([one.timeline(2), other.timeline(1)]);
    const found = async (field: string, op: string, value: unknown) => {
      const filters = [{ field, op, value }];
      const page = await contacts.client.searchContacts(ctx, searched({ filters }));
      return page.contacts.map(({ id }) => id);
    };
    expect(await found('in_campaign', 'eq', campaign_id)).toEqual([one.id]);
    expect(await found('in_campaign', 'ne', campaign_id)).toEqual([other.id]);
    expect(await found('last_activity_at', 'lt', daysAgo(5).toISOString())).toEqual([other.id]);
  });

  it('is listed within a second in the quickest of five runs', async () => {
    const one = await createTestContact(contacts, newWorkspace());
    const tookMs: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const opened = one.about(emailOpened);
      await contacts.publish(opened);
      const publishedAt = performance.now();
      await eventually(async () =>
        expect((await document(one.id)).last_activity_at).toEqual(new Date(opened.occurred_at)),
      );
      tookMs.push(performance.now() - publishedAt);
    }
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
  });
});
