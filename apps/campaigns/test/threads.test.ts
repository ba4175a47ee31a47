import { describe, expect, it } from '@jest/globals';
import type { ListThreadsRequest, UpdateThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { queuedSend, type Send } from '../src/sends/index.ts';
import { toCounters } from '../src/stats/index.ts';
import type { Thread } from '../src/threads/thread.ts';
import { campaignOf, enrollmentOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';
import { replyOf, threadOf, writeThreads } from './thread-records.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client, base } = campaigns;
const AT = new Date('2026-03-02T12:00:00Z');

function callOf(workspaceId: string) {
  return testCall(workspaceId, { scopes: new Set(['campaigns:read', 'campaigns:write']) });
}

const all: ListThreadsRequest = {
  page: { page_size: 10, cursor: '' },
  status: undefined,
  intents: [],
  campaign_id: undefined,
  sending_account_id: undefined,
  contact_id: undefined,
  unread: undefined,
  search: undefined,
};

async function idsOf(workspaceId: string, filter: Partial<ListThreadsRequest> = {}): Promise<string[]> {
  const { threads } = await client.listThreads(callOf(workspaceId), { ...all, ...filter });
  return threads.map(({ id }) => id);
}

describe('ListThreads', () => {
  const workspaceId = newId('ws');
  const at = (minute: number): Date => new Date(AT.getTime() + minute * 60_000);
  const asked = threadOf(workspaceId, { last_message_at: at(1), subject: 'Prices für Zürich' });
  const away = threadOf(workspaceId, {
    last_message_at: at(3),
    intent: 'out_of_office',
    unread: false,
    first_name: 'Grace',
    last_name: 'Hopper',
    contact_email: 'grace@navy.example',
  });
  const closed = threadOf(workspaceId, { last_message_at: at(2), status: 'closed', intent: 'not_now' });
  const written = writeThreads(base, [asked, away, closed]);

  it('lists by the last message, newest first, in pages', async () => {
    await written;
    expect(await idsOf(workspaceId)).toEqual([away.id, closed.id, asked.id]);
    const page = (cursor: string) => ({ ...all, page: { page_size: 2, cursor } });
    const first = await client.listThreads(callOf(workspaceId), page(''));
    const second = await client.listThreads(callOf(workspaceId), page(first.meta?.next_cursor ?? ''));
    expect([...first.threads, ...second.threads].map(({ id }) => id)).toEqual([away.id, closed.id, asked.id]);
    expect(second.meta?.has_more).toBe(false);
    expect(await idsOf(newId('ws'))).toEqual([]);
  });

  it.each([
    ['status', { status: 'closed' }, [closed]],
    ['intents', { intents: ['not_now', 'out_of_office'] }, [away, closed]],
    ['unread', { unread: true }, [closed, asked]],
    ['read', { unread: false }, [away]],
    ['campaign', { campaign_id: asked.campaign_id }, [asked]],
    ['account', { sending_account_id: away.sending_account_id }, [away]],
    ['contact', { contact_id: closed.contact_id }, [closed]],
    ['several filters', { status: 'open', unread: true }, [asked]],
    ['the subject', { search: 'zuri' }, [asked]],
    ['the names', { search: 'HOPPER gra' }, [away]],
    ['the address', { search: 'navy' }, [away]],
    ['a text, which is not searched', { search: 'much' }, []],
  ] as const)('filters by %s', async (_name, filter, found) => {
    await written;
    expect(await idsOf(workspaceId, filter as Partial<ListThreadsRequest>)).toEqual(
      found.map(({ id }) => id),
    );
  });

  it('counts threads, and open ones by intent', async () => {
    await written;
    expect(await client.getInboxSummary(callOf(workspaceId), {})).toEqual({
      unread: 2,
      open: 2,
      closed: 1,
      by_intent: expect.arrayContaining([
        { intent: 'question', threads: 1 },
        { intent: 'out_of_office', threads: 1 },
      ]),
    });
  });

  it('refuses unknown values', async () => {
    for (const filter of [{ status: 'lost' }, { intents: ['happy'] }])
      await expect(client.listThreads(callOf(workspaceId), { ...all, ...filter })).rejects.toMatchObject({
        kind: 'invalid_argument',
      });
  });
});

describe('GetThread', () => {
  it('has the messages with their bodies, oldest first, and changes nothing', async () => {
    const thread = threadOf(newId('ws'));
    const later = { id: newId('msg'), at: new Date(AT.getTime() + 1), message_id: 'b@example.com' };
    await writeThreads(base, [thread], [replyOf(thread, later), replyOf(thread)]);
    const read = await client.getThread(callOf(thread.workspace_id), { id: thread.id });
    expect(read.messages).toMatchObject([
      { id: thread.intent_message_id, body_text: 'How much is it?', body_html: '<p>How much is it?</p>' },
      { id: later.id, from_email: 'ada@example.com', truncated: false },
    ]);
    expect(read.thread).toMatchObject({ unread: true, contact_first_name: 'Ada' });
  });

  it('has the newest 200 messages, and bodies of at most 16 MiB', async () => {
    const thread = threadOf(newId('ws'));
    const messages = Array.from({ length: 205 }, (_, index) =>
      replyOf(thread, {
        id: newId('msg'),
        at: new Date(AT.getTime() + index),
        body_text: 'x'.repeat(204 - index < 70 ? 262_144 : 10),
        body_html: null,
      }),
    );
    await writeThreads(base, [thread], messages);
    const read = await client.getThread(callOf(thread.workspace_id), { id: thread.id });
    expect(read.messages.map(({ id }) => id)).toEqual(messages.slice(5).map(({ id }) => id));
    const isCut = read.messages.map(({ truncated, body_text: text }) => truncated && text === '');
    expect([isCut.at(-1), isCut.at(-64), isCut.at(0)]).toEqual([false, false, true]);
  });

  it('does not find a thread of another workspace', async () => {
    const thread = threadOf(newId('ws'));
    await writeThreads(base, [thread]);
    const ctx = callOf(newId('ws'));
    await expect(client.getThread(ctx, { id: thread.id })).rejects.toMatchObject({ kind: 'not_found' });
    const update = { id: thread.id, status: 'closed', unread: undefined, intent: undefined };
    await expect(client.updateThread(ctx, update)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

/** A thread whose reply counts for an email that was answered once. */
async function answered(intent: Thread['intent'], replied: boolean) {
  const workspaceId = newId('ws');
  const sequence = sequenceOf(workspaceId, 1);
  const campaign = campaignOf({ workspaceId, sequenceId: sequence.id });
  const contactId = newId('ct');
  const enrollment = enrollmentOf({ workspaceId, contactId }, { campaign_id: campaign.id, replied });
  const send: Send = {
    ...queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: enrollment.id,
      sequence_id: sequence.id,
      contact_id: contactId,
      contact_email: 'ada@example.com',
      step_id: sequence.steps[0]?.id ?? '',
      step_number: 1,
      sending_account_id: newId('acc'),
      from_email: 'anna@example.org',
      scheduled_at: AT,
      account_day: '2026-03-02',
      campaign_day: '2026-03-02',
      created_at: AT,
    }),
    status: 'delivered',
    due_at: null,
    sent_at: AT,
    replied_at: replied ? AT : null,
    reply_counts: { [intent]: 1 },
  };
  await campaigns.write('campaigns', campaign);
  await campaigns.write('sends', send);
  await campaigns.enroll(enrollment);
  const ids = { campaign_id: campaign.id, enrollment_id: enrollment.id, contact_id: contactId };
  const thread = threadOf(workspaceId, { ...ids, intent });
  await writeThreads(base, [thread], [replyOf(thread, { send_id: send.id, counted_send_id: send.id })]);
  const update = async (change: Partial<UpdateThreadRequest>) =>
    client.updateThread(callOf(workspaceId), {
      id: thread.id,
      status: undefined,
      unread: undefined,
      intent: undefined,
      ...change,
    });
  const find = async (collection: string, id: string) =>
    campaigns.database.collection<{ _id: string }>(collection).findOne({ _id: id });
  return { campaign, enrollment, send, thread, update, find };
}

describe('UpdateThread', () => {
  it('changes the status and marks as read', async () => {
    const { thread, update } = await answered('question', true);
    expect(await update({ status: 'closed', unread: false })).toMatchObject({
      thread: { status: 'closed', unread: false, intent_source: 'auto' },
    });
    expect(await update({})).toMatchObject({ thread: { id: thread.id, status: 'closed', unread: false } });
    expect(await client.getInboxSummary(callOf(thread.workspace_id), {})).toEqual({
      unread: 0,
      open: 0,
      closed: 1,
      by_intent: [{ intent: 'question', threads: 0 }],
    });
  });

  it('moves the counters of a corrected intent once, at the time of the reply', async () => {
    const { campaign, send, thread, update, find } = await answered('not_now', true);
    const published = campaigns.published.length;
    for (let time = 0; time < 2; time += 1)
      expect(await update({ intent: 'meeting_requested' })).toMatchObject({
        thread: { intent: 'meeting_requested', intent_source: 'user' },
      });
    const moved = { intent_not_now: -1, intent_meeting_requested: 1, positive_replied: 1 };
    expect(await find('campaign_totals', campaign.id)).toMatchObject({ counts: moved });
    const buckets = await campaigns.database
      .collection('buckets')
      .find({ campaign_id: campaign.id })
      .toArray();
    expect(buckets).toMatchObject([{ at: AT, step_id: send.step_id, counts: moved }]);
    expect(await find('sends', send.id)).toMatchObject({
      reply_counts: { not_now: 0, meeting_requested: 1 },
      replied_at: AT,
    });
    expect(await find('inbox_messages', thread.intent_message_id)).toMatchObject({
      intent: 'meeting_requested',
    });
    expect(campaigns.published).toHaveLength(published);
  });

  it('counts an automatic reply as a reply once it is corrected, and back', async () => {
    const { campaign, enrollment, send, update, find } = await answered('out_of_office', false);
    await update({ intent: 'interested' });
    expect(await find('campaign_totals', campaign.id)).toMatchObject({
      counts: {
        replied: 1,
        unique_replied: 1,
        positive_replied: 1,
        auto_replied: -1,
        intent_out_of_office: -1,
        intent_interested: 1,
      },
    });
    expect(await find('enrollments', enrollment.id)).toMatchObject({ replied: true, status: 'active' });
    expect(await find('sends', send.id)).toMatchObject({ replied_at: AT });
    await update({ intent: 'out_of_office' });
    const totals = await find('campaign_totals', campaign.id);
    expect(toCounters((totals as unknown as { counts: object }).counts)).toEqual(toCounters());
    expect(await find('enrollments', enrollment.id)).toMatchObject({ replied: false });
    expect(await find('sends', send.id)).toMatchObject({ replied_at: null });
  });

  it('refuses unknown values', async () => {
    const { update } = await answered('question', true);
    await expect(update({ intent: 'happy' })).rejects.toMatchObject({ kind: 'invalid_argument' });
    await expect(update({ status: 'lost' })).rejects.toMatchObject({ kind: 'invalid_argument' });
  });
});
