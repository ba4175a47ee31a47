import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Outcome } from '../src/outcomes/index.ts';
import type { Send } from '../src/sends/index.ts';
import type { Counters } from '../src/stats/index.ts';
import { accountOf } from './campaign-requests.ts';
import { accepted, AT, createWorld, nth, rows, startOutcomes, TOKEN } from './outcomes-harness.ts';

jest.setTimeout(60_000);

const service = await sharedByTests(startOutcomes);
const rowsOf = async <Row extends object>(collection: string, filter: object): Promise<Row[]> =>
  rows<Row>(service, collection, filter);
const sendOf = async (id: string): Promise<Send | undefined> => (await rowsOf<Send>('sends', { _id: id }))[0];
const typesOf = async (aggregateId: string): Promise<string[]> => {
  const outbox = await rowsOf<{ type: string; events: { aggregate_id: string }[] }>('outbox', {});
  return outbox.flatMap(({ type, events }) =>
    events.filter(({ aggregate_id: id }) => id === aggregateId).map(() => type),
  );
};

function hardBounce({ id }: Send): Outcome {
  return {
    kind: 'bounce_reported',
    sendId: id,
    at: AT,
    reply: { code: 550, enhanced: '5.1.1', text: '550 5.1.1 No such user' },
    classification: 'invalid_mailbox',
    type: 'hard',
  };
}

describe('an accepted email', () => {
  it('is delivered, and its next step is due after the delay', async () => {
    const { sends, campaign, record } = await createWorld(service, 1);
    const send = nth(sends, 0);
    expect(await record([accepted(nth(sends, 0))])).toEqual(new Set([send.id]));
    expect(await sendOf(send.id)).toMatchObject({
      status: 'delivered',
      sent_at: AT,
      smtp_code: 250,
      due_at: null,
    });
    const [enrollment] = await rowsOf('enrollments', { campaign_id: campaign.id });
    expect(enrollment).toMatchObject({
      current_step: 1,
      next_step: 2,
      sent_count: 1,
      due_at: new Date(AT.getTime() + 3 * 86_400_000),
    });
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.delivered']);
  });

  it('changes nothing for a worker that lost its claim', async () => {
    const { sends, record } = await createWorld(service, 1);
    const send = nth(sends, 0);
    const outcome = { ...accepted(nth(sends, 0)), token: 'another' };
    expect(await record([outcome as Outcome])).toEqual(new Set());
    expect(await sendOf(send.id)).toMatchObject({ status: 'sending', version: 1 });
  });

  it('counts one day of the warm-up of its account, on each day once', async () => {
    const { sends, workspaceId, record } = await createWorld(service, 3);
    const accountId = nth(sends, 0).sending_account_id;
    const enabledAt = new Date(AT.getTime() - 1);
    const unsent = { enabled_at: enabledAt, sent_days: 0, last_sent_day: null };
    const warmup = { start: 5, increment: 5, ceiling: 30, ...unsent };
    const { id: _id, ...account } = accountOf(accountId, workspaceId, { warmup });
    const accounts = service.base.mongo.connection.collection<{ _id: string }>('sending_accounts');
    await accounts.insertOne({ _id: accountId, ...account });
    await record([accepted(nth(sends, 0)), accepted(nth(sends, 1))]);
    const warmupOf = async () =>
      (await rowsOf<{ warmup: object }>('sending_accounts', { _id: accountId })).map(
        ({ warmup: own }) => own,
      );
    expect(await warmupOf()).toMatchObject([{ sent_days: 1, last_sent_day: '2026-03-02' }]);
    await record([accepted(nth(sends, 2), new Date(AT.getTime() + 86_400_000))]);
    expect(await warmupOf()).toMatchObject([{ sent_days: 2, last_sent_day: '2026-03-03' }]);
  });

  it('is recorded also after its claim was lost and the email was queued again, and is not sent again', async () => {
    const { sends, campaign, record } = await createWorld(service, 1);
    const send = nth(sends, 0);
    await service.base.mongo.connection
      .collection<{ _id: string }>('sends')
      .updateOne(
        { _id: send.id },
        { $set: { status: 'queued', lease_token: null, due_at: AT, unknown_count: 1 } },
      );
    await record([accepted(send), accepted(send)]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'delivered', due_at: null, smtp_code: 250 });
    const [total] = await rowsOf<{ counts: Counters }>('campaign_totals', { _id: campaign.id });
    expect(total?.counts).toEqual({ sent: 1, delivered: 1, contacted: 1 });
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.delivered']);
  });

  it('is delivered also after feedback has proved its arrival, and counts once', async () => {
    const { sends, campaign, record } = await createWorld(service, 1);
    const send = nth(sends, 0);
    await record([{ kind: 'arrived', sendId: send.id, at: AT, token: TOKEN }]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'sent', delivered_at: null });
    const late = new Date(AT.getTime() + 60_000);
    await record([accepted(send, late), accepted(send, late)]);
    expect(await sendOf(send.id)).toMatchObject({
      status: 'delivered',
      sent_at: AT,
      delivered_at: late,
      smtp_code: 250,
    });
    const [total] = await rowsOf<{ counts: Counters }>('campaign_totals', { _id: campaign.id });
    expect(total?.counts).toEqual({ sent: 1, delivered: 1, contacted: 1 });
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.delivered']);
  });

  it('counts once when it is recorded twice', async () => {
    const { sends, campaign, record } = await createWorld(service, 1);
    await record([accepted(nth(sends, 0))]);
    await record([accepted(nth(sends, 0)), accepted(nth(sends, 0))]);
    const [total] = await rowsOf<{ counts: Counters }>('campaign_totals', { _id: campaign.id });
    expect(total?.counts).toEqual({ sent: 1, delivered: 1, contacted: 1 });
  });
});

describe('a reply', () => {
  it('stops the enrollment and, with stop_on_domain_reply, those of the domain', async () => {
    const { sends, campaign, record } = await createWorld(service, 8, {
      campaign: { stop_on_domain_reply: true },
    });
    await record(sends.map((send) => accepted(send)));
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'question', snippet: 'Why?' },
    ]);
    const found = await rowsOf<{ contact_email: string; stop_reason: string | null }>('enrollments', {
      campaign_id: campaign.id,
      status: 'stopped',
    });
    expect(found.map((one) => [one.contact_email, one.stop_reason]).sort()).toEqual([
      ['contact-0@company-0.example', 'replied'],
      ['contact-7@company-0.example', 'domain_replied'],
    ]);
  });

  it('keeps back the queued email of a removed contact', async () => {
    const { sends, record } = await createWorld(service, 1);
    await record([accepted(nth(sends, 0))]);
    const filter = { _id: nth(sends, 0).enrollment_id };
    const enrollments = service.base.mongo.connection.collection<{ _id: string }>('enrollments');
    const removed = { status: 'stopped', stop_reason: 'removed', keeps_queued: true };
    await enrollments.updateOne(filter, { $set: removed });
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'question', snippet: 'Why?' },
    ]);
    expect(await rowsOf('enrollments', filter)).toMatchObject([
      { status: 'stopped', stop_reason: 'removed', keeps_queued: false, replied: true },
    ]);
  });

  it('stops at most 500 colleagues in its transaction and leaves the rest to a task', async () => {
    const { sends, campaign, record } = await createWorld(service, 1_100, {
      campaign: { stop_on_domain_reply: true },
      domain: (index) => `large-${index % 2}.example`,
    });
    const replies = [0, 1].map((index): Outcome => ({
      kind: 'replied',
      sendId: nth(sends, index).id,
      at: AT,
      intent: 'question',
      snippet: 'Why?',
    }));
    await record(sends.slice(0, 2).map((send) => accepted(send)));
    await record(replies);
    const filter = { campaign_id: campaign.id, stop_reason: 'domain_replied' };
    expect(await rowsOf('enrollments', filter)).toHaveLength(500);
    const tasks = await rowsOf<{ domain: string }>('enrollment_tasks', { campaign_id: campaign.id });
    expect(tasks.map(({ domain }) => domain).toSorted()).toEqual(['large-0.example', 'large-1.example']);
  });

  it('of a contact at a free mail provider stops no other contact of the provider', async () => {
    const { sends, campaign, record } = await createWorld(service, 8, {
      campaign: { stop_on_domain_reply: true },
      domain: () => 'gmail.com',
    });
    await record(sends.map((send) => accepted(send)));
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'question', snippet: 'Why?' },
    ]);
    const stopped = await rowsOf<{ contact_email: string }>('enrollments', {
      campaign_id: campaign.id,
      status: 'stopped',
    });
    expect(stopped.map((one) => one.contact_email)).toEqual(['contact-0@gmail.com']);
  });

  it('that is automatic stops nothing', async () => {
    const { sends, campaign, record } = await createWorld(service, 1);
    await record([accepted(nth(sends, 0))]);
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'out_of_office', snippet: '' },
    ]);
    expect(await rowsOf('enrollments', { campaign_id: campaign.id, status: 'active' })).toHaveLength(1);
    expect(await typesOf(nth(sends, 0).id)).toContain('email.auto_replied');
  });

  it('that asks for no further email suppresses the contact', async () => {
    const { sends, record } = await createWorld(service, 1);
    await record([accepted(nth(sends, 0))]);
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'unsubscribe', snippet: 'Stop' },
    ]);
    expect(await rowsOf('suppression_requests', { contact_id: nth(sends, 0).contact_id })).toMatchObject([
      { reason: 'unsubscribed' },
    ]);
    expect(await typesOf(nth(sends, 0).id)).toEqual([
      'email.sent',
      'email.delivered',
      'email.replied',
      'email.unsubscribed',
    ]);
  });
});

describe('the guard', () => {
  it('pauses a campaign at the third hard bounce of 50 sends, and warns before', async () => {
    const { sends, campaign, record } = await createWorld(service, 60);
    const now = new Date();
    await record(sends.slice(0, 50).map((send) => accepted(send, now)));
    await record(sends.slice(0, 2).map(hardBounce));
    expect(await rowsOf('campaigns', { _id: campaign.id })).toMatchObject([{ status: 'active' }]);
    expect(await typesOf(campaign.id)).toEqual(['campaign.deliverability_warning']);
    await record([hardBounce(nth(sends, 2))]);
    expect(await rowsOf('campaigns', { _id: campaign.id })).toMatchObject([
      { status: 'paused', paused_by: 'system', pause_reason: 'bounce_rate' },
    ]);
    expect(await typesOf(campaign.id)).toEqual(['campaign.deliverability_warning', 'campaign.auto_paused']);
  });

  it('counts only emails after the last resume', async () => {
    const resumedAt = new Date();
    const earlier = new Date(resumedAt.getTime() - 1_000);
    const { sends, campaign, record } = await createWorld(service, 100, {
      campaign: { resumed_at: resumedAt },
    });
    await record(sends.slice(0, 50).map((send) => accepted(send, earlier)));
    await record(sends.slice(0, 10).map(hardBounce));
    expect(await rowsOf('campaigns', { _id: campaign.id })).toMatchObject([{ status: 'active' }]);
    expect(await typesOf(campaign.id)).toEqual([]);
    await record(sends.slice(50).map((send) => accepted(send, resumedAt)));
    await record(sends.slice(50, 53).map(hardBounce));
    expect(await rowsOf('campaigns', { _id: campaign.id })).toMatchObject([{ status: 'paused' }]);
  });
});
