import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
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
const CLAIM_MS_MAX = 10_000;
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

const isLast = (index: number): boolean => index % EMAILS_PER_CAMPAIGN === EMAILS_PER_CAMPAIGN - 1;

/**
 * The first email of each campaign is in a dialog whose server waits for the release; the others are queued, and the last
 * one is not due.
 */
async function startCampaigns(until: Promise<unknown>): Promise<readonly Email[]> {
  const emails: Email[] = [];
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1) {
    // The enrollments of the test are not in the counts by which a campaign is completed.
    const workspace = await newSendingWorkspace(service, { sink, campaign: { auto_enroll: true } });
    for (let number = 0; number < EMAILS_PER_CAMPAIGN; number += 1) {
      const enrollment = await workspace.addEnrollment();
      const email = enrollment.contact_email ?? '';
      if (number === 0) sink.replies.set(email, { at: 'delay', until });
      const dueAt = isLast(number) ? null : new Date(Date.now() - (EMAILS_PER_CAMPAIGN - number));
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

/** The journals of the workers. */
function journals(): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

/** Replies of mail servers in the journals. */
function replyCount(): number {
  return journals().split('"kind":"end"').length - 1;
}

/** Makes the last email of each campaign due, and returns when a worker begins to claim them. */
async function startClaim(emails: readonly Email[]): Promise<void> {
  const ids = emails.filter((_, index) => isLast(index)).map(({ id }) => id);
  const [first] = emails;
  await first?.workspace.makeDue(...ids);
  const isBegun = (): boolean => ids.some((id) => journals().includes(id));
  const endsAtMs = performance.now() + CLAIM_MS_MAX;
  while (!isBegun() && performance.now() < endsAtMs) await turn();
  expect(isBegun()).toBe(true);
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
    await startClaim(emails);
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
