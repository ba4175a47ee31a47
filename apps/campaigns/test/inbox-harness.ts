import { createSealer } from '@outreach/mongo-kit/sealing';
import { eventually } from '@outreach/testing';
import { MAILBOX_DOMAIN, type MailSink, type TestDovecot } from '@outreach/testing/mail';
import { expect } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { metrics } from '@outreach/service-kit/metrics';
import type { Db } from 'mongodb';
import type { Campaign } from '../src/campaigns/campaign.ts';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import type { Step } from '../src/sequences/sequence.ts';
import { messageIdOf, newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const HOUR_MS = 3_600_000;
const KEY = Buffer.alloc(32, 7);
export const SERVICE_KEY = KEY.toString('base64');

/** A service that opens the passwords which `newInbox` stores. */
export async function startInboxes(
  overrides: Readonly<Record<string, string>> = {},
): Promise<CampaignsUnderTest> {
  return startSending({ SERVICE_KEY, ...overrides });
}

export interface InboxWorkspace extends SendingWorkspace {
  /** The user name of the mailbox, and the address of the account. */
  readonly username: string;
}

export interface InboxOptions {
  readonly service: CampaignsUnderTest;
  readonly sink: Pick<MailSink, 'port'>;
  /** Without it, the account has no mailbox. */
  readonly dovecot?: TestDovecot;
  readonly username?: string;
  readonly campaign?: Partial<Campaign>;
  /** Fields of the steps, in their order. */
  readonly steps?: readonly Partial<Step>[];
  readonly account?: object;
}

/** A workspace whose account has an address of its own, with a mailbox in Dovecot. */
export async function newInbox(options: InboxOptions): Promise<InboxWorkspace> {
  const { service, sink, dovecot, campaign = {}, account = {} } = options;
  const { steps = [{}, { delay_value: 3, delay_unit: 'days' }] } = options;
  const username = options.username ?? `${newId('box').toLowerCase()}@${MAILBOX_DOMAIN}`;
  const workspace = await newSendingWorkspace(service, {
    sink: sink as MailSink,
    campaign,
    steps,
    account: {
      email: username,
      ...(dovecot === undefined ? {} : { imap: imapOf(dovecot, username) }),
      ...account,
    },
  });
  return { ...workspace, username };
}

export function imapOf({ port, password }: TestDovecot, username: string): object {
  const sealed = createSealer(KEY, []).seal(Buffer.from(password, 'utf8'));
  return { host: 'localhost', port, security: 'starttls', username, sealed_password: Buffer.from(sealed) };
}

export interface SentEmail {
  readonly id: string;
  readonly email: string;
  readonly messageId: string;
  readonly enrollmentId: string;
}

/** Sends the first step to a new contact, and waits until the mailbox is read. */
export async function sendFirst(service: CampaignsUnderTest, workspace: InboxWorkspace): Promise<SentEmail> {
  const { id, email, enrollment } = await workspace.planNew();
  const messageId = await eventually(async () => {
    const send = await workspace.readSend(id);
    expect(send.status).toBe('delivered');
    return send.message_id ?? '';
  });
  await eventually(async () => {
    const filter = { account_id: workspace.accountId, mailbox: 'INBOX' };
    expect(await service.database.collection('inbox_positions').countDocuments(filter)).toBe(1);
  });
  return { id, email, messageId, enrollmentId: enrollment.id };
}

/** Adds sends of the first step that were delivered before. Starts no reader of the mailbox. */
export async function addDelivered(workspace: InboxWorkspace, count: number): Promise<readonly SentEmail[]> {
  const at = new Date(Date.now() - HOUR_MS);
  const add = async (): Promise<SentEmail> => {
    const enrollment = await workspace.addEnrollment({ current_step: 1, sent_count: 1, last_sent_at: at });
    const id = newId('snd');
    const messageId = messageIdOf(id);
    const sent = {
      id,
      status: 'delivered',
      sent_at: at,
      delivered_at: at,
      due_at: null,
      message_id: messageId,
    } as const;
    await workspace.plan(enrollment, sent);
    return { id, email: enrollment.contact_email ?? '', messageId, enrollmentId: enrollment.id };
  };
  return Promise.all(Array.from({ length: count }, add));
}

/** Makes the mailbox due for a worker, as the end of its lease or of its pause does. */
export async function requestReading(
  database: Db,
  { accountId, workspaceId }: InboxWorkspace,
): Promise<void> {
  const now = new Date();
  const rows = database.collection<{ _id: string }>('account_inboxes');
  await rows.updateOne(
    { _id: accountId },
    {
      $set: { workspace_id: workspaceId, due_at: now, lease_token: null, last_sent_at: now },
      $setOnInsert: { started_at: new Date(now.getTime() - HOUR_MS), attempts: 0 },
    },
    { upsert: true },
  );
}

export interface MailOptions {
  readonly from: string;
  readonly subject?: string;
  readonly inReplyTo?: string;
  readonly headers?: readonly string[];
  readonly text: string;
  readonly messageId?: string;
}

/** A raw message. */
export function mailOf({
  from,
  subject = 'Re: A question',
  inReplyTo,
  headers = [],
  text,
  messageId,
}: MailOptions): string {
  return [
    `From: Maria <${from}>`,
    'To: Sales <sales@shop.example>',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: ${messageId ?? `<${newId('msg').toLowerCase()}@example.com>`}`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`, `References: ${inReplyTo}`]),
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n');
}

/** The stored messages of an account. */
export async function inboundOf(
  { database }: CampaignsUnderTest,
  { accountId }: Pick<InboxWorkspace, 'accountId'>,
): Promise<readonly Record<string, unknown>[]> {
  return database
    .collection('inbound')
    .find({ account_id: accountId })
    .sort({ received_at: 1, uid: 1 })
    .toArray();
}

/** Ends the pause of a worker whose connection was lost. */
export async function reconnect({ database }: CampaignsUnderTest, workspace: InboxWorkspace): Promise<void> {
  const filter = { _id: workspace.accountId, lease_token: null };
  const rows = database.collection<{ _id: string; lease_token: string | null }>('account_inboxes');
  await eventually(async () => expect(await rows.countDocuments(filter)).toBe(1), { timeoutMs: 60_000 });
  await requestReading(database, workspace);
}

/** The UID up to which the inbox is read. */
export async function lastUidOf(
  { accountId }: Pick<InboxWorkspace, 'accountId'>,
  database: Db,
): Promise<number> {
  const found = await database
    .collection('inbox_positions')
    .findOne({ account_id: accountId, mailbox: 'INBOX' });
  return Number(found?.['last_uid'] ?? 0);
}

/** Messages that this process has read, of a kind: `ignored` ones concern no campaign. */
export async function readCount(kind: 'ignored' | 'unproven' | 'skipped'): Promise<number> {
  const text = await metrics.registry.metrics();
  const [, count] = new RegExp(`inbox_messages_total\\{kind="${kind}"\\} (\\d+)`).exec(text) ?? [];
  return Number(count ?? 0);
}
