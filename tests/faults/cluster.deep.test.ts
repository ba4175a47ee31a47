import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailLog } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { postUntilAnswered, request } from './src/client.ts';
import { startClusters, type Member } from './src/clusters.ts';
import { countDoubles, expectComplete } from './src/complete-campaign.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { watchEvents } from './src/published-events.ts';
import { isLong } from './src/random.ts';
import { givenSendingCampaign } from './src/sending-campaigns.ts';

jest.setTimeout(1_500_000);

/** The default of MongoDB in the long form. */
const ELECTION_MS = isLong ? 10_000 : 2_000;
/** Writes are back this long after the election at the latest, or after the fault if it causes no election. */
const BACK_WITHIN_MS = 5_000;
/** A service leaves a server that stands still after this time, also if another one is elected earlier. */
const LEFT_AFTER_MS = 5_000;
const ROUNDS = isLong ? 10 : 1;
const WRITERS = 4;
/** A key may write 300 times a minute. */
const PAUSE_MS = 250;
/** In the long form the accounts send four emails a second at most, and the faults take about eight minutes. */
const CONTACTS = isLong ? 500 : 150;
const ACCOUNTS = 4;
const GAP_SECONDS = 1;

/** Acceptances by Message-ID. */
const acceptances = new Map<string, number>();
const mailLog = await sharedByTests(async () =>
  startMailLog({
    onAccepted: ({ messageId }) => {
      acceptances.set(messageId, (acceptances.get(messageId) ?? 0) + 1);
    },
  }),
);
const clusters = await sharedByTests(async () => startClusters(ELECTION_MS));
const faults = await sharedByTests(async () =>
  startFaultStack({
    workspaceCount: WRITERS + 1,
    mongodbUri: clusters.mongodbUri,
    natsUrl: clusters.natsUrl,
    env: { NATS_STREAM_REPLICAS: '3' },
  }),
);
const [campaignKey = '', ...writerKeys] = faults.keys;

const print = (line: string): void => {
  process.stderr.write(`cluster: ${line}\n`);
};

/** The accepted writes: their keys, ids and the times of their answers. */
interface Written {
  readonly email: string;
  readonly id: string;
  readonly atMs: number;
}

/** Creates contacts one after the other in several chains, each with its own Idempotency-Key until it is answered. */
function startWriters(): { readonly written: Written[]; stop(): Promise<void> } {
  const written: Written[] = [];
  let isStopping = false;
  const write = async (key: string, writer: number): Promise<void> => {
    for (let number = 0; !isStopping; number += 1) {
      const email = `cluster-${writer}-${number}@example.com`;
      const call = { route: '/api/v1/contacts/', key, body: { email }, idempotencyKey: email };
      const { status, body } = await postUntilAnswered(faults.stack.baseUrl, call);
      expect([email, status]).toEqual([email, 201]);
      written.push({ email, id: body.id, atMs: performance.now() });
      await delay(PAUSE_MS);
    }
  };
  const writing = Promise.all(writerKeys.map(write));
  return {
    written,
    stop: async () => {
      isStopping = true;
      await writing;
    },
  };
}

interface Recovery {
  /** From the fault to the new primary that accepts writes; 0 if the fault causes no election. */
  readonly electionMs: number;
  /** From the fault to the first write that began after it and was accepted. */
  readonly tookMs: number;
}

/** @param primary the primary, if the fault ends it. */
async function recovery(
  written: readonly Written[],
  fault: () => Promise<void>,
  primary?: Member,
): Promise<Recovery> {
  const faultAtMs = performance.now();
  await fault();
  const election = primary === undefined ? Promise.resolve(0) : electionOf(primary, faultAtMs);
  const before = written.length;
  // The first answers may be those of writes that had committed before the fault.
  await eventually(() => expect(written.length).toBeGreaterThan(before + WRITERS), {
    timeoutMs: 60_000,
    pollMs: 20,
  });
  const electionMs = await election;
  return { electionMs, tookMs: (written[before + WRITERS]?.atMs ?? Infinity) - faultAtMs };
}

/** Waits until another member is the primary. Returns the time since the fault. */
async function electionOf(primary: Member, faultAtMs: number): Promise<number> {
  await eventually(async () => clusters.primaryOtherThan(primary), { timeoutMs: 60_000, pollMs: 50 });
  return performance.now() - faultAtMs;
}

type Fault = readonly [string, (written: readonly Written[]) => Promise<Recovery>];

async function killPrimary(written: readonly Written[]): Promise<Recovery> {
  const primary = await clusters.primary();
  return recovery(written, async () => primary.process.kill('SIGKILL'), primary);
}

async function stopPrimary(written: readonly Written[]): Promise<Recovery> {
  const primary = await clusters.primary();
  return standStill(primary, async (fault) => recovery(written, fault, primary));
}

async function stepDown(written: readonly Written[]): Promise<Recovery> {
  const primary = await clusters.primary();
  return recovery(written, async () => clusters.stepDown(), primary);
}

async function standStill(
  { process }: Member,
  recover: (fault: () => Promise<void>) => Promise<Recovery>,
): Promise<Recovery> {
  try {
    return await recover(async () => process.kill('SIGSTOP'));
  } finally {
    process.kill('SIGCONT');
  }
}

const MONGO_FAULTS: readonly Fault[] = [
  ['kill -9 of the primary', killPrimary],
  ['step-down of the primary', stepDown],
  ['SIGSTOP of the primary', stopPrimary],
  [
    'kill -9 of a secondary',
    async (written) => recovery(written, async () => (await clusters.secondary()).process.kill('SIGKILL')),
  ],
  [
    'SIGSTOP of a secondary',
    async (written) => standStill(await clusters.secondary(), async (fault) => recovery(written, fault)),
  ],
];
const NATS_FAULTS: readonly Fault[] = [
  [
    'kill -9 of the leader of a stream',
    async (written) => recovery(written, async () => (await clusters.leader()).process.kill('SIGKILL')),
  ],
  [
    'SIGSTOP of the leader of a stream',
    async (written) => standStill(await clusters.leader(), async (fault) => recovery(written, fault)),
  ],
  [
    'kill -9 of a follower',
    async (written) => recovery(written, async () => (await clusters.follower()).process.kill('SIGKILL')),
  ],
];

describe('three mongods and three nats-servers', () => {
  it('keep every accepted write and every event once, and writes are back 5 s after an election', async () => {
    const events = await watchEvents(clusters.natsUrl, { type: 'contact.created' });
    const campaign = await givenSendingCampaign(faults, {
      key: campaignKey,
      contactCount: CONTACTS,
      accountCount: ACCOUNTS,
      smtpPort: mailLog.port,
      gapSeconds: isLong ? GAP_SECONDS : 0,
    });
    expect((await campaign.command('launch')).status).toBe(200);
    const writers = startWriters();
    const times: [string, Recovery][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, fault] of [...MONGO_FAULTS, ...NATS_FAULTS]) {
        await clusters.settled();
        const taken = await fault(writers.written);
        times.push([name, taken]);
        print(`${name}: ${timesOf(taken)}`);
      }
    await writers.stop();
    await expectHistory(writers.written);
    const sends = await expectComplete(faults, campaign);
    print(
      `${writers.written.length} writes; ${sends.length} emails, ${countDoubles(sends, acceptances)} doubled`,
    );
    await eventually(
      () => {
        const missing = writers.written.filter(({ id }) => events.idsOf.get(id)?.size !== 1);
        expect(missing).toEqual([]);
      },
      { timeoutMs: 60_000, pollMs: 500 },
    );
    await events.stop();
    expect(times.filter(([name, taken]) => taken.tookMs > limitOf(name, taken))).toEqual([]);
  });
});

function limitOf(name: string, { electionMs }: Recovery): number {
  const noticedMs = name === 'SIGSTOP of the primary' ? Math.max(electionMs, LEFT_AFTER_MS) : electionMs;
  return noticedMs + BACK_WITHIN_MS;
}

function timesOf({ electionMs, tookMs }: Recovery): string {
  const back = `writes are back after ${(tookMs / 1_000).toFixed(1)} s`;
  return electionMs === 0 ? back : `a new primary after ${(electionMs / 1_000).toFixed(1)} s, ${back}`;
}

/** Every accepted contact exists once, under the id of its answer, and no other contact exists. */
async function expectHistory(written: readonly Written[]): Promise<void> {
  const stored = new Map<string, string>();
  for (const key of writerKeys) await readContacts(key, stored);
  expect(stored.size).toBe(written.length);
  expect(written.filter(({ email, id }) => stored.get(email) !== id)).toEqual([]);
}

async function readContacts(key: string, stored: Map<string, string>): Promise<void> {
  let cursor = '';
  do {
    const route = `/api/v1/contacts/?page_size=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body } = await request(faults.stack.baseUrl, { route, key });
    expect(status).toBe(200);
    for (const { id, email } of body.data) stored.set(email, id);
    cursor = body.meta.next_cursor ?? '';
  } while (cursor !== '');
}
