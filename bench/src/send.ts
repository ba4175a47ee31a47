import { callRest, createReplica, seedCredentials, type Replica, type Stack } from '@outreach/dev';
import { pause } from '@outreach/service-kit';
import { freePort } from '@outreach/testing';
import { MongoClient, type Collection } from 'mongodb';
import { z } from 'zod';
import { cpuSecondsOf, showCpu, type CpuSeconds } from './cpu.ts';
import { importRows, toCsv } from './import-rows.ts';
import { ended, upload } from './import.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { readMetric } from './metrics.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

const CONTACTS_DEFAULT = 20_000;
const WORKSPACES = 2;
const ACCOUNTS_PER_WORKSPACE = 50;
const DAILY_MAX = 10_000;
const CAMPAIGN_DAILY_MAX = 100_000;
const WAIT_MS_MAX = 8 * 60_000;
const POLL_MS = 200;
const BYTES_PER_MIB = 1_048_576;

const Created = z.looseObject({ id: z.string() });

interface SendRow {
  readonly _id: string;
  readonly status: string;
}

export const send: ProductBench = {
  name: 'send',
  description:
    'a campaign to --contacts contacts (20,000 by default): planning, then sending to a local server',
  /** The service of the stack plans and sends nothing; a second process sends. */
  env: { SENDING_CONCURRENCY: '0' },
  contactsDefault: CONTACTS_DEFAULT,
  run: async (input) => {
    const sink = await startMailSink();
    const client = await MongoClient.connect(input.stack.mongodbUri);
    try {
      const sends = client.db('outreach_campaigns').collection<SendRow>('sends');
      await planAll(input, sink, sends);
      await sendAll(input, sink, sends);
    } finally {
      await client.close();
      sink.stop();
    }
  },
};

/** Enrolls and plans all contacts; nothing is sent yet. */
async function planAll(input: BenchInput, sink: MailSink, sends: Collection<SendRow>): Promise<void> {
  const { stack, contacts, print } = input;
  const owners = await seedCredentials(stack, { name: 'Bench', count: WORKSPACES });
  const keys = owners.map(({ apiKey }) => apiKey);
  const campaigns = await Promise.all(keys.map(async (key) => givenCampaign(input, sink, key)));
  const before = await cpuSecondsOf(stack);
  const startedAtMs = performance.now();
  await Promise.all(
    campaigns.map(async (id, index) =>
      call(stack, { key: keys[index] ?? '', path: `campaigns/${id}/launch/`, body: undefined }),
    ),
  );
  await waitForCount(sends, { status: 'queued' }, contacts);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  print(`enrolled and planned: ${(contacts / seconds).toFixed(0)} per second (${seconds.toFixed(1)} s)`);
  print(`  processor time per email: ${showCpu(before, await cpuSecondsOf(stack), contacts)}`);
}

async function sendAll(input: BenchInput, sink: MailSink, sends: Collection<SendRow>): Promise<void> {
  const { stack, contacts, print } = input;
  const worker = await createReplica(stack, 'campaigns', {
    port: await freePort(),
    env: { SENDING_CONCURRENCY: '200' },
  });
  const before = await cpuSecondsOf(stack);
  const sinkCpuBefore = sink.cpuSeconds;
  await worker.start();
  const cpu = { start: await workerCpu(worker), end: 0 };
  const memory = [await residentMib(worker)];
  const startedAtMs = performance.now();
  const firstCount = sink.acceptedCount;
  await sink.waitFor(contacts / 2, WAIT_MS_MAX);
  memory.push(await residentMib(worker));
  await waitForCount(sends, { status: 'delivered' }, contacts);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  memory.push(await residentMib(worker));
  cpu.end = await workerCpu(worker);
  const after = await cpuSecondsOf(stack);
  print(
    `sent: ${(contacts / sink.seconds).toFixed(0)} mails/s from the first to the last acceptance (${sink.seconds.toFixed(1)} s); ${((contacts - firstCount) / seconds).toFixed(0)}/s until all are stored as delivered; ${String(sink.acceptedCount - contacts)} doubled`,
  );
  const others: CpuSeconds = new Map([...after, ['worker', cpu.end], ['sink', sink.cpuSeconds]]);
  const start: CpuSeconds = new Map([...before, ['worker', cpu.start], ['sink', sinkCpuBefore]]);
  print(`  processor time per email: ${showCpu(start, others, contacts)}`);
  print(
    `  memory of the worker at the start, half and end: ${memory.map((mib) => `${mib.toFixed(0)} MiB`).join(', ')}`,
  );
  await worker.stop();
}

async function givenCampaign(
  { stack, contacts, seed }: BenchInput,
  sink: MailSink,
  key: string,
): Promise<string> {
  const job = await upload(stack, toCsv(importRows(contacts / WORKSPACES, seed)), key);
  await ended(stack, job.id, key);
  const create = async (path: string, body: object): Promise<string> =>
    Created.parse(await call(stack, { key, path: `${path}/`, body })).id;
  const sequence = await create('sequences', { name: 'Bench', steps: [STEP] });
  const accounts: string[] = [];
  while (accounts.length < ACCOUNTS_PER_WORKSPACE)
    accounts.push(
      await create('sending-accounts', {
        email: `sender${String(accounts.length)}@outreach.example`,
        from_name: 'Anna Sender',
        provider: 'smtp',
        smtp: { host: '127.0.0.1', port: sink.port, security: 'none' },
        daily_limit: DAILY_MAX,
        min_gap_seconds: 0,
        max_gap_seconds: 0,
      }),
    );
  return create('campaigns', {
    name: 'Bench',
    campaign_type: 'nurture',
    sequence_id: sequence,
    sending_account_ids: accounts,
    daily_send_limit: CAMPAIGN_DAILY_MAX,
    send_window_start: 0,
    send_window_end: 24,
    send_days: [1, 2, 3, 4, 5, 6, 7],
  });
}

/** About as long as a usual first email, with a link. */
const STEP = {
  subject: 'A question about {{ contact.company_name }}, {{ contact.first_name }}',
  body_html: `<p>Hello {{ contact.first_name }},</p>
<p>I saw that {{ contact.company_name }} is growing, and that you lead its work as {{ contact.title }}. Teams of your size
often spend a day each week on lists that are out of date as soon as they are finished.</p>
<p>We have written down how five of them got rid of that: <a href="https://outreach.example/guide">the guide</a> takes ten
minutes to read. Would it help you if I sent the part about {{ contact.city }}?</p>
<p>Best regards<br>Anna Sender<br>Outreach Example, Bern</p>`,
};

async function call(
  { baseUrl }: Stack,
  { key, path, body }: { readonly key: string; readonly path: string; readonly body: object | undefined },
): Promise<unknown> {
  const answer = z.unknown();
  return callRest(baseUrl, { method: 'POST', path: `/api/v1/${path}`, token: key, body, answer });
}

async function waitForCount(
  sends: Collection<SendRow>,
  filter: { readonly status: string },
  count: number,
): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS_MAX);
  while ((await sends.countDocuments(filter)) < count) {
    await pause(POLL_MS, signal);
    signal.throwIfAborted();
  }
}

async function workerCpu({ metricsPort }: Replica): Promise<number> {
  return readMetric(metricsPort, 'process_cpu_seconds_total');
}

async function residentMib({ metricsPort }: Replica): Promise<number> {
  return (await readMetric(metricsPort, 'process_resident_memory_bytes')) / BYTES_PER_MIB;
}
