import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { createReplica } from '@outreach/dev/replica';
import { eventually, freePort } from '@outreach/testing';
import { startSendingPlatform } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { RESTART_BACKOFF_MS_MAX, startFaultStack } from './src/fault-stack.ts';
import { isLong, seededRandom } from './src/random.ts';
import { givenSendingCampaign, STEP_COUNT, storedSends } from './src/sending-campaigns.ts';

jest.setTimeout(900_000);

const DEATHS = isLong ? 40 : 4;
const CONTACTS = isLong ? 3_000 : 50;
const ACCOUNTS = 10;
/** With a gap between its emails no account is done before the first death. */
const GAP_SECONDS = 1;
/** No mail server listens here: a native dialog would fail. */
const NO_SERVER_PORT = 9;
/** A platform takes some time for its response: a process that dies meanwhile leaves submissions without a result. */
const RESPONSE_MS_MAX = 500;
/** The random number of emails between two deaths. */
const EMAILS_PER_LIFE_MAX = isLong ? 200 : 15;
const LIFE_MS_MAX = isLong ? 6_000 : 4_000;
/** The platform ends and starts again at these deaths. */
const PLATFORM_ENDS: ReadonlySet<number> = new Set(isLong ? [3, 7] : [2]);
const PLATFORM_DOWN_MS = 1_500;
const SETTLED = { timeoutMs: 120_000, pollMs: 500 };

const random = seededRandom('platform-sending');
const journals = mkdtempSync(join(tmpdir(), 'outreach-journals-'));
const platform = await sharedByTests(async () =>
  startSendingPlatform({ replyDelayMs: () => random() * RESPONSE_MS_MAX }),
);
const faults = await sharedByTests(async () =>
  startFaultStack({
    workspaceCount: 1,
    env: {
      SENDING_JOURNAL_DIR: journals,
      PLATFORM_1_URL: platform.url,
      PLATFORM_1_SECRET: platform.secret,
    },
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

/** Waits until further emails are taken, at most for some seconds: a process may also die while it starts. */
async function waitForProgress(): Promise<void> {
  const reached = platform.mails.length + random() * EMAILS_PER_LIFE_MAX;
  const options = { timeoutMs: LIFE_MS_MAX };
  await eventually(() => expect(platform.mails.length).toBeGreaterThan(reached), options).catch(
    () => undefined,
  );
}

async function endPlatform(): Promise<void> {
  await platform.close();
  await new Promise((resolve) => setTimeout(resolve, PLATFORM_DOWN_MS));
  await platform.start();
}

/** Kills a worker at random, or both of them. */
function kill(): void {
  const victim = random();
  if (victim < 0.6) faults.stack.kill('campaigns', 'SIGKILL');
  if (victim > 0.4) replica.kill('SIGKILL');
}

describe('a campaign on a platform', () => {
  it('sends every step to every contact once when its workers are killed and the platform is away', async () => {
    const [key = ''] = faults.keys;
    const sizes = {
      contactCount: CONTACTS,
      accountCount: ACCOUNTS,
      smtpPort: NO_SERVER_PORT,
      gapSeconds: GAP_SECONDS,
    };
    const campaign = await givenSendingCampaign(faults, { key, ...sizes, platform: 'platform_1' });
    const launched = await campaign.command('launch');
    expect([launched.status, launched.text]).toEqual([200, launched.text]);
    for (let death = 1; death <= DEATHS; death += 1) {
      await waitForProgress();
      kill();
      if (PLATFORM_ENDS.has(death)) await endPlatform();
    }
    const total = CONTACTS * STEP_COUNT;
    await eventually(async () => {
      const { body, text } = await campaign.read();
      const { total_sent: sent, delivered } = body?.metrics ?? {};
      expect([text, body?.status, sent, delivered]).toEqual([text, 'completed', total, total]);
    }, SETTLED);
    const { body: audit } = await campaign.read('audit/');
    expect([audit.balanced, audit.differences, audit.states.delivered]).toEqual([true, [], total]);
    const sends = await storedSends(faults, campaign.id);
    const ids = platform.mails.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(ids.toSorted()).toEqual(sends.map(({ _id: id }) => id).toSorted());
    const steps = new Set(sends.map(({ enrollment_id: id, step_number: step }) => `${id} ${step}`));
    expect(steps.size).toBe(total);
    expect(platform.requests.every(({ isSigned }) => isSigned)).toBe(true);
    const unknown = sends.reduce((sum, { unknown_count: count = 0 }) => sum + count, 0);
    process.stderr.write(
      `platform-sending: ${DEATHS} deaths, ${total} emails in ${platform.requests.length} requests, ${unknown} submissions with an unknown result, ${platform.repeatedCount} repeated submissions dropped by the platform\n`,
    );
  });
});
