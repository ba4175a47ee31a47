/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  addDelivered,
  readCount,
  inboundOf,
  lastUidOf,
  mailOf,
  newInbox,
  reconnect,
  requestReading,
  sendFirst,
  startInboxes,
} from './inbox-harness.ts';

/** Messages of one transaction of the service. */
const BATCH = 50;

const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);
const start = { service, sink, dovecot };
const { database } = service;
/** Reading 400 messages takes some seconds beside other tests. */
const WAIT = { timeoutMs: 20_000 };

describe('a mailbox whose worker is replaced', () => {
  it('records each reply exactly once, although the first worker continues', async () => {
    const workspace = await newInbox(start);
    const sends = await addDelivered(workspace, 4 * BATCH);
    await dovecot.deliver(
      workspace,
      sends.map(({ email, messageId }) => mailOf({ from: email, inReplyTo: messageId, text: 'Thanks!' })),
    );
    await requestReading(database, workspace);
    for (const batches of [1, 2]) {
      await eventually(
        async () => expect(await lastUidOf(workspace, database)).toBeGreaterThanOrEqual(batches * BATCH),
        WAIT,
      );
      // As at the end of the lease of a killed worker.
      await requestReading(database, workspace);
    }
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(sends.length), WAIT);
    const rows = await Promise.all(sends.map(async ({ id }) => workspace.readSend(id)));
    expect(rows.filter(({ reply_counts: counts }) => Object(counts).unclassified !== 1)).toEqual([]);
    expect(await inboundOf(service, workspace)).toHaveLength(sends.length);
    const ofWorkspace = { workspace_id: workspace.workspaceId };
    const received = { ...ofWorkspace, direction: 'in' };
    expect(await database.collection('inbox_messages').countDocuments(received)).toBe(sends.length);
    const threads = database.collection('inbox_threads');
    expect(await threads.countDocuments({ ...ofWorkspace, message_count: 2 })).toBe(sends.length);
  });
});

describe('a mailbox whose messages get new UIDs', () => {
  it('repeats no reply and loses none', async () => {
    const workspace = await newInbox(start);
    const first = await sendFirst(service, workspace);
    const second = await sendFirst(service, workspace);
    await dovecot.deliver(workspace, [
      mailOf({ from: first.email, inReplyTo: first.messageId, text: 'Thanks!' }),
    ]);
    await eventually(async () => expect(await inboundOf(service, workspace)).toHaveLength(1));
    const positions = database.collection('inbox_positions');
    const filter = { account_id: workspace.accountId, mailbox: 'INBOX' };
    const before = await positions.findOne(filter);
    await dovecot.renumber(workspace.username);
    await dovecot.deliver(workspace, [
      mailOf({ from: second.email, inReplyTo: second.messageId, text: 'Thanks!' }),
    ]);
    await reconnect(service, workspace);
    await eventually(async () => {
      expect(await workspace.readSend(second.id)).toMatchObject({ reply_counts: { unclassified: 1 } });
    });
    expect((await positions.findOne(filter))?.['uid_validity']).not.toBe(before?.['uid_validity']);
    expect(await workspace.readSend(first.id)).toMatchObject({ reply_counts: { unclassified: 1 } });
    expect(await inboundOf(service, workspace)).toHaveLength(2);
  });
});

describe('a mailbox with many messages', () => {
  it('is read in batches, and continues by UID after a lost connection', async () => {
    const workspace = await newInbox(start);
    const [send] = await addDelivered(workspace, 1);
    const mails = Array.from({ length: 4 * BATCH }, (_, index) =>
      mailOf({ from: `bob${index}@elsewhere.example`, text: 'Lunch at noon?' }),
    );
    const readBefore = await readCount('ignored');
    await dovecot.deliver(workspace, mails);
    await requestReading(database, workspace);
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBeGreaterThanOrEqual(BATCH));
    await dovecot.disconnect(workspace.username);
    await dovecot.deliver(workspace, [
      ...mails,
      mailOf({ from: send?.email ?? '', inReplyTo: send?.messageId ?? '', text: 'Thanks!' }),
    ]);
    await reconnect(service, workspace);
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(8 * BATCH + 1));
    expect(await workspace.readSend(send?.id ?? '')).toMatchObject({ reply_counts: { unclassified: 1 } });
    await eventually(async () => expect((await readCount('ignored')) - readBefore).toBe(8 * BATCH));
  });
});

describe('a mailbox with a message that ends the process', () => {
  it('is read on behind the message, which is counted', async () => {
    const workspace = await newInbox(start);
    const sends = await addDelivered(workspace, 2);
    await dovecot.deliver(
      workspace,
      sends.map(({ email, messageId }) => mailOf({ from: email, inReplyTo: messageId, text: 'Thanks!' })),
    );
    await requestReading(database, workspace);
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(2));
    await dovecot.deliver(
      workspace,
      sends.map(({ email, messageId }) => mailOf({ from: email, inReplyTo: messageId, text: 'Stop.' })),
    );
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(4));
    // As two killed workers left it before the third message was read.
    const filter = { account_id: workspace.accountId };
    await database.collection('inbound').deleteMany({ ...filter, uid: { $gt: 2 } });
    const skippedBefore = await readCount('skipped');
    await dovecot.disconnect(workspace.username);
    await database
      .collection('inbox_positions')
      .updateOne({ ...filter, mailbox: 'INBOX' }, { $set: { last_uid: 2, alone: { uid: 3, failures: 2 } } });
    await database
      .collection<{ _id: string }>('account_inboxes')
      .updateOne({ _id: workspace.accountId }, { $set: { attempts: 2 } });
    await reconnect(service, workspace);
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(4));
    expect((await readCount('skipped')) - skippedBefore).toBe(1);
    const inbound = await inboundOf(service, workspace);
    expect(inbound.map(({ uid }) => uid)).toEqual([1, 2, 4]);
  });
});
