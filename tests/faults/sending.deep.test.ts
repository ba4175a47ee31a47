import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { createReplica } from '@outreach/dev/replica';
import { eventually, freePort } from '@outreach/testing';
import { startMailLog } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { RESTART_BACKOFF_MS_MAX, startFaultStack } from './src/fault-stack.ts';
import { isLong, seededRandom } from './src/random.ts';
import { countDoubles, expectBalance, expectComplete } from './src/complete-campaign.ts';
import { startAnswerer } from './src/answers.ts';
import { givenSendingCampaign, type SendingCampaign } from './src/sending-campaigns.ts';

jest.setTimeout(1_500_000);

/** Each has a campaign: some are killed, others are paused, and the contacts of the last one are answered. */
const WORKSPACES = isLong ? { killed: 2, paused: 3, answered: 1 } : { killed: 1, paused: 1, answered: 1 };
const DEATHS = isLong ? 50 : 7;
/** A workspace may launch and resume campaigns ten times a minute. */
const PAUSES_PER_CAMPAIGN = isLong ? 7 : 3;
const CONTACTS_PER_CAMPAIGN = isLong ? 5_000 : 100;
const CONTACTS_TO_ANSWER = isLong ? 300 : 20;
const ANSWERS_PER_THREAD = 3;
const WORKER_DEATHS = isLong ? 30 : 4;
const CONTACTS_TO_PAUSE = isLong ? 2_000 : 60;
const ACCOUNTS = 10;
/** A server takes some time for its reply: a process that dies meanwhile leaves a dialog without a known result. */
const REPLY_MS_MAX = 30;
/** Slow enough that no campaign completes before its last pause. */
const SLOW_REPLY_MS_MAX = 1_500;
/** Slow enough that workers die while answers are sent. */
const ANSWER_REPLY_MS_MAX = 200;
/** The random number of emails between two deaths, or two pauses. */
const EMAILS_PER_LIFE_MAX = isLong ? 300 : 20;
const LIFE_MS_MAX = isLong ? 6_000 : 4_000;
const SERVER_DEATHS: ReadonlyMap<number, 'mongod' | 'nats'> = new Map([
  [isLong ? 7 : 3, 'mongod'],
  [isLong ? 14 : 5, 'nats'],
]);

const random = seededRandom('sending');
const journals = mkdtempSync(join(tmpdir(), 'outreach-journals-'));
/** Acceptances by Message-ID. */
const acceptances = new Map<string, number>();
let replyMsMax = REPLY_MS_MAX;
const mailLog = await sharedByTests(async () =>
  startMailLog({
    onAccepted: ({ messageId }) => {
      acceptances.set(messageId, (acceptances.get(messageId) ?? 0) + 1);
    },
    replyDelayMs: () => random() * replyMsMax,
  }),
);
const faults = await sharedByTests(async () =>
  startFaultStack({
    workspaceCount: WORKSPACES.killed + WORKSPACES.paused + WORKSPACES.answered,
    env: { SENDING_JOURNAL_DIR: journals },
  }),
);
/** A second worker on the same machine, with the same folder of journals. */
const replica = await sharedByTests(async () => {
  const options = { port: await freePort(), restartBackoffMsMax: RESTART_BACKOFF_MS_MAX };
  const created = await createReplica(faults.stack, 'campaigns', options);
  await created.start();
  return created;
});

afterAll(() => rmSync(journals, { recursive: true, force: true }));

async function givenCampaigns(keys: readonly string[], contactCount: number): Promise<SendingCampaign[]> {
  return Promise.all(
    keys.map(async (key) =>
      givenSendingCampaign(faults, { key, contactCount, accountCount: ACCOUNTS, smtpPort: mailLog.port }),
    ),
  );
}

async function launch(campaign: SendingCampaign): Promise<void> {
  const { status } = await campaign.command('launch');
  expect(status).toBe(200);
}

/** Waits until further emails are accepted, at most for some seconds: a process may also die while it starts. */
async function waitForProgress(): Promise<void> {
  const reached = acceptances.size + random() * EMAILS_PER_LIFE_MAX;
  const options = { timeoutMs: LIFE_MS_MAX };
  await eventually(() => expect(acceptances.size).toBeGreaterThan(reached), options).catch(() => undefined);
}

/** Kills a worker at random, both of them, or a server that they need. */
function kill(death: number): void {
  const server = SERVER_DEATHS.get(death);
  if (server !== undefined) {
    faults.stack.kill(server, 'SIGKILL');
    return;
  }
  const victim = random();
  if (victim < 0.6) faults.stack.kill('campaigns', 'SIGKILL');
  if (victim > 0.4) replica.kill('SIGKILL');
}

async function pauseAndResume(campaign: SendingCampaign): Promise<void> {
  await waitForProgress();
  const paused = await campaign.command('pause');
  expect([paused.text, paused.body?.status]).toEqual([paused.text, 'paused']);
  await expectBalance(campaign);
  const resumed = await campaign.command('resume');
  expect([resumed.text, resumed.body?.status, resumed.body?.dropped_sends]).toEqual([
    resumed.text,
    'active',
    0,
  ]);
  await expectBalance(campaign);
}

const ANSWERED = { timeoutMs: 300_000, pollMs: 500 };

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const print = (line: string): void => {
  process.stderr.write(`sending: ${line}\n`);
};

describe('a campaign', () => {
  it('sends every step to every contact once when its workers, MongoDB and NATS are killed', async () => {
    const campaigns = await givenCampaigns(faults.keys.slice(0, WORKSPACES.killed), CONTACTS_PER_CAMPAIGN);
    await Promise.all(campaigns.map(launch));
    for (let death = 1; death <= DEATHS; death += 1) {
      await waitForProgress();
      kill(death);
    }
    const sends = (await Promise.all(campaigns.map(async (each) => expectComplete(faults, each)))).flat();
    const doubled = countDoubles(sends, acceptances);
    const unknown = sends.map(({ unknown_count: count = 0 }) => count);
    print(
      `${DEATHS} deaths, ${sends.length} emails, ${sum(unknown)} attempts with an unknown result, at most ${Math.max(...unknown)} of an email; ${doubled} doubled`,
    );
  });

  it('loses and doubles no email when it is paused and resumed while it sends', async () => {
    replyMsMax = SLOW_REPLY_MS_MAX;
    const keys = faults.keys.slice(WORKSPACES.killed, -WORKSPACES.answered);
    const campaigns = await givenCampaigns(keys, CONTACTS_TO_PAUSE);
    await Promise.all(campaigns.map(launch));
    for (let round = 1; round <= PAUSES_PER_CAMPAIGN; round += 1)
      await Promise.all(campaigns.map(pauseAndResume));
    replyMsMax = REPLY_MS_MAX;
    const sends = (await Promise.all(campaigns.map(async (each) => expectComplete(faults, each)))).flat();
    expect(countDoubles(sends, acceptances)).toBe(0);
    print(`${PAUSES_PER_CAMPAIGN * WORKSPACES.paused} pauses, ${sends.length} emails`);
  });
});

describe('the answers of threads', () => {
  it('are sent once, all of them, when their workers are killed', async () => {
    const [key = ''] = faults.keys.slice(-1);
    const [campaign] = await givenCampaigns([key], CONTACTS_TO_ANSWER);
    if (campaign === undefined) throw new Error('A workspace has the campaign.');
    await launch(campaign);
    const steps = await expectComplete(faults, campaign);
    const workspaceId = faults.workspaceIds.at(-1) ?? '';
    const answerer = await startAnswerer(faults, { workspaceId, key });
    try {
      const threads = await answerer.openThreads(campaign.id);
      const answerAll = async (): Promise<void> => {
        for (let count = 0; count < ANSWERS_PER_THREAD; count += 1)
          for (const thread of threads) await answerer.answer(thread);
      };
      replyMsMax = ANSWER_REPLY_MS_MAX;
      const answering = answerAll();
      for (let death = 1; death <= WORKER_DEATHS; death += 1) {
        await waitForProgress();
        if (death % 2 === 0) replica.kill('SIGKILL');
        else faults.stack.kill('campaigns', 'SIGKILL');
      }
      replyMsMax = REPLY_MS_MAX;
      await answering;
      const total = threads.length * ANSWERS_PER_THREAD;
      const allSent = Array.from({ length: total }, () => 'sent');
      await eventually(async () => expect(await answerer.messageStates()).toEqual(allSent), ANSWERED);
      const sends = await answerer.sends();
      expect([threads.length, sends.length]).toEqual([CONTACTS_TO_ANSWER, total]);
      const unknown = sends.map(({ unknown_count: count = 0 }) => count);
      const doubled = countDoubles(sends, acceptances);
      expect(await expectComplete(faults, campaign)).toHaveLength(steps.length);
      print(
        `${WORKER_DEATHS} deaths, ${total} answers, ${sum(unknown)} attempts with an unknown result; ${doubled} doubled`,
      );
    } finally {
      await answerer.stop();
    }
  });
});
