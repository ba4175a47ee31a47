import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startStack, TEST_STACK_SETTINGS, withoutServers, type Stack } from '@outreach/dev';
import { runCaptured, type Captured } from '@outreach/dev/run-captured';
import { eventually } from '@outreach/testing';
import { answerStatus, startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { Webhook } from 'standardwebhooks';
import { makeDeliveriesDue } from './due-deliveries.ts';
import { sendTo, startOwnStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const ROOT = path.join(import.meta.dirname, '..', '..');
const CONTACTS = 5;
/** Concurrent writers: MongoDB discards a snapshot when writes go on. */
const WRITERS = 4;
const DELIVERED_WITHIN_MS = 60_000;
const POLL_MS = 250;

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-backup-'));
const backup = path.join(folder, 'backup');
const restoredDir = path.join(folder, 'restored');
const source = await sharedByTests(startOwnStack);
const sink = await sharedByTests(startWebhookSink);
let restored: Stack | undefined;
let number = 0;
let endpointId = '';
let secret = '';
/** Contacts whose creation was answered before the backup began, and their representations. */
const answered = new Map<string, unknown>();
let saved: Captured = { code: -1, output: '' };

function runTool(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const script = path.join(ROOT, 'tools', 'dev', `${name}.ts`);
  return runCaptured([script, ...args], { cwd: ROOT, env: { ...withoutServers(process.env), ...env } });
}

const serversOf = ({ mongodbUri, natsUrl }: Stack) => ({ MONGODB_URI: mongodbUri, NATS_URL: natsUrl });

async function createContact(): Promise<{ id: string }> {
  number += 1;
  const body = { email: `person${String(number)}@example.com`, first_name: 'Ada' };
  const created = await source.call('POST', '/api/v1/contacts/', { body });
  expect(created.status).toBe(201);
  return created.body;
}

async function readContacts({ baseUrl }: Stack, ids: Iterable<string>): Promise<Map<string, unknown>> {
  const read = async (id: string): Promise<[string, unknown]> => {
    const { body } = await sendTo(`${baseUrl}/api/v1/contacts/${id}/`, 'GET', { key: source.apiKey });
    return [id, body];
  };
  return new Map(await Promise.all([...ids].map(read)));
}

async function createAnswered(): Promise<void> {
  const created = await Promise.all(Array.from({ length: CONTACTS }, createContact));
  const ids = created.map(({ id }) => id);
  for (const [id, contact] of await readContacts(source.stack, ids)) answered.set(id, contact);
}

/** Creates contacts one after the other until `isDone`. */
async function createUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await createContact();
}

/** The ids without those of contacts for which the receiver got an event. */
function missing(ids: Iterable<string>): readonly string[] {
  const received = new Set(sink.received.map(({ body }) => JSON.parse(body).data.id));
  return [...ids].filter((id) => !received.has(id));
}

beforeAll(async () => {
  sink.answerWith(answerStatus(503));
  const body = { name: 'Receiver', url: `${sink.url}/hook`, event_subscriptions: ['contact.created'] };
  const endpoint = await source.call('POST', '/api/v1/webhooks/', { body });
  expect(endpoint.status).toBe(201);
  endpointId = endpoint.body.id;
  secret = endpoint.body.signing_secret;
  // Deliveries that wait in the database.
  await createAnswered();
  await eventually(() => expect(missing(answered.keys())).toEqual([]));
  // Events that wait in the stream.
  await source.stack.stopProcess('webhooks');
  await createAnswered();
  let isSaved = false;
  const creates = createUntil(() => isSaved);
  saved = await runTool('backup', ['--to', backup], serversOf(source.stack));
  isSaved = true;
  await creates;
});

afterAll(async () => {
  await restored?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run backup', () => {
  it('saves the databases and streams of a running installation', () => {
    expect(saved).toEqual({
      code: 0,
      output: expect.stringMatching(/ documents of .* messages of 6 streams/),
    });
    const { streams } = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'));
    const events = streams.find(({ stream }: { stream: string }) => stream === 'DOMAIN_EVENTS_contacts');
    expect(events.count).toBeGreaterThan(0);
  });

  it('fails when MongoDB has discarded the snapshot', async () => {
    const mongo = await MongoClient.connect(source.stack.mongodbUri);
    const keepFor = async (seconds: number) =>
      mongo.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: seconds });
    let isDone = false;
    // They write to a database that is not saved: creates through the API would exceed their rate limit.
    const other = mongo.db('other');
    const write = async (): Promise<void> => {
      while (!isDone) await other.collection('rows').insertOne({});
    };
    const writes = Promise.all(Array.from({ length: WRITERS }, write));
    try {
      await keepFor(0);
      const incomplete = path.join(folder, 'incomplete');
      const { code, output } = await runTool('backup', ['--to', incomplete], serversOf(source.stack));
      expect([code, output]).toEqual([1, expect.stringContaining('minSnapshotHistoryWindowInSeconds')]);
      expect(existsSync(path.join(incomplete, 'manifest.json'))).toBe(false);
    } finally {
      isDone = true;
      await writes;
      await other.dropDatabase();
      await keepFor(300);
      await mongo.close();
    }
  });

  it('refuses a folder that has files', async () => {
    const { code, output } = await runTool('backup', ['--to', backup], serversOf(source.stack));
    expect([code, output]).toEqual([1, expect.stringContaining('is not empty')]);
  });
});

describe('npm run restore', () => {
  const restore = async (...args: readonly string[]) =>
    runTool('restore', ['--from', backup, ...args], { OUTREACH_DATA_DIR: restoredDir });

  it('requires the keys of the installation', async () => {
    const { code, output } = await restore();
    expect([code, output]).toEqual([1, expect.stringContaining('keys.json was not found')]);
  });

  it('returns everything that was answered before the backup to the same API key', async () => {
    await source.stack.stop();
    mkdirSync(restoredDir);
    copyFileSync(path.join(source.stack.dataDir, 'keys.json'), path.join(restoredDir, 'keys.json'));
    rmSync(source.stack.dataDir, { recursive: true });
    expect(await restore()).toEqual({ code: 0, output: expect.stringContaining('Restored ') });
    sink.clear();
    sink.answerWith(answerStatus(200));
    const baseEnv = withoutServers(process.env);
    restored = await startStack({ dataDir: restoredDir, env: TEST_STACK_SETTINGS, baseEnv });
    expect(await readContacts(restored, answered.keys())).toEqual(answered);
  });

  it('delivers the event of every restored contact', async () => {
    const mongo = await MongoClient.connect(restored?.mongodbUri ?? '');
    try {
      const contacts = mongo.db('outreach_contacts').collection<{ _id: string }>('contacts');
      const ids = (await contacts.find({}).toArray()).map(({ _id: id }) => id);
      expect(ids.length).toBeGreaterThan(answered.size);
      await eventually(
        async () => {
          await makeDeliveriesDue(mongo, { endpointId });
          expect(missing(ids)).toEqual([]);
        },
        { timeoutMs: DELIVERED_WITHIN_MS, pollMs: POLL_MS },
      );
    } finally {
      await mongo.close();
    }
    // Sealed data can be read with the same keys: the signatures have the secret of the endpoint.
    const webhook = new Webhook(secret);
    const verified = sink.received.map(({ body, headers }) => webhook.verify(body, { ...headers }));
    expect(verified).toEqual(sink.received.map(({ body }) => JSON.parse(body)));
  });

  it('refuses a filled installation, and a damaged file before anything is deleted', async () => {
    await restored?.stop();
    restored = undefined;
    const filled = await restore();
    expect([filled.code, filled.output]).toEqual([1, expect.stringContaining('are not empty')]);
    appendFileSync(path.join(backup, 'outreach_contacts', 'contacts.bson.gz'), 'x');
    const damaged = await restore('--overwrite');
    expect([damaged.code, damaged.output]).toEqual([
      1,
      expect.stringContaining('outreach_contacts/contacts.bson.gz'),
    ]);
    // Nothing was deleted.
    expect((await restore()).output).toContain('damaged');
  });
});
