/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { MAILBOX_DOMAIN, startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  addDelivered,
  imapOf,
  inboundOf,
  lastUidOf,
  mailOf,
  newInbox,
  readCount,
  requestReading,
  sendFirst,
  startInboxes,
  type InboxOptions,
  type InboxWorkspace,
  type SentEmail,
} from './inbox-harness.ts';
import { feedbackReport, gmailReport } from './inbox-corpus/notices.ts';
import { CONTACT, MESSAGE_ID } from './inbox-corpus/providers.ts';
import { accountRow, messageIdOf } from './sending-harness.ts';
import { answer, readThreads } from './thread-harness.ts';

const HOUR_MS = 3_600_000;

const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);

const start = { service, sink, dovecot };

describe('the inbox', () => {
  it('records a reply before the poll of 50 s, stops the enrollment and emits the event', async () => {
    const workspace = await newInbox(start);
    const { id, email, messageId, enrollmentId } = await sendFirst(service, workspace);
    const text = `I am interested, send me more.\r\n\r\nOn 14/05/2024 10:12, Sales wrote:\r\n> unsubscribe`;
    await dovecot.deliver(workspace, [mailOf({ from: email, inReplyTo: messageId, text })]);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ reply_counts: { interested: 1 } });
    });
    expect(await workspace.readEnrollment(enrollmentId)).toMatchObject({
      status: 'stopped',
      stop_reason: 'replied',
    });
    expect(await inboundOf(service, workspace)).toMatchObject([
      { kind: 'reply', intent: 'interested', send_id: id, snippet: 'I am interested, send me more.' },
    ]);
    await eventually(() => {
      const events = service.published.filter(
        ({ aggregate, type }) => aggregate.id === id && type === 'email.replied',
      );
      expect(events.map(({ data }) => data)).toMatchObject([{ reply: { intent: 'interested' } }]);
    });
  });

  it('matches a reply without a Message-ID of ours by the address of the contact', async () => {
    const workspace = await newInbox(start);
    const { id, email } = await sendFirst(service, workspace);
    await dovecot.deliver(workspace, [mailOf({ from: email, subject: 'Hello', text: 'Not interested.' })]);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ reply_counts: { not_interested: 1 } });
    });
  });

  it('does not match a message by the address that arrived before the email was sent', async () => {
    const workspace = await newInbox(start);
    const { id, email, messageId } = await sendFirst(service, workspace);
    const sends = service.database.collection<{ _id: string }>('sends');
    await sends.updateOne({ _id: id }, { $set: { sent_at: new Date(Date.now() + 3_600_000) } });
    await dovecot.deliver(workspace, [
      mailOf({ from: email, subject: 'Hello', text: 'Not interested.' }),
      mailOf({ from: email, inReplyTo: messageId, text: 'Thanks!' }),
    ]);
    await eventually(async () => {
      expect((await workspace.readSend(id)).reply_counts).toEqual({ unclassified: 1 });
    });
    expect(await inboundOf(service, workspace)).toHaveLength(1);
  });

  it('stores nothing of other messages, and continues after them', async () => {
    const workspace = await newInbox(start);
    const { id, email, messageId } = await sendFirst(service, workspace);
    await dovecot.deliver(workspace, [
      mailOf({ from: 'bob@elsewhere.example', text: 'Lunch?' }),
      'garbage without headers',
      mailOf({ from: workspace.username, inReplyTo: messageId, text: 'A note to myself' }),
      mailOf({ from: email, inReplyTo: messageId, text: 'Thanks!' }),
    ]);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ reply_counts: { unclassified: 1 } });
    });
    expect(await inboundOf(service, workspace)).toHaveLength(1);
  });

  it('counts an absence notice without stopping the enrollment', async () => {
    const workspace = await newInbox(start);
    const { id, email, messageId, enrollmentId } = await sendFirst(service, workspace);
    const headers = ['Auto-Submitted: auto-replied', 'Precedence: bulk'];
    const text = 'I am out of the office until Monday.';
    await dovecot.deliver(workspace, [mailOf({ from: email, inReplyTo: messageId, headers, text })]);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({
        reply_counts: { out_of_office: 1 },
        replied_at: null,
      });
    });
    expect(await workspace.readEnrollment(enrollmentId)).toMatchObject({ status: 'active' });
    await eventually(() => {
      const types = service.published.filter(({ aggregate }) => aggregate.id === id).map(({ type }) => type);
      expect(types).toContain('email.auto_replied');
      expect(types).not.toContain('email.replied');
    });
  });

  it('records a complaint of a mailbox provider, also from the folder for spam', async () => {
    const workspace = await newInbox(start);
    const { id, messageId } = await sendFirst(service, workspace);
    const report = feedbackReport({ type: 'abuse' }).replaceAll(MESSAGE_ID, messageId);
    await dovecot.deliver(workspace, [report]);
    await eventually(async () => {
      expect((await workspace.readSend(id)).complained_at).toBeInstanceOf(Date);
    });
    expect(await inboundOf(service, workspace)).toMatchObject([
      { kind: 'complaint', send_id: id, snippet: null },
    ]);
  });

  it('reads the folder for spam when it connects', async () => {
    const workspace = await newInbox(start);
    const planned = await workspace.planNew();
    const messageId = messageIdOf(planned.id);
    const report = gmailReport({ status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown' });
    await dovecot.deliver({ ...workspace, folder: 'Junk' }, [report.replaceAll(MESSAGE_ID, messageId)]);
    await eventually(async () => {
      expect(await workspace.readSend(planned.id)).toMatchObject({
        status: 'bounced',
        bounce_classification: 'invalid_mailbox',
        smtp_code: 550,
        enhanced_code: '5.1.1',
      });
    });
  });
});

describe('a mailbox of another account', () => {
  interface Pair {
    readonly first: InboxWorkspace;
    /** The same workspace with its second account, whose mailbox is read. */
    readonly second: InboxWorkspace;
  }

  async function newPair(mailbox: Pick<InboxOptions, 'dovecot'> = {}): Promise<Pair> {
    const first = await newInbox({ service, sink, ...mailbox });
    const accountId = newId('acc');
    const username = `${accountId.toLowerCase()}@${MAILBOX_DOMAIN}`;
    const { workspaceId } = first;
    const imap = imapOf(dovecot, username);
    await service.write(
      'sending_accounts',
      accountRow({ id: accountId, workspaceId, email: username, port: sink.port }, { imap }),
    );
    const second = { ...first, accountId, username };
    await requestReading(service.database, second);
    await eventually(async () => {
      const filter = { account_id: accountId, mailbox: 'INBOX' };
      expect(await service.database.collection('inbox_positions').countDocuments(filter)).toBe(1);
    });
    return { first, second };
  }

  it('gives the reply to the thread of the account that has sent the email', async () => {
    const { first, second } = await newPair();
    const [sent] = await addDelivered(first, 1);
    if (sent === undefined) throw new Error('No email was added.');
    await dovecot.deliver(second, [answer(sent, 'I am interested.')]);
    const thread = await readThreads(service.database).threadWith(first, 2);
    expect(thread).toMatchObject({ sending_account_id: first.accountId, intent: 'interested' });
    expect(await first.readSend(sent.id)).toMatchObject({ reply_counts: { interested: 1 } });
  });

  it('counts a reply once that the mailboxes of both accounts have', async () => {
    const { first, second } = await newPair({ dovecot });
    const [sent, last] = await addDelivered(first, 2);
    if (sent === undefined || last === undefined) throw new Error('No email was added.');
    const both = answer(sent, 'I am interested.');
    await dovecot.deliver(second, [both]);
    await dovecot.deliver(first, [both, answer(last, 'Thanks!')]);
    await requestReading(service.database, first);
    await eventually(async () => {
      expect(await lastUidOf(second, service.database)).toBe(1);
      expect(await first.readSend(last.id)).toMatchObject({ reply_counts: { unclassified: 1 } });
    });
    expect(await first.readSend(sent.id)).toMatchObject({ reply_counts: { interested: 1 } });
  });

  it('has emails of ours, and copies of what their sender has written, without counting them', async () => {
    const { first, second } = await newPair();
    const [sent, next] = await addDelivered(first, 2);
    if (sent === undefined || next === undefined) throw new Error('No email was added.');
    await dovecot.deliver(second, [
      mailOf({ from: first.from, inReplyTo: sent.messageId, messageId: next.messageId, text: 'A question' }),
      mailOf({ from: first.from, inReplyTo: sent.messageId, text: 'I have called her.' }),
      answer(next, 'Thanks!'),
    ]);
    await eventually(async () => {
      expect(await first.readSend(next.id)).toMatchObject({ reply_counts: { unclassified: 1 } });
    });
    expect(await first.readSend(sent.id)).toMatchObject({ reply_counts: {} });
    expect(await inboundOf(service, second)).toHaveLength(1);
  });
});

describe('reports of strangers', () => {
  /** A report about an email whose recipient is known, with the Message-ID that its sender invents. */
  const about = ({ email }: SentEmail, report: string, messageId: string): string =>
    report.replaceAll(CONTACT, email).replaceAll(MESSAGE_ID, messageId);

  it('change nothing and are counted: by the address of a contact, by the id of a send, by the mac of another', async () => {
    const workspace = await newInbox(start);
    const received = await sendFirst(service, workspace);
    const victim = await sendFirst(service, workspace);
    const complaint = feedbackReport({ type: 'abuse' });
    const bounce = gmailReport({ status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown' });
    const id = victim.id.toLowerCase();
    const neighbour = received.messageId.replace(received.id.toLowerCase(), id);
    const invented = ['<report@elsewhere.example>', `<${id}@sender.example>`, neighbour];
    const before = await readCount('unproven');
    await dovecot.deliver(workspace, [
      ...invented.flatMap((messageId) => [
        about(victim, complaint, messageId),
        about(victim, bounce, messageId),
      ]),
      mailOf({ from: 'bob@elsewhere.example', inReplyTo: neighbour, text: 'Stop emailing me.' }),
      about(received, complaint, received.messageId),
    ]);
    await eventually(async () => {
      expect((await workspace.readSend(received.id)).complained_at).toBeInstanceOf(Date);
    });
    expect(await workspace.readSend(victim.id)).toMatchObject({
      status: 'delivered',
      complained_at: null,
      reply_counts: {},
    });
    expect(await inboundOf(service, workspace)).toMatchObject([{ kind: 'complaint', send_id: received.id }]);
    // Counted after the commit.
    await eventually(async () => expect((await readCount('unproven')) - before).toBe(6));
  });
});

describe('a message that names a deferred email', () => {
  it('does not hold its mailbox back, and counts when the email has been sent', async () => {
    const workspace = await newInbox(start);
    const later = await sendFirst(service, workspace);
    const deferred = await workspace.planNew({
      due_at: new Date(Date.now() + HOUR_MS),
      attempts: 1,
      error: 'The server is busy.',
    });
    const inReplyTo = messageIdOf(deferred.id, MAILBOX_DOMAIN);
    await dovecot.deliver(workspace, [
      mailOf({ from: deferred.email, inReplyTo, text: 'Thanks!' }),
      mailOf({ from: later.email, inReplyTo: later.messageId, text: 'Thanks!' }),
    ]);
    await eventually(async () => {
      expect(await workspace.readSend(later.id)).toMatchObject({ reply_counts: { unclassified: 1 } });
    });
    expect(await lastUidOf(workspace, service.database)).toBe(2);
    expect(await workspace.readSend(deferred.id)).toMatchObject({ status: 'queued', reply_counts: {} });
    await workspace.makeDue(deferred.id);
    await eventually(async () => {
      expect(await workspace.readSend(deferred.id)).toMatchObject({
        status: 'delivered',
        reply_counts: { unclassified: 1 },
      });
    });
  });
});
