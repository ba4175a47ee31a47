/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { contactDeleted, contactUpdated } from '@outreach/contracts-contacts/events';
import { AppError } from '@outreach/errors';
import { newId } from '@outreach/service-kit';
import { eventLike, eventually } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { lastUidOf, mailOf, newInbox, sendFirst, startInboxes } from './inbox-harness.ts';
import { answer, readThreads, type Row } from './thread-harness.ts';

const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);
const start = { service, sink, dovecot };
const { database } = service;
/** A failed connection is tried again after some seconds. */
const WAIT = { timeoutMs: 25_000 };
const { rows, threadsOf, threadWith } = readThreads(database);

describe('the threads of a contact', () => {
  it('show its current names and address', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    await dovecot.deliver(workspace, [answer(sent, 'Thanks!')]);
    const thread = await threadWith(workspace, 2);
    const { workspaceId } = workspace;
    const aggregate = { id: String(thread['contact_id']), version: 9 };
    const updated_at = new Date().toISOString();
    const data = { email: 'new@example.com', first_name: 'Eva', last_name: 'Sanchez', updated_at };
    await service.publish(eventLike(contactUpdated, { workspaceId, aggregate, data }));
    await eventually(async () => {
      const [now] = await threadsOf(workspace);
      expect(now).toMatchObject({
        contact_email: 'new@example.com',
        first_name: 'Eva',
        last_name: 'Sanchez',
      });
      expect(now?.['tokens']).toContain('sanchez');
    });
  });

  it('of a deleted contact have no names, and mail waits while the contacts service is unavailable', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    service.contacts.merged.clear();
    let refused = 0;
    service.contacts.onMergeData = () => {
      refused += 1;
      throw new AppError('unavailable', 'The contacts service restarts.');
    };
    await dovecot.deliver(workspace, [answer(sent, 'Thanks!')]);
    await eventually(() => expect(refused).toBeGreaterThan(0));
    expect(await threadsOf(workspace)).toEqual([]);
    service.contacts.onMergeData = async () => Promise.resolve();
    await eventually(async () => {
      const threads = await threadsOf(workspace);
      expect(threads).toMatchObject([{ first_name: null, contact_email: sent.email, message_count: 2 }]);
    }, WAIT);
  });

  it('are not begun by a reply that is recorded while its contact is erased', async () => {
    const workspace = await newInbox(start);
    const sent = await sendFirst(service, workspace);
    const { promise: isErased, resolve } = Promise.withResolvers<unknown>();
    const { promise: isRead, resolve: read } = Promise.withResolvers<unknown>();
    service.contacts.onMergeData = async () => {
      read(undefined);
      await isErased;
    };
    await dovecot.deliver(workspace, [answer(sent, 'Thanks!')]);
    await isRead;
    const { workspaceId } = workspace;
    const contactId = (await workspace.readEnrollment(sent.enrollmentId)).contact_id;
    const erasure = eventLike(contactDeleted, {
      workspaceId,
      aggregate: { id: contactId, version: 9 },
      data: {},
    });
    await service.publish({ ...erasure, data: { id: contactId, hard: true } });
    await eventually(async () => expect((await workspace.readSend(sent.id)).contact_email).toBeNull());
    service.contacts.onMergeData = async () => Promise.resolve();
    resolve(undefined);
    await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(1));
    expect(await threadsOf(workspace)).toEqual([]);
    expect(await rows('inbox_messages', workspace)).toEqual([]);
  });

  it('are erased with their messages, and later mail of the person is not stored', async () => {
    const workspace = await newInbox({
      ...start,
      steps: [{ body_html: '<p>Dear {{ contact.first_name }}</p>' }],
    });
    const sent = await sendFirst(service, workspace);
    const secret = `zq${newId('x').toLowerCase()}`;
    const mail = (text: string): string =>
      mailOf({ from: sent.email, subject: `Re: ${secret}`, inReplyTo: sent.messageId, text });
    await dovecot.deliver(workspace, [mail(`My number is ${secret}.`)]);
    const thread = await threadWith(workspace, 2);
    const { workspaceId } = workspace;
    const contactId = String(thread['contact_id']);
    const erasure = eventLike(contactDeleted, {
      workspaceId,
      aggregate: { id: contactId, version: 9 },
      data: {},
    });
    await service.publish({ ...erasure, data: { id: contactId, hard: true } });
    await eventually(async () => expect(await threadsOf(workspace)).toEqual([]));
    const before = await database.collection('inbound').countDocuments({ workspace_id: workspaceId });
    await dovecot.deliver(workspace, [mail(`Again ${secret}.`)]);
    await eventually(async () => {
      const count = await database.collection('inbound').countDocuments({ workspace_id: workspaceId });
      expect(count).toBe(before + 1);
    });
    expect(await threadsOf(workspace)).toEqual([]);
    for (const collection of await database.collections()) {
      if (['outbox', 'dead_letters'].includes(collection.collectionName)) continue;
      const stored = JSON.stringify(
        await collection.find({ workspace_id: workspaceId }).toArray(),
      ).toLowerCase();
      expect([collection.collectionName, stored.includes(secret)]).toEqual([
        collection.collectionName,
        false,
      ]);
      expect([collection.collectionName, stored.includes(sent.email)]).toEqual([
        collection.collectionName,
        false,
      ]);
    }
    expect((await workspace.readSend(sent.id)).sealed_rendering).toBeNull();
    expect(await rows('inbox_bodies', workspace)).toEqual([]);
    const counts = await database.collection<Row>('inbox_counts').findOne({ _id: workspace.accountId });
    expect(Object.values(Object(counts?.['counts'])).every((count) => count === 0)).toBe(true);
  });
});
