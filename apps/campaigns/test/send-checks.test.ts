import { describe, expect, it } from '@jest/globals';
import { eventually, freePort, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newInbox, requestReading } from './inbox-harness.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const service = await sharedByTests(startSending);
const sink = await sharedByTests(async () => startMailSink());

const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email));

async function ended(workspace: SendingWorkspace, id: string, status: string) {
  return eventually(async () => {
    const send = await workspace.readSend(id);
    expect(send.status).toBe(status);
    return send;
  });
}

interface StoredAccount {
  readonly _id: string;
  readonly status: string;
  readonly failures_in_row: number;
}

describe('checks of due emails', () => {
  it('cancels the email of a suppressed contact and of a deleted contact', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const suppressed = await workspace.addEnrollment();
    const deleted = await workspace.addEnrollment();
    const { candidates } = service.contacts;
    const candidate = candidates.get(suppressed.contact_id);
    if (candidate !== undefined) candidates.set(suppressed.contact_id, { ...candidate, isSuppressed: true });
    candidates.delete(deleted.contact_id);
    const ids = [await workspace.plan(suppressed), await workspace.plan(deleted)];
    for (const id of ids) await ended(workspace, id, 'canceled');
    expect(await workspace.readEnrollment(suppressed.id)).toMatchObject({ stop_reason: 'suppressed' });
    expect(await workspace.readEnrollment(deleted.id)).toMatchObject({ stop_reason: 'contact_deleted' });
    expect(mailsTo(suppressed.contact_email ?? '')).toHaveLength(0);
  });

  it('sends the queued email of a removed contact once, also on another day than planned, and nothing after it', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const removed = { status: 'stopped', stop_reason: 'removed', keeps_queued: true } as const;
    const kept = await workspace.addEnrollment(removed);
    const id = await workspace.plan(kept, { account_day: '2020-01-01' });
    await ended(workspace, id, 'delivered');
    expect(mailsTo(kept.contact_email ?? '')).toHaveLength(1);
    expect(await workspace.readEnrollment(kept.id)).toMatchObject({
      status: 'stopped',
      stop_reason: 'removed',
      due_at: null,
      sent_count: 1,
    });
    const canceled = await workspace.addEnrollment({ ...removed, keeps_queued: false });
    await ended(workspace, await workspace.plan(canceled), 'canceled');
    expect(mailsTo(canceled.contact_email ?? '')).toHaveLength(0);
  });

  it('sends to the current address of the contact', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const enrollment = await workspace.addEnrollment();
    const { candidates } = service.contacts;
    const candidate = candidates.get(enrollment.contact_id);
    const email = `new-${enrollment.contact_email ?? ''}`;
    if (candidate !== undefined) candidates.set(enrollment.contact_id, { ...candidate, email });
    const id = await workspace.plan(enrollment);
    expect(await ended(workspace, id, 'delivered')).toMatchObject({ contact_email: email });
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('sends nothing while contacts does not answer', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const other = service.contacts.onRequest;
    service.contacts.onRequest = async () => Promise.reject(new Error('down'));
    const { id, email } = await workspace.planNew();
    await eventually(async () => {
      const send = await workspace.readSend(id);
      expect(send).toMatchObject({ status: 'queued', attempts: 0 });
      expect(send.due_at?.getTime()).toBeGreaterThan(send.scheduled_at.getTime());
    });
    expect(mailsTo(email)).toHaveLength(0);
    service.contacts.onRequest = other;
    await workspace.makeDue(id);
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  });

  it('drops an email that is more than 24 hours late', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const late = new Date(Date.now() - 25 * 60 * 60_000);
    const { id, enrollment } = await workspace.planNew({ scheduled_at: late, due_at: late });
    await ended(workspace, id, 'dropped');
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({
      stop_reason: 'stale_send_dropped',
    });
  });

  it('keeps an email without a plan for the next window, also if that opens days later', async () => {
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
    const campaign = { send_days: [inThreeDays === 0 ? 7 : inThreeDays] };
    const workspace = await newSendingWorkspace(service, { sink, campaign });
    const removed = { status: 'stopped', stop_reason: 'removed', keeps_queued: true } as const;
    const id = await workspace.plan(await workspace.addEnrollment(removed));
    await eventually(async () => {
      const { status, due_at: dueAt, scheduled_at: scheduledAt } = await workspace.readSend(id);
      expect([status, dueAt]).toEqual(['queued', scheduledAt]);
      expect(Number(dueAt) - Date.now()).toBeGreaterThan(24 * 60 * 60_000);
    });
  });

  it('plans again the emails of a paused account, a paused enrollment and another day', async () => {
    const workspace = await newSendingWorkspace(service, { sink, account: { status: 'paused' } });
    const active = await newSendingWorkspace(service, { sink });
    const paused = await active.addEnrollment({ status: 'paused' });
    const ids = [
      (await workspace.planNew()).id,
      await active.plan(paused),
      (await active.planNew({ account_day: '2020-01-01' })).id,
    ];
    for (const id of ids) await eventually(async () => expect(active.readSend(id)).rejects.toThrow());
    expect(sink.received.filter(({ from }) => from === workspace.from)).toHaveLength(0);
  });

  it('keeps the gap of an account when several emails are late', async () => {
    const workspace = await newSendingWorkspace(service, { sink, account: { min_gap_seconds: 90 } });
    const scheduled = new Date(Date.now() - 60_000);
    const sends = [];
    for (let count = 0; count < 3; count += 1)
      sends.push(await workspace.planNew({ scheduled_at: scheduled, due_at: null }));
    const ids = sends.map(({ id }) => id);
    await service.database
      .collection('sends')
      .updateMany({ _id: { $in: ids as never[] } }, { $set: { due_at: scheduled } });
    await eventually(async () => {
      const rows = await Promise.all(ids.map(async (id) => workspace.readSend(id)));
      expect(rows.map(({ status }) => status).toSorted()).toEqual(['delivered', 'queued', 'queued']);
      const waits = rows
        .flatMap(({ due_at }) =>
          due_at === null ? [] : [Math.round((due_at.getTime() - Date.now()) / 1_000)],
        )
        .toSorted((one, other) => one - other);
      expect(waits[0]).toBeGreaterThan(70);
      expect((waits[1] ?? 0) - (waits[0] ?? 0)).toBe(90);
    });
  });

  it('holds the emails of a paused campaign until it is resumed', async () => {
    const workspace = await newSendingWorkspace(service, { sink, campaign: { status: 'paused' } });
    const { id, email } = await workspace.planNew();
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ status: 'queued', attempts: 0, due_at: null });
    });
    const scopes = new Set(['campaigns:read', 'campaigns:write']);
    const ctx = testCall(workspace.workspaceId, { scopes });
    const { requeued_sends: requeued } = await service.client.resumeCampaign(ctx, {
      id: workspace.campaign.id,
    });
    expect(requeued).toBe(1);
    await ended(workspace, id, 'delivered');
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('moves an account to error after three failed connections in a row and plans its emails again', async () => {
    const workspace = await newSendingWorkspace(service, {
      sink,
      account: {
        failures_in_row: 2,
        smtp: { host: 'localhost', port: 1, security: 'starttls', username: null, sealed_password: null },
      },
    });
    const { id } = await workspace.planNew();
    await eventually(async () => {
      const send = await workspace.readSend(id);
      expect(send).toMatchObject({ status: 'queued', error: 'The connection was refused.', smtp_code: null });
    });
    await eventually(async () => {
      const accounts = service.database.collection<StoredAccount>('sending_accounts');
      const account = await accounts.findOne({ _id: workspace.accountId });
      expect(account?.status).toBe('error');
      // The service tries to connect again, which adds to the failures.
      expect(account?.failures_in_row).toBeGreaterThanOrEqual(3);
    });
    const next = await workspace.planNew();
    await eventually(async () => expect(workspace.readSend(next.id)).rejects.toThrow());
  });
});

describe('an account whose IMAP server is not reached', () => {
  it('is in error after three failures, and reads again when the server is reached', async () => {
    const port = await freePort();
    const imap = { host: 'localhost', port, security: 'none', username: 'x', sealed_password: null };
    const workspace = await newInbox({ service, sink, account: { imap } });
    await workspace.planNew();
    const accounts = service.database.collection<{ _id: string }>('sending_accounts');
    for (let failures = 1; failures <= 3; failures += 1) {
      await eventually(async () => {
        expect(await accounts.findOne({ _id: workspace.accountId })).toMatchObject({
          failures_in_row: failures,
        });
      });
      await requestReading(service.database, workspace);
    }
    await eventually(async () => {
      expect(await accounts.findOne({ _id: workspace.accountId })).toMatchObject({ status: 'error' });
      const events = service.published.filter(
        ({ type, data }) =>
          type === 'sending_account.disconnected' && Object(data).id === workspace.accountId,
      );
      expect(events).toHaveLength(1);
    });
  });
});
