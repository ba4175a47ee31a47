import { createReplica, type Replica } from '@outreach/dev/replica';
import { seedCredentials } from '@outreach/dev/seed';
import { freePort } from '@outreach/testing';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { readDocuments, showDocuments } from './documents.ts';
import { givenCampaign, post } from './given-campaign.ts';
import { importRows, toCsv } from './import-rows.ts';
import { ended, upload } from './import.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { readMetric } from './metrics.ts';
import { waitForCount } from './poll.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

const CONTACTS_DEFAULT = 20_000;
const WORKSPACES = 2;
const ACCOUNTS_PER_WORKSPACE = 50;
const DIALOGS = '200';
const WAIT_MS_MAX = 8 * 60_000;
/** Events on the timeline of a contact: enrolled; then sent, delivered and completed. */
const EVENTS_WHEN_ENROLLED = 1;
const EVENTS_WHEN_SENT = 4;
const BYTES_PER_MIB = 1_048_576;

export const send: ProductBench = {
  name: 'send',
  description: 'a campaign for --contacts contacts: enrolled and planned, then sent to a local mail server',
  /** The service of the stack plans and sends nothing; a second process sends. */
  env: { SENDING_CONCURRENCY: '0' },
  contactsDefault: CONTACTS_DEFAULT,
  run: async (input) => {
    using sink = await startMailSink();
    await sendAll(input, sink, await planAll(input, sink));
  },
};

function rowsOf({ mongodb }: BenchInput) {
  return {
    sends: mongodb.db('outreach_campaigns').collection('sends'),
    timeline: mongodb.db('outreach_contacts').collection('engagement_events'),
  };
}

/** Finds the records of the workspaces that send. */
type Own = Readonly<{ workspace_id: { readonly $in: string[] } }>;

/** Enrolls and plans all contacts; nothing is sent yet. */
export async function planAll(input: BenchInput, sink: MailSink): Promise<Own> {
  const { sends, timeline } = rowsOf(input);
  const { stack, contacts, seed, yardstick, print } = input;
  const owners = await seedCredentials(stack, { name: 'Bench', count: WORKSPACES });
  const campaigns = await Promise.all(
    owners.map(async ({ apiKey: key }) => {
      const job = await upload(stack, toCsv(importRows(contacts / WORKSPACES, seed)), key);
      await ended(stack, job.id, key);
      const options = { key, accountCount: ACCOUNTS_PER_WORKSPACE, smtpPort: sink.port };
      return { key, id: (await givenCampaign(stack, options)).id };
    }),
  );
  const before = await cpuSecondsOf(stack);
  const startedAtMs = performance.now();
  await Promise.all(
    campaigns.map(async ({ key, id }) => post(stack, { key, path: `campaigns/${id}/launch/` })),
  );
  const own = { workspace_id: { $in: owners.map(({ workspace }) => workspace.id) } };
  await waitForCount(sends, { ...own, status: 'queued' }, contacts);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await waitForCount(timeline, own, contacts * EVENTS_WHEN_ENROLLED);
  print(`enrolled and planned: ${yardstick.rate(contacts / seconds, 'emails')} (${seconds.toFixed(1)} s)`);
  print(`  processor time per email: ${showCpu(before, await cpuSecondsOf(stack), contacts)}`);
  return own;
}

/** Sends what is planned. Returns the emails that were stored per second. */
export async function sendAll(input: BenchInput, sink: MailSink, own: Own): Promise<number> {
  const { sends, timeline } = rowsOf(input);
  const { stack, contacts, yardstick, print } = input;
  const options = { port: await freePort(), env: { SENDING_CONCURRENCY: DIALOGS } };
  const worker = await createReplica(stack, 'campaigns', options);
  const cpuOf = async (isStarted: boolean) =>
    new Map([
      ...(await cpuSecondsOf(stack)),
      ['worker', isStarted ? await readMetric(worker.metricsPort, 'process_cpu_seconds_total') : 0],
      ['mail server', sink.cpuSeconds],
    ]);
  const documents = await readDocuments(stack.mongodbUri);
  const before = await cpuOf(false);
  await worker.start();
  const startMib = await residentMib(worker);
  await sink.waitFor(contacts / 2, WAIT_MS_MAX);
  const halfMib = await residentMib(worker);
  await sink.waitFor(contacts, WAIT_MS_MAX);
  await waitForCount(sends, { ...own, status: 'delivered' }, contacts);
  const storedSeconds = sink.secondsSinceFirst();
  const memory = [startMib, halfMib, await residentMib(worker)];
  await waitForCount(timeline, own, contacts * EVENTS_WHEN_SENT);
  print(
    `${yardstick.rate(contacts / sink.seconds, 'accepted emails')} (${sink.seconds.toFixed(1)} s), ${yardstick.rate(contacts / storedSeconds, 'stored emails')}; ${sink.acceptedCount - contacts} doubled`,
  );
  print(`  processor time per email: ${showCpu(before, await cpuOf(true), contacts)}`);
  print(
    `  documents per email: ${showDocuments(documents, await readDocuments(stack.mongodbUri), contacts)}`,
  );
  print(
    `  memory of the worker at the start, half and end: ${memory.map((mib) => `${mib.toFixed(0)} MiB`).join(', ')}`,
  );
  await worker.stop();
  return contacts / storedSeconds;
}

async function residentMib({ metricsPort }: Replica): Promise<number> {
  return (await readMetric(metricsPort, 'process_resident_memory_bytes')) / BYTES_PER_MIB;
}
