/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { MAILBOX_DOMAIN, startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  inboundOf,
  lastUidOf,
  mailOf,
  newInbox,
  readCount,
  sendFirst,
  startInboxes,
  type SentEmail,
} from './inbox-harness.ts';
import { feedbackReport, gmailReport } from './inbox-corpus/notices.ts';
import { CONTACT, MESSAGE_ID } from './inbox-corpus/providers.ts';
import { messageIdOf } from './sending-harness.ts';

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
