import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { messageIdOf, newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';
import { newAddress, newThread } from './replies-harness.ts';

const service = await sharedByTests(async () => startSending());
const sink = await sharedByTests(async () => startMailSink());

const READ = { scopes: new Set(['campaigns:read', 'campaigns:write']) };
const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email));
async function given(account: object = {}) {
  const workspace = await newSendingWorkspace(service, { sink, account });
  return { workspace, thread: await newThread(service, workspace) };
}

async function changeAccount({ accountId }: SendingWorkspace, changes: object): Promise<void> {
  const accounts = service.database.collection<{ _id: string }>('sending_accounts');
  await accounts.updateOne({ _id: accountId }, { $set: changes });
}

describe('an answer', () => {
  it('is sent once to the contact and the copies, threaded, with signature and quotation, and without tracking', async () => {
    const { workspace, thread } = await given({ signature: '{{ sender.from_name }}\nSales' });
    const cc = newAddress();
    const queued = await thread.reply({
      body_html: '<p>It is <a href="https://shop.example">free</a>.</p>',
      cc: [cc],
    });
    expect(queued).toMatchObject({
      status: 'queued',
      direction: 'out',
      to: [thread.email],
      cc: [cc],
      subject: 'Re: A question',
      sent_at: null,
      message_id: null,
    });
    const sent = await thread.expectMessage(queued.id, { status: 'sent', error: null });
    const [mail, ...others] = mailsTo(thread.email);
    expect([others, mail?.to, mail?.from]).toEqual([[], [thread.email, cc], workspace.from]);
    const source = mail?.source ?? '';
    const [head = '', ...parts] = source.split('\r\n\r\n');
    const messageId = messageIdOf(queued.send_id ?? '');
    const lines = head.replaceAll('\r\n ', ' ').split('\r\n');
    expect(lines.filter((line) => !/^(?:Date|Content-Type): /.test(line))).toEqual([
      `From: =?UTF-8?Q?J=C3=B6rg_from_Sales?= <${workspace.from}>`,
      `To: ${thread.email}`,
      `Cc: ${cc}`,
      'Subject: Re: A question',
      'References: <first@sender.example> <reply-1@example.com>',
      'MIME-Version: 1.0',
      `Message-ID: ${messageId}`,
      'In-Reply-To: <reply-1@example.com>',
    ]);
    expect(head).toMatch(/^Content-Type: multipart\/alternative; boundary=/m);
    const body = parts
      .join('\r\n\r\n')
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
      .replaceAll('=C3=B6', 'ö');
    expect(body).toContain(
      `It is free.\r\n\r\nJörg from Sales\r\nSales\r\n\r\nOn Tue, 24 Nov 2026 at 12:05, Maria Bianchi <${thread.email}> wrote:\r\n> How much is it?`,
    );
    expect(body).toContain('<a href="https://shop.example">free</a>');
    expect(body).toContain('<div>Jörg from Sales<br>\r\nSales</div>');
    expect(body).toContain('<p>How much is it?</p></blockquote>');
    expect(source).not.toMatch(/unsubscribe|\/t\//i);
    expect(sent).toMatchObject({ message_id: messageId.slice(1, -1), to: [thread.email] });
  });

  it('counts for its account and no campaign, moves the thread to the top and is announced without its text', async () => {
    const { workspace, thread } = await given();
    const before = await thread.readThread();
    const { id, send_id: sendId } = await thread.reply();
    const queued = await thread.readThread();
    expect(queued).toMatchObject({ message_count: 3, unread: true, status: 'closed', version: 2 });
    expect(Number(queued?.last_message_at)).toBeGreaterThan(Number(before?.last_message_at));
    const sent = await thread.expectMessage(id, { status: 'sent' });
    const after = await thread.readThread();
    expect(after?.last_message_at).toEqual(sent.sent_at);
    const ctx = testCall(workspace.workspaceId, READ);
    const { account } = await service.client.getSendingAccount(ctx, { id: workspace.accountId });
    expect(account?.sent_today).toBe(1);
    const { sends } = await service.client.listSends(ctx, {
      campaign_id: workspace.campaign.id,
      statuses: [],
      page: undefined,
    });
    const totals = await service.database
      .collection('campaign_totals')
      .countDocuments({ _id: workspace.campaign.id as never });
    const { balanced } = await service.client.auditCampaign(ctx, { campaign_id: workspace.campaign.id });
    expect([sends, totals, balanced]).toEqual([[], 0, true]);
    const events = await eventually(() => {
      const found = service.published.filter(({ workspace_id: ws }) => ws === workspace.workspaceId);
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    expect(events.map(({ type }) => type)).toEqual(['inbox.message_sent']);
    expect(events[0]?.data).toMatchObject({
      thread: { id: thread.id, message_count: 3 },
      message: { id, send_id: sendId, status: 'sent', direction: 'out' },
    });
    expect(JSON.stringify(events)).not.toContain('It is free.');
    expect(await workspace.readEnrollment(thread.enrollment.id)).toMatchObject({ sent_count: 0, version: 1 });
  });

  it('is sent while the campaign is paused or archived, and waits for a paused account', async () => {
    const { workspace, thread } = await given();
    await service.database
      .collection<{ _id: string }>('campaigns')
      .updateOne(
        { _id: workspace.campaign.id },
        { $set: { status: 'paused', send_days: [], daily_send_limit: 1 } },
      );
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    await changeAccount(workspace, { time_zone: 'Asia/Tokyo' });
    const { id, send_id: sendId } = await thread.reply();
    await thread.expectMessage(id, { status: 'sent' });
    expect(await workspace.readSend(sendId ?? '')).toMatchObject({ step_number: 5, status: 'delivered' });
  });

  it('is stored once per number when users answer concurrently', async () => {
    const { thread } = await given();
    const sent = await Promise.all([thread.reply(), thread.reply(), thread.reply()]);
    const numbers = await Promise.all(
      sent.map(async (message) => (await thread.readSend(message)).step_number),
    );
    expect(numbers.toSorted()).toEqual([3, 4, 5]);
    expect(await thread.readThread()).toMatchObject({ message_count: 5 });
    await Promise.all(sent.map(async ({ id }) => thread.expectMessage(id, { status: 'sent' })));
    expect(mailsTo(thread.email)).toHaveLength(3);
  });

  it('goes to the address that the contact has when it is sent', async () => {
    const { workspace, thread } = await given({ status: 'paused' });
    await changeAccount(workspace, { status: 'active' });
    const address = newAddress();
    const { candidates } = service.contacts;
    const candidate = candidates.get(thread.enrollment.contact_id);
    if (candidate === undefined) throw new Error('The contact exists.');
    candidates.set(candidate.contactId, { ...candidate, email: address });
    await thread.expectMessage((await thread.reply()).id, { status: 'sent', to: [address] });
    expect([mailsTo(thread.email), mailsTo(address).length]).toEqual([[], 1]);
  });
});

describe('an answer is refused', () => {
  it('with 404 for an unknown thread and a thread of another workspace', async () => {
    const [{ thread }, other] = [await given(), await given()];
    for (const threadId of [newId('thr'), other.thread.id])
      await expect(thread.reply({ id: threadId })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('while its account is not active or does not exist', async () => {
    const { workspace, thread } = await given({ status: 'paused' });
    await expect(thread.reply()).rejects.toMatchObject({
      code: 'inactive_inbox',
      details: { account_status: 'paused' },
    });
    await service.database
      .collection<{ _id: string }>('sending_accounts')
      .deleteOne({ _id: workspace.accountId });
    await expect(thread.reply()).rejects.toMatchObject({ code: 'inactive_inbox' });
    expect(await thread.readThread()).toMatchObject({ message_count: 2 });
  });

  it('while contacts is not available', async () => {
    const { thread } = await given();
    const { contacts } = service;
    const { onRequest } = contacts;
    contacts.onRequest = async () => Promise.reject(new AppError('unavailable', 'Try again later.'));
    await expect(thread.reply()).rejects.toMatchObject({ kind: 'unavailable' });
    contacts.onRequest = onRequest;
    expect(await thread.readThread()).toMatchObject({ message_count: 2, version: 1 });
  });

  it('if the contact was deleted, or the signature cannot be rendered', async () => {
    const { workspace, thread } = await given({ signature: '{{ sender.from_name' });
    await expect(thread.reply()).rejects.toMatchObject({ code: 'template_error' });
    await changeAccount(workspace, { signature: null });
    service.contacts.candidates.delete(thread.enrollment.contact_id);
    await expect(thread.reply()).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'contact_deleted' },
    });
  });

  it('for a suppressed contact or copy, and for an unsubscribed one unless the user insists', async () => {
    const { thread } = await given();
    const { suppressed, reasons } = service.contacts;
    const cc = [newAddress(), newAddress()];
    suppressed.add(cc[1] ?? '');
    await expect(thread.reply({ cc })).rejects.toMatchObject({ code: 'suppressed', field: 'cc[1]' });
    reasons.set(cc[1] ?? '', 'unsubscribed');
    await expect(thread.reply({ cc })).rejects.toMatchObject({
      code: 'suppressed',
      field: 'cc[1]',
      details: { reason: 'unsubscribed' },
    });
    suppressed.add(thread.email);
    const error = await thread.reply({ cc, despite_unsubscribe: true }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'suppressed', details: {} });
    expect(error).not.toMatchObject({ field: expect.any(String) });
    reasons.set(thread.email, 'unsubscribed');
    await expect(thread.reply()).rejects.toMatchObject({ details: { reason: 'unsubscribed' } });
    const { id } = await thread.reply({ cc, despite_unsubscribe: true });
    await thread.expectMessage(id, { status: 'sent' });
    expect(mailsTo(thread.email).map(({ to }) => to)).toEqual([[thread.email, ...cc]]);
  });
});
