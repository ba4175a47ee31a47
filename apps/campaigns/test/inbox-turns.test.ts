/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  addDelivered,
  lastUidOf,
  mailOf,
  newInbox,
  requestReading,
  startInboxes,
  type InboxWorkspace,
} from './inbox-harness.ts';

/** One connection for each of two workspaces. */
const service = await sharedByTests(async () => startInboxes({ INBOX_CONNECTIONS: '2' }));
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);
const { database } = service;

/** A mailbox with an answer. In the workspace of another mailbox, if one is given. */
async function newMailbox(): Promise<InboxWorkspace> {
  const mailbox = await newInbox({ service, sink, dovecot });
  await addAnswer(mailbox);
  return mailbox;
}

async function addAnswer(mailbox: InboxWorkspace): Promise<void> {
  const [send] = await addDelivered(mailbox, 1);
  await dovecot.deliver(mailbox, [
    mailOf({ from: send?.email ?? '', inReplyTo: send?.messageId ?? '', text: 'Thanks!' }),
  ]);
}

/** Further mailboxes of the workspace. */
async function addMailboxes(first: InboxWorkspace, count: number): Promise<readonly InboxWorkspace[]> {
  const accounts = database.collection('sending_accounts');
  const others = await Promise.all(Array.from({ length: count }, newMailbox));
  const accountIds = others.map(({ accountId }) => accountId);
  for (const collection of ['sends', 'enrollments', 'campaigns', 'sequences'])
    await database
      .collection(collection)
      .updateMany(
        { workspace_id: { $in: others.map(({ workspaceId }) => workspaceId) } },
        { $set: { workspace_id: first.workspaceId } },
      );
  await accounts.updateMany(
    { _id: { $in: accountIds as never[] } },
    { $set: { workspace_id: first.workspaceId } },
  );
  return others.map((other) => ({ ...other, workspaceId: first.workspaceId }));
}

const isRead = async (mailboxes: readonly InboxWorkspace[], uid = 1): Promise<void> =>
  eventually(
    async () => {
      const uids = await Promise.all(mailboxes.map(async (one) => lastUidOf(one, database)));
      expect(uids).toEqual(mailboxes.map(() => uid));
    },
    { timeoutMs: 20_000 },
  );

describe('more mailboxes than connections', () => {
  it('are read in turns, and do not delay the mailbox of another workspace', async () => {
    const first = await newMailbox();
    const large = [first, ...(await addMailboxes(first, 3))];
    for (const mailbox of large) await requestReading(database, mailbox);
    await isRead(large);
    // Two workspaces hold both connections, and the large one waits for more.
    const other = await newMailbox();
    await requestReading(database, other);
    for (const mailbox of large) await requestReading(database, mailbox);
    await isRead([other]);
    const small = await newMailbox();
    const startedAtMs = performance.now();
    await requestReading(database, small);
    await isRead([small]);
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });
});
