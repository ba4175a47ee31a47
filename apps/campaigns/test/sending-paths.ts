import { mkdtempSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { trackingHit } from '@outreach/contracts-campaigns';
import { newEvent } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import {
  MAILBOX_DOMAIN,
  startMailSink,
  startSendingPlatform,
  type MailSink,
  type SendingPlatform,
  type TestDovecot,
} from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Db } from 'mongodb';
import type { CampaignsUnderTest, Replica } from './campaigns-harness.ts';
import { feedbackReport, gmailReport } from './inbox-corpus/notices.ts';
import { MESSAGE_ID } from './inbox-corpus/providers.ts';
import { mailOf, newInbox, startInboxes, type InboxWorkspace } from './inbox-harness.ts';
import { messageIdOf, type SendingWorkspace } from './sending-harness.ts';

/** A service with an SMTP server and a platform. */
export interface SendingStart {
  readonly service: CampaignsUnderTest;
  readonly sink: MailSink;
  readonly platform: SendingPlatform;
  /** The folder of journals. */
  readonly journals: string;
}

export interface NativeStart extends SendingStart {
  readonly dovecot: TestDovecot;
}

/** Starts what the conformance suite needs. All of it stops after the tests of the file. */
export async function startForConformance(): Promise<SendingStart> {
  const journals = mkdtempSync(join(tmpdir(), 'send-journal-'));
  const platform = await sharedByTests(async () => startSendingPlatform());
  const service = await sharedByTests(async () =>
    startInboxes({
      SENDING_JOURNAL_DIR: journals,
      PLATFORM_1_URL: platform.url,
      PLATFORM_1_SECRET: platform.secret,
    }),
  );
  platform.callback = async (body, headers) => {
    const reply = await service.client.recordPlatformResults(testCall(newId('ws')), {
      platform: 'platform_1',
      body: Buffer.from(body),
      webhook_id: headers['webhook-id'],
      webhook_timestamp: headers['webhook-timestamp'],
      webhook_signature: headers['webhook-signature'],
    });
    return reply.results.map(({ status }) => status);
  };
  return { journals, platform, service, sink: await sharedByTests(async () => startMailSink()) };
}

/** An email of the tests. */
export interface PathEmail {
  readonly id: string;
  readonly email: string;
}

export interface Refused {
  readonly code: number;
  readonly text: string;
}

export type Feedback = 'bounce' | 'open' | 'click' | 'unsubscribe' | 'reply' | 'complaint';

/** How emails leave the service, and how everything about them comes back. */
export interface SendingPath {
  newWorkspace(): Promise<InboxWorkspace>;
  /** How often the email arrived. */
  arrivals(email: string): number;
  refuse(email: string, refused: Refused): void;
  accept(email: string): void;
  /** The email is taken, and the connection ends before the answer. */
  loseAnswer(workspace: InboxWorkspace, email: PathEmail): Promise<void>;
  /** Nothing is reached until `restore`. */
  interrupt(workspace: SendingWorkspace): Promise<void>;
  restore(workspace: SendingWorkspace): Promise<void>;
  /** Ends the pause after a lost answer. */
  endPause(): void;
  /** Makes a queued email due for a process that can send it. */
  makeDue(email: PathEmail): Promise<void>;
  /** A worker has died after the email was taken and before its outcome was committed. */
  crash(workspace: InboxWorkspace): Promise<PathEmail>;
  /** The same feedback arrives twice. */
  report(workspace: InboxWorkspace, email: PathEmail, feedback: Feedback): Promise<void>;
}

const URL = 'https://example.com/';
const REPLY = 'I am interested, send me more.';
const LEASE_MS = 300_000;
/** Longer than the pause after the first failure of a platform. */
const PAUSE_MS_MAX = 6_001;

/** The SMTP server of the account, and its mailbox. */
export function nativePath(options: NativeStart): SendingPath & { stop(): Promise<void> } {
  const { service, sink, dovecot } = options;
  const replicas: Replica[] = [];
  const setPort = async ({ accountId }: SendingWorkspace, port: number): Promise<void> => {
    await service.database
      .collection('sending_accounts')
      .updateOne({ _id: accountId as never }, { $set: { 'smtp.port': port } });
  };
  return {
    newWorkspace: async () => newInbox({ service, sink, dovecot }),
    arrivals: (email) => sink.received.filter(({ to }) => to.includes(email)).length,
    refuse: (email, refused) => void sink.replies.set(email, { at: 'content', ...refused }),
    accept: (email) => void sink.replies.delete(email),
    loseAnswer: async ({ username }, { id, email }) => {
      sink.replies.set(email, { at: 'drop_after' });
      await eventually(() => expect(sink.received.some(({ to }) => to.includes(email))).toBe(true));
      await dovecot.deliver({ username, folder: 'Sent' }, [sentCopy(id, email)]);
      sink.replies.delete(email);
    },
    interrupt: async (workspace) => setPort(workspace, 1),
    restore: async (workspace) => {
      await setPort(workspace, sink.port);
      // The first process does not try the account again for a minute.
      replicas.push(await service.startReplica());
    },
    endPause: () => undefined,
    makeDue: async (email) => makeDue((replicas.at(-1) ?? service).database, email),
    crash: async (workspace) => {
      const email = await claimOfDeadWorker(workspace, options.journals);
      await dovecot.deliver({ ...workspace, folder: 'Sent' }, [sentCopy(email.id, email.email)]);
      await service.runRound('settle-journals');
      return email;
    },
    report: async (workspace, email, feedback) => reportNatively(options, { workspace, email, feedback }),
    stop: async () => {
      for (const replica of replicas) await replica.stop();
    },
  };
}

async function makeDue(database: Db, { id }: PathEmail): Promise<void> {
  const now = new Date();
  await database
    .collection('sends')
    .updateOne({ _id: id as never, status: 'queued' }, { $set: { due_at: now, scheduled_at: now } });
}

function sentCopy(id: string, to: string): string {
  return `From: Sales <sales@${MAILBOX_DOMAIN}>\r\nTo: ${to}\r\nMessage-ID: ${messageIdOf(id, MAILBOX_DOMAIN)}\r\n\r\nHello\r\n`;
}

interface Report {
  readonly workspace: InboxWorkspace;
  readonly email: PathEmail;
  readonly feedback: Feedback;
}

async function reportNatively(
  { service, dovecot }: NativeStart,
  { workspace, email: { id, email }, feedback }: Report,
): Promise<void> {
  const deliver = async (source: string): Promise<void> => dovecot.deliver(workspace, [source, source]);
  const inReplyTo = messageIdOf(id, MAILBOX_DOMAIN);
  if (feedback === 'bounce') {
    const report = gmailReport({ status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown' });
    await deliver(report.replaceAll(MESSAGE_ID, inReplyTo));
  } else if (feedback === 'complaint')
    await deliver(feedbackReport({ type: 'abuse' }).replaceAll(MESSAGE_ID, inReplyTo));
  else if (feedback === 'reply') await deliver(mailOf({ from: email, inReplyTo, text: REPLY }));
  else {
    const origin = {
      method: 'GET',
      user_agent: 'Mozilla/5.0 Firefox/146.0',
      address: '203.0.113.7',
    } as const;
    const hit = newEvent(trackingHit, {
      id: newId('evt'),
      workspaceId: workspace.workspaceId,
      occurredAt: new Date(),
      aggregate: { id, version: 0 },
      data: { kind: feedback, send_id: id, url: feedback === 'click' ? URL : null, ...origin },
    });
    await service.publishHits(hit, hit);
  }
}

const RESULTS: Readonly<Record<Feedback, object>> = {
  bounce: { type: 'bounced', smtp_code: 550, enhanced_code: '5.1.1', text: '550 5.1.1 User unknown' },
  open: { type: 'opened' },
  click: { type: 'clicked', url: URL },
  unsubscribe: { type: 'unsubscribed' },
  reply: { type: 'replied', text: `${REPLY}\n\nOn Monday, Sales wrote:\n> Hello` },
  complaint: { type: 'complained' },
};

/** A third-party platform with its HTTP adapter and its callback. */
export function platformPath(options: SendingStart): SendingPath {
  const { service, sink, platform } = options;
  return {
    newWorkspace: async () => {
      service.clock.setAhead(0);
      return newInbox({ service, sink, campaign: { platform: 'platform_1' } });
    },
    arrivals: (email) => platform.mails.filter(({ to }) => to === email).length,
    refuse: (email, { code: smtp_code, text }) =>
      void platform.replies.set(email, { status: 'refused', smtp_code, text }),
    accept: (email) => void platform.replies.delete(email),
    loseAnswer: async (_workspace, { email }) => {
      platform.replies.set(email, { status: 'drop_after' });
      await eventually(() => expect(platform.mails.some(({ to }) => to === email)).toBe(true));
      platform.replies.delete(email);
    },
    interrupt: async () => platform.close(),
    restore: async () => {
      await platform.start();
      service.clock.setAhead(PAUSE_MS_MAX);
    },
    endPause: () => service.clock.setAhead(PAUSE_MS_MAX),
    makeDue: async (email) => makeDue(service.database, email),
    crash: async (workspace) => {
      const email = await claimOfDeadWorker(workspace, options.journals);
      platform.know(email.id);
      await service.runRound('settle-journals');
      return email;
    },
    report: async (_workspace, { id }, feedback) => {
      const result = { id: newId('res'), send_id: id, ...RESULTS[feedback] };
      expect(await platform.report(result)).toBe('recorded');
      expect(await platform.report(result)).toBe('duplicate');
    },
  };
}

/** An email whose transmission a killed process has begun, with its journal. */
async function claimOfDeadWorker(workspace: InboxWorkspace, folder: string): Promise<PathEmail> {
  const token = newId('lease');
  const { id, email } = await workspace.planNew({
    status: 'sending',
    attempts: 1,
    lease_token: token,
    due_at: new Date(Date.now() + LEASE_MS),
  });
  const message = {
    message_id: messageIdOf(id, MAILBOX_DOMAIN),
    subject: 'A question',
    variant_id: null,
    sequence_version: 1,
    sealed_rendering: null,
    from_email: workspace.username,
    contact_email: email,
  };
  const { workspaceId } = workspace;
  const records = [
    { kind: 'claim', token, sends: [[id, workspaceId]] },
    { kind: 'begin', claim: { id, workspaceId, token }, message, attempts: 1 },
  ];
  const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
  const path = join(folder, `${host}.999999999.1.${id}.1.journal`);
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  return { id, email };
}
