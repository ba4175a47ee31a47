/** @needs dovecot */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestIdentities, eventually, testEnvironment } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { TEST_CA } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createLogger } from '@outreach/service-kit';
import { MongoClient } from 'mongodb';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import { startFakeContacts } from './fake-contacts.ts';
import {
  addDelivered,
  readCount,
  lastUidOf,
  mailOf,
  newInbox,
  reconnect,
  requestReading,
  SERVICE_KEY,
  startInboxes,
} from './inbox-harness.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const WAIT = { timeoutMs: 60_000 };
const HEAP_BYTES_MAX = 200 * 1_024 * 1_024;

const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);
const start = { service, sink, dovecot };

/** A worker process on a database of its own. */
async function newProcesses() {
  const { env } = await testEnvironment('campaigns');
  const own = await createTestIdentities('campaigns');
  const contacts = await startFakeContacts(own, createLogger({ name: 'contacts', level: 'silent' }));
  const client = await MongoClient.connect(env['MONGODB_URI'] ?? '');
  const database = client.db(env['MONGODB_DATABASE']);
  const write: CampaignsUnderTest['write'] = async (collection, ...records) => {
    const rows = records.map(({ id, ...fields }) => ({ _id: id, ...fields }));
    await database.collection<{ _id: string }>(collection).insertMany(rows);
  };
  const settings = {
    ...process.env,
    ...env,
    SERVICE_KEY,
    IDENTITY_PRIVATE_KEY: JSON.stringify(own.privateJwk),
    CONTACTS_ADDRESS: contacts.address,
    OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
    SENDING_CA: TEST_CA,
  };
  const running = new Set<ChildProcess>();
  return {
    database,
    service: {
      ...service,
      database,
      write,
      enroll: async (...rows) => write('enrollments', ...rows),
    } as CampaignsUnderTest,
    spawn: (): ChildProcess => {
      const child = spawn(process.execPath, [MAIN], { env: settings, stdio: 'inherit' });
      running.add(child);
      return child;
    },
    stop: async () => {
      for (const child of running) await kill(child);
      await contacts.stop();
      await database.dropDatabase();
      await client.close();
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('a mailbox whose worker is killed', () => {
  it('records each reply exactly once', async () => {
    const processes = await newProcesses();
    const { database } = processes;
    const workspace = await newInbox({ ...start, service: processes.service });
    const count = 400;
    const sends = await addDelivered(workspace, count);
    await dovecot.deliver(
      workspace,
      sends.map(({ email, messageId }) => mailOf({ from: email, inReplyTo: messageId, text: 'Thanks!' })),
    );
    const inbound = database.collection('inbound');
    try {
      for (let round = 1; round <= 5; round += 1) {
        await requestReading(database, workspace);
        const worker = processes.spawn();
        await eventually(async () => {
          expect(await inbound.countDocuments()).toBeGreaterThanOrEqual(
            Math.min(count, (round - 1) * 75 + 1),
          );
        }, WAIT);
        await kill(worker);
      }
      await requestReading(database, workspace);
      const worker = processes.spawn();
      await eventually(async () => expect(await lastUidOf(workspace, database)).toBe(count), WAIT);
      await kill(worker);
      const rows = await database
        .collection('sends')
        .find({}, { projection: { reply_counts: 1 } })
        .toArray();
      expect(rows.filter(({ reply_counts: counts }) => Object(counts).unclassified !== 1)).toEqual([]);
      expect(await inbound.countDocuments()).toBe(count);
      const messages = database.collection('inbox_messages');
      expect(await messages.countDocuments({ direction: 'in' })).toBe(count);
      expect(await messages.countDocuments({ direction: 'out' })).toBe(count);
      expect(await database.collection('inbox_threads').countDocuments({ message_count: 2 })).toBe(count);
    } finally {
      await processes.stop();
    }
  }, 120_000);
});

describe('a mailbox with 5,000 messages', () => {
  it('is read in batches, continues by UID after a lost connection, and needs little memory', async () => {
    const workspace = await newInbox(start);
    const [send] = await addDelivered(workspace, 1);
    const other = (index: number): string =>
      mailOf({ from: `bob${index}@elsewhere.example`, text: 'Lunch at noon? '.repeat(100) });
    await dovecot.deliver(
      workspace,
      Array.from({ length: 5_000 }, (_, index) => other(index)),
    );
    await dovecot.deliver(workspace, [
      mailOf({ from: send?.email ?? '', inReplyTo: send?.messageId ?? '', text: 'Thanks!' }),
    ]);
    const readBefore = await readCount('ignored');
    const heapBefore = process.memoryUsage().heapUsed;
    let heapMax = 0;
    const sampling = setInterval(() => {
      heapMax = Math.max(heapMax, process.memoryUsage().heapUsed);
    }, 20);
    await requestReading(service.database, workspace);
    await eventually(
      async () => expect(await lastUidOf(workspace, service.database)).toBeGreaterThan(1_000),
      WAIT,
    );
    await dovecot.disconnect(workspace.username);
    await reconnect(service, workspace);
    await eventually(async () => {
      expect(await lastUidOf(workspace, service.database)).toBe(5_001);
    }, WAIT);
    clearInterval(sampling);
    expect(await workspace.readSend(send?.id ?? '')).toMatchObject({ reply_counts: { unclassified: 1 } });
    await eventually(async () => expect((await readCount('ignored')) - readBefore).toBe(5_000));
    expect(heapMax - heapBefore).toBeLessThan(HEAP_BYTES_MAX);
  }, 180_000);
});
