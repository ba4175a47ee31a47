import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { createMongoProcess, type ServerProcess } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Replica } from './campaigns-harness.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

jest.setTimeout(180_000);

const CAMPAIGNS = 20;
const EMAILS_PER_CAMPAIGN = 4;
/** The leases end early in the outage. Without an outage, other workers queue such emails again after 15 s. */
const LEASE_LEFT_MS = 1_000;
const AWAY_MS = 18_000;
const WAIT = { timeoutMs: 60_000, pollMs: 100 };

const folder = mkdtempSync(join(tmpdir(), 'outage-journal-'));
const mongod = await sharedByTests(async () => {
  const server = await createMongoProcess();
  await server.start();
  return { ...server, stop: server.dispose };
});
const service = await sharedByTests(async () =>
  startSending({ MONGODB_URI: mongod.url, SENDING_JOURNAL_DIR: folder, SENDING_GRACE_MS: '15000' }),
);
/** A second worker. It cannot know which claims of the first one wait in memory. */
await sharedByTests(async () => service.startReplica());
const sink = await sharedByTests(async () => startMailSink());
/** A worker that starts after the outage. */
let late: Replica | undefined;

afterEach(async () => {
  await late?.stop();
  late = undefined;
});

const OUTAGES: readonly [string, (server: ServerProcess) => unknown, (server: ServerProcess) => unknown][] = [
  ['is killed', async (server) => server.kill(), async (server) => server.start()],
  ['stands still', (server) => server.suspend(), (server) => server.resume()],
];

interface Email {
  readonly id: string;
  readonly email: string;
  readonly workspace: SendingWorkspace;
}

/** The first email of each campaign is in a dialog whose server waits for the release; the others are queued. */
async function startCampaigns(until: Promise<unknown>): Promise<readonly Email[]> {
  const emails: Email[] = [];
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1) {
    const workspace = await newSendingWorkspace(service, { sink });
    for (let number = 0; number < EMAILS_PER_CAMPAIGN; number += 1) {
      const enrollment = await workspace.addEnrollment();
      const email = enrollment.contact_email ?? '';
      if (number === 0) sink.replies.set(email, { at: 'delay', until });
      const dueAt = new Date(Date.now() - (EMAILS_PER_CAMPAIGN - number));
      emails.push({ id: await workspace.plan(enrollment, { due_at: dueAt }), email, workspace });
    }
  }
  return emails;
}

async function shortenLeases(): Promise<void> {
  const update = { $set: { due_at: new Date(Date.now() + LEASE_LEFT_MS) } };
  const { modifiedCount } = await service.database
    .collection('sends')
    .updateMany({ status: 'sending' }, update);
  expect(modifiedCount).toBeGreaterThanOrEqual(CAMPAIGNS);
}

/** Replies of mail servers in the journals of the workers. */
function replyCount(): number {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.join('').split('"kind":"end"').length - 1;
}

const mailsTo = (email: string): number => sink.received.filter(({ to }) => to.includes(email)).length;

it.each(OUTAGES)(
  'mails every email once when MongoDB %s for longer than a lease',
  async (_title, stop, start) => {
    const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
    const emails = await startCampaigns(until);
    const open = emails.filter((_, index) => index % EMAILS_PER_CAMPAIGN === 0);
    await eventually(() => expect(open.map(({ email }) => mailsTo(email))).toEqual(open.map(() => 1)), WAIT);
    const before = replyCount();
    await shortenLeases();
    await stop(mongod);
    release(undefined);
    await eventually(() => expect(replyCount() - before).toBeGreaterThanOrEqual(CAMPAIGNS), WAIT);
    await pause(AWAY_MS);
    await start(mongod);
    late = await service.startReplica();
    await eventually(async () => {
      const sends = await Promise.all(emails.map(async ({ id, workspace }) => workspace.readSend(id)));
      expect(sends.map(({ status }) => status)).toEqual(emails.map(() => 'delivered'));
      expect(sends.map(({ unknown_count: unknown = 0 }) => unknown)).toEqual(emails.map(() => 0));
    }, WAIT);
    expect(emails.map(({ email }) => mailsTo(email))).toEqual(emails.map(() => 1));
  },
);
