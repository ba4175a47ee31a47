/** @needs dovecot */
import { expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { metrics } from '@outreach/service-kit/metrics';
import { eventually } from '@outreach/testing';
import { MAILBOX_DOMAIN, startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  addDelivered,
  imapOf,
  lastUidOf,
  mailOf,
  newInbox,
  requestReading,
  startInboxes,
  type InboxWorkspace,
} from './inbox-harness.ts';

jest.setTimeout(240_000);

const MAILBOXES = 1_001;
/** Of the 1,000 connections of a process, the share of one workspace. */
const SHARE = 500;
const DELAY_MS_MAX = 60_000;
const HOUR_MS = 3_600_000;
const WAIT = { timeoutMs: 120_000, pollMs: 100 };

const service = await sharedByTests(async () => startInboxes());
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(async () => startDovecot({ sharesProcesses: true }));
const { database } = service;

const print = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

async function deliverAnswer(mailbox: InboxWorkspace): Promise<void> {
  const [send] = await addDelivered(mailbox, 1);
  const answer = { from: send?.email ?? '', inReplyTo: send?.messageId ?? '', text: 'Thanks!' };
  await dovecot.deliver(mailbox, [mailOf(answer)]);
}

/** A workspace with many mailboxes; each has one message and is due now. */
async function addMailboxes(): Promise<void> {
  const { workspaceId, accountId } = await newInbox({ service, sink, dovecot });
  const accounts = database.collection<{ _id: string }>('sending_accounts');
  const { _id, ...account } = (await accounts.findOne({ _id: accountId })) ?? { _id: '' };
  const mailboxes = Array.from({ length: MAILBOXES }, () => {
    const id = newId('acc');
    return { id, username: `${id.toLowerCase()}@${MAILBOX_DOMAIN}` };
  });
  for (const mailbox of mailboxes)
    await dovecot.deliver(mailbox, [mailOf({ from: 'news@stranger.example', text: 'News' })]);
  await service.write(
    'sending_accounts',
    ...mailboxes.map(({ id, username }) => ({
      ...account,
      id,
      workspace_id: workspaceId,
      email: username,
      imap: { ...imapOf(dovecot, username), security: 'none' },
    })),
  );
  const now = new Date();
  const due = { due_at: now, lease_token: null, last_sent_at: now, attempts: 0 };
  const started_at = new Date(now.getTime() - HOUR_MS);
  const rows = mailboxes.map(({ id }) => ({ id, workspace_id: workspaceId, started_at, ...due }));
  await service.write('account_inboxes', ...rows);
}

async function connectionCount(): Promise<number> {
  const text = await metrics.registry.metrics();
  return Number(/^inbox_connections (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** Time in ms until the messages up to this UID are read. */
async function readingMs(mailbox: InboxWorkspace, uid: number): Promise<number> {
  const startedAtMs = performance.now();
  await eventually(async () => expect(await lastUidOf(mailbox, database)).toBe(uid), WAIT);
  return performance.now() - startedAtMs;
}

it('1,001 mailboxes of one workspace delay the mailbox of another workspace by at most 60 s', async () => {
  await addMailboxes();
  const startedAtMs = performance.now();
  await eventually(async () => expect(await connectionCount()).toBeGreaterThanOrEqual(SHARE), WAIT);
  const neighbor = await newInbox({ service, sink, dovecot });
  await deliverAnswer(neighbor);
  await requestReading(database, neighbor);
  const firstMs = await readingMs(neighbor, 1);
  await eventually(async () => {
    const read = database.collection('inbox_positions').countDocuments({ mailbox: 'INBOX', last_uid: 1 });
    expect(await read).toBe(MAILBOXES + 1);
  }, WAIT);
  const roundMs = performance.now() - startedAtMs;
  // The mailbox is not read again for this message if its connection has ended for the turn of another mailbox.
  await deliverAnswer(neighbor);
  const secondMs = await readingMs(neighbor, 2);
  print(`the neighbor waited ${Math.round(firstMs)} and ${Math.round(secondMs)} ms`);
  print(`${MAILBOXES} mailboxes were read in turns in ${Math.round(roundMs)} ms`);
  expect(Math.max(firstMs, secondMs)).toBeLessThan(DELAY_MS_MAX);
});
