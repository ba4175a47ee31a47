/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { simpleParser } from 'mailparser';
import { gmailReport } from './inbox-corpus/notices.ts';
import { MESSAGE_ID } from './inbox-corpus/providers.ts';
import { mailOf, newInbox, reconnect, sendFirst, startInboxes } from './inbox-harness.ts';
import { answer, readThreads, type Row } from './thread-harness.ts';

const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);
const start = { service, sink, dovecot };
const { database } = service;
const { threadsOf, messagesOf, threadWith } = readThreads(database);

const BODY = '<p>Hello {{ contact.first_name }}, <a href="https://shop.example/plan">our plan</a></p>';

describe('a thread', () => {
  it('begins with the emails as they were sent, although step, contact and fallback values changed', async () => {
    const workspace = await newInbox({
      ...start,
      campaign: { open_tracking_enabled: true, link_tracking_enabled: true },
      steps: [
        { subject: 'Hi {{ contact.first_name }}', body_html: BODY },
        { body_html: `${BODY}<p>Again</p>`, delay_value: 3 },
      ],
    });
    const first = await sendFirst(service, workspace);
    const enrollment = await workspace.readEnrollment(first.enrollmentId);
    const second = await workspace.plan({ ...enrollment, id: first.enrollmentId }, { step_number: 2 });
    await eventually(async () => expect((await workspace.readSend(second)).status).toBe('delivered'));
    const mails = sink.received.filter(({ to }) => to.includes(first.email));
    const sent = await Promise.all(mails.map(async ({ source }) => simpleParser(source)));
    expect(sent[0]?.html).toContain('/t/');
    const steps = workspace.sequence.steps.map((step) => ({ ...step, body_html: '<p>Other</p>' }));
    await database
      .collection<Row>('sequences')
      .updateOne({ _id: workspace.sequence.id }, { $set: { steps, version: 2 } });
    const contact = service.contacts.merged.get(enrollment.contact_id);
    if (contact !== undefined) contact.first_name = 'Anna';
    const { message_id: messageId } = await workspace.readSend(second);
    await dovecot.deliver(workspace, [answer({ ...first, messageId: messageId ?? '' }, 'I am interested.')]);
    const thread = await threadWith(workspace, 3);
    expect(thread).toMatchObject({
      enrollment_id: first.enrollmentId,
      contact_email: first.email,
      first_name: 'Anna',
      sending_account_id: workspace.accountId,
      subject: 'Hi Maria',
      intent: 'interested',
      intent_source: 'auto',
      status: 'open',
      unread: true,
      snippet: 'I am interested.',
    });
    const messages = await messagesOf(workspace);
    expect(messages).toMatchObject([
      {
        direction: 'out',
        status: 'sent',
        send_id: first.id,
        message_id: first.messageId.replaceAll(/[<>]/g, ''),
        subject: 'Hi Maria',
        from: { name: 'Jörg from Sales', email: workspace.username },
        to: [first.email],
        body_html: BODY.replace('{{ contact.first_name }}', 'Maria'),
        body_text: sent[0]?.text,
      },
      {
        direction: 'out',
        send_id: second,
        subject: 'Re: Hi Maria',
        body_html: `${BODY.replace('{{ contact.first_name }}', 'Maria')}<p>Again</p>`,
      },
      {
        direction: 'in',
        status: 'received',
        send_id: second,
        intent: 'interested',
        from: { name: 'Maria', email: first.email },
        body_text: 'I am interested.',
        body_html: null,
      },
    ]);
    expect(thread['intent_message_id']).toBe(messages[2]?._id);
    await eventually(() => {
      const events = service.published.filter(({ aggregate }) => aggregate.id === thread._id);
      expect(events).toMatchObject([
        {
          type: 'inbox.message_received',
          data: { thread: { id: thread._id }, message: { id: messages[2]?._id } },
        },
      ]);
      expect(JSON.stringify(events)).not.toContain('I am interested.');
    });
  });

  it('gets further replies once, opens again, and has a message of two folders once', async () => {
    const workspace = await newInbox({ ...start, campaign: { stop_on_reply: false } });
    const sent = await sendFirst(service, workspace);
    await dovecot.deliver(workspace, [answer(sent, 'Thanks!')]);
    const { _id } = await threadWith(workspace, 2);
    const closed = { status: 'closed', unread: false };
    await database.collection<Row>('inbox_threads').updateOne({ _id }, { $set: closed });
    const again = answer(sent, 'Please call me on Monday at 10.');
    await dovecot.deliver({ ...workspace, folder: 'Junk' }, [again]);
    await dovecot.deliver(workspace, [again, again]);
    await threadWith(workspace, 3);
    await dovecot.disconnect(workspace.username);
    await reconnect(service, workspace);
    await dovecot.deliver(workspace, [answer(sent, 'Hello?')]);
    expect(await threadWith(workspace, 4)).toMatchObject({
      _id,
      status: 'open',
      unread: true,
      snippet: 'Hello?',
    });
    const texts = (await messagesOf(workspace)).map((message) => message['body_text']);
    expect(texts).toEqual(['Hello', 'Thanks!', 'Please call me on Monday at 10.', 'Hello?']);
  });

  it('gets the emails that are sent after an automatic reply', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    const headers = ['Auto-Submitted: auto-replied'];
    const text = 'I am out of the office until Monday.';
    await dovecot.deliver(workspace, [
      mailOf({ from: sent.email, inReplyTo: sent.messageId, headers, text }),
    ]);
    expect(await threadWith(workspace, 2)).toMatchObject({ intent: 'out_of_office' });
    const enrollment = await workspace.readEnrollment(sent.enrollmentId);
    const second = await workspace.plan({ ...enrollment, id: sent.enrollmentId }, { step_number: 2 });
    await threadWith(workspace, 3);
    expect(await messagesOf(workspace)).toMatchObject([
      { direction: 'out', send_id: sent.id },
      { direction: 'in', intent: 'out_of_office' },
      { direction: 'out', send_id: second, body_html: '<p>Hello</p>' },
    ]);
  });

  it.each(['stopped', 'completed'] as const)(
    'receives replies of an enrollment that is %s',
    async (status) => {
      const workspace = await newInbox(start);
      const sent = await sendFirst(service, workspace);
      const reason = status === 'stopped' ? { stop_reason: 'removed' } : {};
      await database
        .collection<Row>('enrollments')
        .updateOne(
          { _id: sent.enrollmentId },
          { $set: { status, next_step: null, due_at: null, ...reason } },
        );
      await database
        .collection<Row>('campaigns')
        .updateOne({ _id: workspace.campaign.id }, { $set: { status: 'archived' } });
      await dovecot.deliver(workspace, [answer(sent, 'Thanks!')]);
      await threadWith(workspace, 2);
      expect(await workspace.readEnrollment(sent.enrollmentId)).toMatchObject({ status });
    },
  );

  it('is not begun by a delivery report, nor by mail that answers nothing', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    const report = gmailReport({ status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown' });
    await dovecot.deliver(workspace, [
      mailOf({ from: 'bob@elsewhere.example', text: 'Lunch?' }),
      report.replaceAll(MESSAGE_ID, sent.messageId),
    ]);
    await eventually(async () => expect((await workspace.readSend(sent.id)).status).toBe('bounced'));
    expect(await threadsOf(workspace)).toEqual([]);
    expect(await messagesOf(workspace)).toEqual([]);
  });

  it('lists the files of a long message with their sizes', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    const fileOf = (name: string, bytes: number): string[] => [
      '--b',
      `Content-Type: application/pdf; name="${name}"`,
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      ...(Buffer.alloc(bytes, 1)
        .toString('base64')
        .match(/.{1,76}/g) ?? []),
    ];
    const mail = [
      `From: ${sent.email}`,
      `In-Reply-To: ${sent.messageId}`,
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      '',
      'See the files.',
      ...fileOf('first.pdf', 600_000),
      ...fileOf('second.pdf', 300_000),
      '--b--',
      '',
    ].join('\r\n');
    await dovecot.deliver(workspace, [mail]);
    await threadWith(workspace, 2);
    expect((await messagesOf(workspace))[1]).toMatchObject({
      body_text: 'See the files.',
      truncated: false,
      attachments: [
        { file_name: 'first.pdf', content_type: 'application/pdf', size: 600_000 },
        { file_name: 'second.pdf', content_type: 'application/pdf', size: 300_000 },
      ],
    });
  });

  it('stores the sanitised HTML, the attachments and the headers of a reply', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    const html = '<p onclick="x()">Yes<script>x()</script><img src="https://spy.example/p.gif"></p>';
    const mail = [
      `From: "Bauer, Maria" <${sent.email}>`,
      'To: Sales <sales@shop.example>, bob@shop.example',
      'Cc: "x, <a@b.example>" <Carl@shop.example>',
      'Subject: =?utf-8?B?UmU6IMOEcGZlbA==?=',
      `In-Reply-To: ${sent.messageId}`,
      'Message-ID: <reply-1@example.com>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
      '--b',
      'Content-Type: application/pdf; name="../../offer.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('0123456789').toString('base64'),
      '--b--',
      '',
    ].join('\r\n');
    await dovecot.deliver(workspace, [mail]);
    await threadWith(workspace, 2);
    const [, received] = await messagesOf(workspace);
    expect(received).toMatchObject({
      from: { name: 'Bauer, Maria', email: sent.email },
      to: ['sales@shop.example', 'bob@shop.example'],
      cc: ['carl@shop.example'],
      subject: 'Re: Äpfel',
      message_id: 'reply-1@example.com',
      body_html: '<p>Yes<img data-src="https://spy.example/p.gif" /></p>',
      body_text: 'Yes',
      truncated: false,
      attachments: [{ file_name: 'offer.pdf', content_type: 'application/pdf', size: 10 }],
    });
  });
});
