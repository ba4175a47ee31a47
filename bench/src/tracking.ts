import { randomBytes } from 'node:crypto';
import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { seedCredential } from '@outreach/dev/seed';
import type { Collection } from 'mongodb';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { givenCampaign, post } from './given-campaign.ts';
import { importRows, toCsv } from './import-rows.ts';
import { ended, upload } from './import.ts';
import { runLoad, showLoad, type LoadRequest } from './load.ts';
import { startMailSink } from './mail-sink.ts';
import { poll, waitForCount } from './poll.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

const KEY = randomBytes(32);
const ACCOUNTS = 20;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const WAIT = { pollMs: 1_000, waitMsMax: 5 * 60_000 };
const CONTACTS_DEFAULT = 2_000;
/** A link of the email in the campaign. */
const URL = 'https://outreach.example/guide';

interface SendRow {
  readonly _id: string;
  readonly workspace_id: string;
  readonly status: string;
}

export const tracking: ProductBench = {
  name: 'tracking',
  description: 'open and click links of a campaign for --contacts contacts, and the records of the hits',
  env: { TRACKING_KEY: KEY.toString('base64'), TRUSTED_PROXIES: '127.0.0.0/8' },
  contactsDefault: CONTACTS_DEFAULT,
  run: async (input) => {
    const sends = input.mongodb.db('outreach_campaigns').collection<SendRow>('sends');
    await sendAll(input, sends);
    await hitAll(input, sends);
  },
};

/** The emails of the links are sent and delivered. */
async function sendAll({ stack, contacts, seed }: BenchInput, sends: Collection<SendRow>): Promise<void> {
  const { apiKey: key } = await seedCredential(stack, 'Bench');
  const job = await upload(stack, toCsv(importRows(contacts, seed)), key);
  await ended(stack, job.id, key);
  using sink = await startMailSink();
  const { id } = await givenCampaign(stack, { key, accountCount: ACCOUNTS, smtpPort: sink.port });
  await post(stack, { key, path: `campaigns/${id}/launch/` });
  await waitForCount(sends, { status: 'delivered' }, contacts);
}

async function hitAll(
  { stack, seconds, yardstick, print }: BenchInput,
  sends: Collection<SendRow>,
): Promise<void> {
  const next = requestsOf(await sends.find({}, { projection: { workspace_id: 1 } }).toArray());
  const load = { baseUrl: stack.baseUrl, connections: CONNECTIONS, next };
  const warmUp = await runLoad({ ...load, seconds: WARM_UP_SECONDS });
  await waitForHits(sends, warmUp.latenciesMs.length);
  const before = await cpuSecondsOf(stack);
  const startedAtMs = performance.now();
  const result = await runLoad({ ...load, seconds });
  const hits = result.latenciesMs.length;
  print(`${CONNECTIONS} connections: ${showLoad(result, yardstick)}`);
  await waitForHits(sends, warmUp.latenciesMs.length + hits);
  const recordedSeconds = (performance.now() - startedAtMs) / 1_000;
  print(
    `  all recorded after ${recordedSeconds.toFixed(1)} s: ${yardstick.rate(hits / recordedSeconds, 'hits')}`,
  );
  print(`  processor time per hit: ${showCpu(before, await cpuSecondsOf(stack), hits)}`);
}

/** Three opens and one click of each email in turn. */
function requestsOf(rows: readonly SendRow[]): (index: number) => LoadRequest {
  const tokens = createTrackingTokens([KEY]);
  const paths = rows.flatMap(({ _id: send_id, workspace_id }) => {
    const open = `/t/o/${tokens.sign({ kind: 'open', workspace_id, send_id, url: null })}.gif`;
    const click = `/t/c/${tokens.sign({ kind: 'click', workspace_id, send_id, url: URL })}`;
    return [open, open, open, click];
  });
  return (index) => ({ method: 'GET', path: paths[index % paths.length] ?? '/', address: addressOf(index) });
}

/** An address has 600 recorded requests a minute: each request has one of 65,536 addresses. */
function addressOf(index: number): string {
  return `10.0.${(index >> 8) & 255}.${index & 255}`;
}

const COUNTS = ['open_count', 'machine_open_count', 'click_count', 'machine_click_count'];

/** Waits until the counters of the emails contain so many hits. */
async function waitForHits(sends: Collection<SendRow>, hits: number): Promise<void> {
  const count = { $sum: { $add: COUNTS.map((name) => ({ $ifNull: [`$${name}`, 0] })) } };
  await poll(
    async () => sends.aggregate<{ count: number }>([{ $group: { _id: null, count } }]).toArray(),
    ([sum]) => (sum?.count ?? 0) >= hits,
    WAIT,
  );
}
