/** @alone It measures time. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { appNames, backendNames, type AppName } from '@outreach/dev/names';
import { seedCredential } from '@outreach/dev/seed';
import { eventually } from '@outreach/testing';
import { startMailLog } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request, type Call } from './src/client.ts';
import { countDoubles, expectComplete } from './src/complete-campaign.ts';
import { failuresOf, startLoad, type Load } from './src/load.ts';
import { isLong, seededRandom } from './src/random.ts';
import { startReplicatedStack, type ReplicatedStack } from './src/replicated-stack.ts';
import { givenSendingCampaign, STEP_COUNT } from './src/sending-campaigns.ts';

jest.setTimeout(600_000);

const PER_SECOND = isLong ? 200 : 30;
/** A machine that is too slow for the rate gets fewer requests. */
const IN_FLIGHT_MAX = 50;
const WRITE_SHARE = 0.2;
/** Each key allows 600 requests a minute. */
const KEYS = isLong ? { workspaceCount: 4, keysPerWorkspace: 6 } : { workspaceCount: 3, keysPerWorkspace: 4 };
const ROUNDS = isLong ? 5 : 1;
const READS = [
  '/api/v1/contacts/',
  '/api/v1/campaigns/',
  '/api/v1/webhooks/',
  '/api/v1/workspace/',
  '/api/v1/webhooks/event-types/',
];
/** An account sends one email a second, so that the campaign lasts longer than a restart of both processes. */
const ACCOUNTS = isLong ? 20 : 10;
const CONTACTS = isLong ? 2_000 : 80;
const random = seededRandom('rolling restart');
/** Acceptances by Message-ID. */
const acceptances = new Map<string, number>();
const mailLog = await sharedByTests(async () =>
  startMailLog({
    onAccepted: ({ messageId }) => {
      acceptances.set(messageId, (acceptances.get(messageId) ?? 0) + 1);
    },
  }),
);
let replicated: ReplicatedStack;
let writtenCount = 0;

beforeAll(async () => {
  replicated = await startReplicatedStack(KEYS);
});

afterAll(async () => replicated.stop());

function startTraffic(writeShare: number): Load {
  return startLoad({
    perSecond: PER_SECOND,
    inFlightMax: IN_FLIGHT_MAX,
    next: () => ({ baseUrl: replicated.nextBaseUrl(), call: nextCall(writeShare) }),
  });
}

function nextCall(writeShare: number): Call {
  const key = pick(replicated.keys);
  if (random() >= writeShare) return { route: pick(READS), key };
  writtenCount += 1;
  const body = { email: `rolling-${String(writtenCount)}@example.com` };
  return { method: 'POST', route: '/api/v1/contacts/', key, body };
}

function pick(from: readonly string[]): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

async function restart(app: AppName): Promise<void> {
  for (const one of replicated.processes.filter((some) => some.app === app)) {
    await one.stop();
    await one.start();
  }
}

describe('two processes of each app', () => {
  it.each(READS)('answer GET %s', async (route) => {
    const answer = await request(replicated.nextBaseUrl(), { route, key: pick(replicated.keys) });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  });

  it.each(appNames)('fail no request during a rolling restart of %s under load', async (app) => {
    const startedAtMs = performance.now();
    const traffic = startTraffic(WRITE_SHARE);
    for (let round = 0; round < ROUNDS; round += 1) await restart(app);
    const samples = await traffic.stop();
    const perSecond = Math.round((samples.length * 1000) / (performance.now() - startedAtMs));
    process.stderr.write(`rolling restart of ${app}: ${String(perSecond)} requests a second\n`);
    expect(failuresOf(samples)).toEqual([]);
    expect(samples.length).toBeGreaterThan(PER_SECOND);
  });

  it.each(backendNames)('fail no read when one process of %s is killed under load', async (app) => {
    const traffic = startTraffic(0);
    const [, second] = replicated.processes.filter((one) => one.app === app);
    await eventually(() => expect(traffic.samples.length).toBeGreaterThan(IN_FLIGHT_MAX));
    second?.kill('SIGKILL');
    await eventually(async () => expect(await second?.isReady()).toBe(false));
    await eventually(async () => expect(await second?.isReady()).toBe(true), { timeoutMs: 30_000 });
    expect(failuresOf(await traffic.stop())).toEqual([]);
  });

  it('send each email of a campaign once during a rolling restart of campaigns, and fail no request', async () => {
    const { apiKey: key } = await seedCredential(replicated.faults.stack, 'Campaign');
    const campaign = await givenSendingCampaign(replicated.faults, {
      key,
      contactCount: CONTACTS,
      accountCount: ACCOUNTS,
      smtpPort: mailLog.port,
      gapSeconds: 1,
    });
    const total = CONTACTS * STEP_COUNT;
    expect((await campaign.command('launch')).status).toBe(200);
    await eventually(() => expect(acceptances.size).toBeGreaterThan(ACCOUNTS), { timeoutMs: 30_000 });
    const traffic = startTraffic(0);
    do await restart('campaigns');
    while (isLong && acceptances.size < total / 2);
    const samples = await traffic.stop();
    expect(failuresOf(samples)).toEqual([]);
    const sends = await expectComplete(replicated.faults, campaign);
    expect(countDoubles(sends, acceptances)).toBe(0);
    expect(acceptances.size).toBe(total);
  });
});
