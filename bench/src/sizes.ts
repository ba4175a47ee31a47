import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Stack } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import type { Db, MongoClient } from 'mongodb';
import { z } from 'zod';
import { generateContacts } from './generator.ts';
import { givenCampaign, post } from './given-campaign.ts';
import { importRows, toCsv } from './import-rows.ts';
import { ended, upload } from './import.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { metricOf } from './metrics.ts';
import { poll, waitForCount } from './poll.ts';
import { startReceiver, type Receiver } from './receiver-process.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

/** One contact in so many is created by the API, and gets a delivery and an email. */
const GENERATED_PER_CREATED = 10;
const ACCOUNTS = 20;
/** `contact.created` of the contacts service. */
const STREAM = 'DOMAIN_EVENTS_contacts';
const PUBLISHED = 'outbox_published_total';
const WAIT_MS_MAX = 60_000;
const POLL_MS = 500;
const DATABASES = ['outreach_contacts', 'outreach_campaigns', 'outreach_webhooks'];

export const sizes: ProductBench = {
  name: 'sizes',
  description: 'bytes per contact, event, delivery and send: --contacts generated, a tenth through the API',
  runsDefault: 1,
  run: async (input) => {
    using receiver = await startReceiver();
    using sink = await startMailSink();
    await measure(input, receiver, sink);
  },
};

async function measure(input: BenchInput, receiver: Receiver, sink: MailSink): Promise<void> {
  const { stack, mongodb, contacts, seed, print } = input;
  const created = Math.ceil(contacts / GENERATED_PER_CREATED);
  const { workspace, apiKey: key } = await seedCredential(stack, 'Bench');
  await post(stack, { key, path: 'webhooks/', body: endpointBody(receiver) });
  await stack.stopProcess('webhooks');
  const emptyBytes = await streamBytes(stack);
  const job = await upload(stack, toCsv(importRows(created, seed)), key);
  await ended(stack, job.id, key);
  await published(stack, created);
  const bytes = ((await streamBytes(stack)) - emptyBytes) / created;
  print(`${STREAM}: ${bytes.toFixed(0)} bytes per created contact`);
  await stack.startProcess('webhooks');
  const deliveries = mongodb.db('outreach_webhooks').collection('deliveries');
  await waitForCount(deliveries, { status: 'success' }, created);
  const { id } = await givenCampaign(stack, { key, accountCount: ACCOUNTS, smtpPort: sink.port });
  await post(stack, { key, path: `campaigns/${id}/launch/` });
  const sends = mongodb.db('outreach_campaigns').collection('sends');
  await waitForCount(sends, { status: 'delivered' }, created);
  print('through the API, with indexes that grow with each document:');
  await printSizes(mongodb, { countMin: created / 2, print });
  await generateContacts(input, workspace.id);
  print('with these contacts, whose indexes are built at once:');
  await printSizes(mongodb, { countMin: contacts, print });
}

function endpointBody(receiver: Receiver): object {
  return { name: 'Bench', url: receiver.url, event_subscriptions: ['contact.created'] };
}

/** Waits until the contacts service has published so many events. */
async function published(stack: Stack, count: number): Promise<void> {
  await poll(
    async () => metricOf(stack, 'contacts', PUBLISHED),
    (found) => found >= count,
    { pollMs: POLL_MS, waitMsMax: WAIT_MS_MAX },
  );
}

/** Bytes of the message files of the stream. */
async function streamBytes({ dataDir }: Stack): Promise<number> {
  const names = await readdir(dataDir, { recursive: true });
  const messageFiles = names.filter((name) => name.includes(STREAM) && name.endsWith('.blk'));
  const stats = await Promise.all(messageFiles.map(async (name) => stat(path.join(dataDir, name))));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

interface Shown {
  /** Smaller collections are not printed. */
  readonly countMin: number;
  readonly print: (line: string) => void;
}

/** Prints the bytes per document of the large collections after a checkpoint. */
async function printSizes(client: MongoClient, { countMin, print }: Shown): Promise<void> {
  await client.db('admin').command({ fsync: 1 });
  for (const name of DATABASES) {
    const collections = await statsOf(client.db(name));
    for (const one of collections.filter(({ count }) => count >= countMin)) print(showSizes(one));
  }
}

const CollStats = z.object({
  ns: z.string(),
  storageStats: z.object({
    count: z.number(),
    size: z.number(),
    storageSize: z.number(),
    totalIndexSize: z.number(),
    indexSizes: z.record(z.string(), z.number()),
  }),
});
type Stats = z.output<typeof CollStats>['storageStats'] & { readonly name: string };

async function statsOf(db: Db): Promise<Stats[]> {
  const listed = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  const read = listed.map(async ({ name }) => {
    const rows = await db
      .collection(name)
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray();
    return rows
      .map((row) => CollStats.parse(row))
      .map(({ ns, storageStats }) => ({ name: ns, ...storageStats }));
  });
  return (await Promise.all(read)).flat();
}

function showSizes({ name, count, size, storageSize, totalIndexSize, indexSizes }: Stats): string {
  const per = (bytes: number): string => (bytes / count).toFixed(0);
  const indexes = Object.entries(indexSizes).map(([index, bytes]) => `${index} ${per(bytes)}`);
  return `  ${name}: ${count} documents; bytes each: ${per(size)} as BSON, ${per(storageSize)} compressed, ${per(totalIndexSize)} in ${indexes.length} indexes (${indexes.join(', ')})`;
}
