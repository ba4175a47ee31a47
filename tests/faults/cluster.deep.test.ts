import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, startMailLog } from '@outreach/testing';
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
/** Writes are back this long after the election at the latest. */
const BACK_WITHIN_MS = 5_000;
/** Time of an election itself, and of a busy machine. */
const SLACK_MS = 2_000;
const BACK_MS = ELECTION_MS + BACK_WITHIN_MS + SLACK_MS;
/** The new primary learns of commits by heartbeats only at first (docs/performance.md). */
const LATER_MS: ReadonlyMap<string, number> = new Map([['SIGSTOP of the primary', BACK_MS + 10_000]]);
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

/** The time from the fault to the first write that began after it and was accepted. */
async function recovery(written: readonly Written[], fault: () => Promise<void>): Promise<number> {
  const faultAtMs = performance.now();
  await fault();
  const before = written.length;
  // The first answers may be those of writes that had committed before the fault.
  await eventually(() => expect(written.length).toBeGreaterThan(before + WRITERS), {
    timeoutMs: 60_000,
    pollMs: 20,
  });
  return (written[before + WRITERS]?.atMs ?? Infinity) - faultAtMs;
}

async function standStill({ process }: Member, written: readonly Written[]): Promise<number> {
  try {
    return await recovery(written, async () => process.kill('SIGSTOP'));
  } finally {
    process.kill('SIGCONT');
  }
}

type Fault = readonly [string, (written: readonly Written[]) => Promise<number>];

const MONGO_FAULTS: readonly Fault[] = [
  [
    'kill -9 of the primary',
    async (written) => recovery(written, async () => (await clusters.primary()).process.kill('SIGKILL')),
  ],
  ['step-down of the primary', async (written) => recovery(written, async () => clusters.stepDown())],
  ['SIGSTOP of the primary', async (written) => standStill(await clusters.primary(), written)],
  [
    'kill -9 of a secondary',
    async (written) => recovery(written, async () => (await clusters.secondary()).process.kill('SIGKILL')),
  ],
  ['SIGSTOP of a secondary', async (written) => standStill(await clusters.secondary(), written)],
];
const NATS_FAULTS: readonly Fault[] = [
  [
    'kill -9 of the leader of a stream',
    async (written) => recovery(written, async () => (await clusters.leader()).process.kill('SIGKILL')),
  ],
  ['SIGSTOP of the leader of a stream', async (written) => standStill(await clusters.leader(), written)],
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
    const times: [string, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, fault] of [...MONGO_FAULTS, ...NATS_FAULTS]) {
        const tookMs = await fault(writers.written);
        times.push([name, tookMs]);
        print(`${name}: writes are back after ${(tookMs / 1_000).toFixed(1)} s`);
        await eventually(async () => clusters.primary(), { timeoutMs: 60_000, pollMs: 100 });
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
    const late = times.filter(([name, tookMs]) => tookMs > (LATER_MS.get(name) ?? BACK_MS));
    expect(late).toEqual([]);
  });
});

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
