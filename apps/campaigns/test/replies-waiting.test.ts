import { describe, expect, it } from '@jest/globals';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import { eventLike, eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';
import { newAddress, newThread } from './replies-harness.ts';

const service = await sharedByTests(async () => startSending());
const sink = await sharedByTests(async () => startMailSink());

const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email));

async function given(account: object = {}) {
  const workspace = await newSendingWorkspace(service, { sink, account });
  return { workspace, thread: await newThread(service, workspace) };
}

async function plannedOn({ accountId }: SendingWorkspace, day: string): Promise<number> {
  const planned = service.database.collection<{ _id: string; days?: Record<string, number> }>(
    'planned_accounts',
  );
  return (await planned.findOne({ _id: accountId }))?.days?.[day] ?? 0;
}

const dayText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

async function changeAccount({ accountId }: SendingWorkspace, changes: object): Promise<void> {
  const accounts = service.database.collection<{ _id: string }>('sending_accounts');
  await accounts.updateOne({ _id: accountId }, { $set: changes });
}

describe('an answer that waits', () => {
  it('has its place on the first day on which its account has room', async () => {
    const { workspace, thread } = await given({ daily_limit: 2 });
    const now = service.clock.now();
    const [today, tomorrow] = [dayText(now), dayText(now + 86_400_000)];
    const sent = [await thread.reply(), await thread.reply(), await thread.reply()];
    const sends = await Promise.all(sent.map(async (message) => thread.readSend(message)));
    expect(sends.map((send) => send.account_day)).toEqual([today, today, tomorrow]);
    expect(sends[2]?.due_at?.toISOString()).toBe(`${tomorrow}T00:00:00.000Z`);
    expect([await plannedOn(workspace, today), await plannedOn(workspace, tomorrow)]).toEqual([2, 1]);
    expect(
      await service.database
        .collection('planned_campaigns')
        .countDocuments({ workspace_id: workspace.workspaceId }),
    ).toBe(0);
  });

  it('counts in the warm-up of its account', async () => {
    const now = service.clock.now();
    const warmup = { start: 1, increment: 1, ceiling: 30, enabled_at: new Date(now - 86_400_000) };
    const { thread } = await given({ warmup: { ...warmup, sent_days: 0, last_sent_day: null } });
    const sends = [];
    for (let count = 0; count < 4; count += 1) sends.push(await thread.readSend(await thread.reply()));
    const days = [0, 1, 1, 2].map((ahead) => dayText(now + ahead * 86_400_000));
    expect(sends.map((send) => send.account_day)).toEqual(days);
  });

  it('fails if its text is removed before it is sent', async () => {
    const { workspace, thread } = await given({ daily_limit: 1 });
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    const { id, send_id: sendId } = await thread.reply();
    await service.database.collection<{ _id: string }>('inbox_bodies').deleteOne({ _id: id });
    await changeAccount(workspace, { daily_limit: 2 });
    await workspace.makeDue(sendId ?? '');
    await thread.expectMessage(id, {
      status: 'failed',
      error: 'The text of the answer was removed before it was sent.',
    });
  });

  it('takes another place when its day is over', async () => {
    const { workspace, thread } = await given({ min_gap_seconds: 3_600 });
    const first = await thread.reply();
    await thread.expectMessage(first.id, { status: 'sent' });
    const second = await thread.reply();
    const sends = service.database.collection<{ _id: string }>('sends');
    const now = service.clock.now();
    const [yesterday, today] = [dayText(now - 86_400_000), dayText(now)];
    await eventually(async () => {
      const { status, due_at: dueAt } = await thread.readSend(second);
      expect([status, (dueAt?.getTime() ?? 0) > now]).toEqual(['queued', true]);
    });
    await service.database.collection('account_paces').deleteMany({ _id: workspace.accountId as never });
    await sends.updateOne({ _id: second.send_id ?? '' }, { $set: { account_day: yesterday } });
    await workspace.makeDue(second.send_id ?? '');
    await thread.expectMessage(second.id, { status: 'sent' });
    expect([(await thread.readSend(second)).account_day, await plannedOn(workspace, today)]).toEqual([
      today,
      3,
    ]);
  });

  it.each(['contact', 'copy'])('fails if its %s is suppressed before it is sent', async (which) => {
    const { workspace, thread } = await given({ daily_limit: 1 });
    const cc = newAddress();
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    const { id, send_id: sendId } = await thread.reply({ cc: [cc] });
    const { account_day: day } = await workspace.readSend(sendId ?? '');
    expect(await plannedOn(workspace, day)).toBe(1);
    service.contacts.suppressed.add(which === 'contact' ? thread.email : cc);
    await workspace.makeDue(sendId ?? '');
    await thread.expectMessage(id, {
      status: 'failed',
      error:
        which === 'contact'
          ? 'The address of the contact is suppressed.'
          : 'The address cc[0] is suppressed.',
      sent_at: null,
    });
    expect([await plannedOn(workspace, day), mailsTo(cc)]).toEqual([0, []]);
  });

  it('fails when its account or its contact is deleted, and waits while the account is paused', async () => {
    const { workspace, thread } = await given({ daily_limit: 1 });
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    const waiting = await thread.reply();
    const gone = await thread.reply();
    await changeAccount(workspace, { status: 'paused' });
    await workspace.makeDue(waiting.send_id ?? '');
    await eventually(async () => {
      const { due_at: dueAt, status } = await thread.readSend(waiting);
      expect([status, (dueAt?.getTime() ?? 0) > service.clock.now() + 600_000]).toEqual(['queued', true]);
    });
    await changeAccount(workspace, { status: 'active' });
    const { candidates } = service.contacts;
    const candidate = candidates.get(thread.enrollment.contact_id);
    candidates.delete(thread.enrollment.contact_id);
    await workspace.makeDue(waiting.send_id ?? '');
    await thread.expectMessage(waiting.id, { status: 'failed', error: 'The contact was deleted.' });
    if (candidate !== undefined) candidates.set(candidate.contactId, candidate);
    await service.database
      .collection<{ _id: string }>('sending_accounts')
      .deleteOne({ _id: workspace.accountId });
    await workspace.makeDue(gone.send_id ?? '');
    await thread.expectMessage(gone.id, { status: 'failed', error: 'The sending account was deleted.' });
  });

  it('is canceled without personal data when its contact is erased', async () => {
    const { workspace, thread } = await given({ daily_limit: 1 });
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    const waiting = await thread.reply();
    const { account_day: day } = await thread.readSend(waiting);
    const { workspaceId } = workspace;
    const { contact_id: id } = thread.enrollment;
    await service.publish(
      eventLike(contactDeleted, { workspaceId, aggregate: { id, version: 2 }, data: { id, hard: true } }),
    );
    await eventually(async () => {
      expect(await thread.readSend(waiting)).toMatchObject({
        status: 'canceled',
        contact_email: null,
        subject: null,
      });
    });
    expect([await thread.readThread(), await plannedOn(workspace, day)]).toEqual([undefined, 0]);
    for (const collection of ['inbox_messages', 'inbox_bodies'])
      expect(await service.database.collection(collection).countDocuments({ contact_id: id })).toBe(0);
    await expect(thread.reply()).rejects.toMatchObject({ kind: 'not_found' });
  });
});
