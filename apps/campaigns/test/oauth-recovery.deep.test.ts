/** @needs dovecot postfix */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { createTestIdentities, eventually, testEnvironment } from '@outreach/testing';
import { createMongoProcess } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { requestReading } from './inbox-harness.ts';
import { endIn } from './oauth-harness.ts';
import { newCampaign, startOAuthMail } from './oauth-mail-harness.ts';
import { startSending } from './sending-harness.ts';

jest.setTimeout(180_000);

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const WAIT = { timeoutMs: 60_000, pollMs: 100 };
const MINUTE_MS = 60_000;
const mail = await sharedByTests(startOAuthMail);
const { oauth, dovecot, refreshes } = mail;

/** A worker process with a database that can end. */
async function newProcesses() {
  const { env } = await testEnvironment('campaigns');
  const mongod = await createMongoProcess();
  await mongod.start();
  const own = await createTestIdentities('campaigns');
  const folder = mkdtempSync(join(tmpdir(), 'token-journal-'));
  const { IDENTITY_PRIVATE_KEY: _private, IDENTITY_PUBLIC_KEYS: _public, ...shared } = env;
  const all = { ...shared, ...mail.settings, MONGODB_URI: mongod.url, SENDING_JOURNAL_DIR: folder };
  const first = await startSending(all);
  const workspace = await newCampaign(mail, first);
  await first.stop();
  const client = await MongoClient.connect(mongod.url);
  const database = client.db(env['MONGODB_DATABASE']);
  const running = new Set<ChildProcess>();
  return {
    mongod,
    folder,
    workspace,
    database,
    spawn: (): ChildProcess => {
      const identity = {
        IDENTITY_PRIVATE_KEY: JSON.stringify(own.privateJwk),
        IDENTITY_PUBLIC_KEYS: env['IDENTITY_PUBLIC_KEYS'],
      };
      const child = spawn(process.execPath, [MAIN], {
        env: {
          ...process.env,
          ...all,
          ...identity,
          OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
          CONTACTS_ADDRESS: '127.0.0.1:1',
        },
        stdio: 'inherit',
      });
      running.add(child);
      return child;
    },
    stop: async () => {
      for (const child of running) await kill(child);
      await client.close();
      await mongod.dispose();
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('a worker that is killed between the refresh and its commit', () => {
  it('does not lose the rotated refresh token', async () => {
    const { mongod, folder, workspace, database, spawn: start, stop } = await newProcesses();
    const files = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.tokens'));
    const tokens = database.collection<{ _id: string; generation: string }>('oauth_tokens');
    const generation = async () => (await tokens.findOne({ _id: workspace.accountId }))?.generation;
    try {
      await endIn({ database }, { id: workspace.accountId }, -MINUTE_MS);
      const old = await generation();
      const before = refreshes();
      oauth.faults.onIssued = async () => {
        oauth.faults.onIssued = undefined;
        await mongod.kill();
      };
      await requestReading(database, workspace);
      const killed = start();
      await eventually(async () => {
        expect(files()).toHaveLength(1);
        await Promise.resolve();
      }, WAIT);
      await kill(killed);
      await mongod.start();
      expect([await generation(), refreshes() - before]).toEqual([old, 1]);
      start();
      await eventually(
        async () => {
          await requestReading(database, workspace);
          const position = { account_id: workspace.accountId, mailbox: 'INBOX' };
          expect(await database.collection('inbox_positions').countDocuments(position)).toBe(1);
        },
        { timeoutMs: 60_000, pollMs: 1_000 },
      );
      expect(files()).toEqual([]);
      expect(await generation()).not.toBe(old);
      // The next refresh uses the rotated token.
      await endIn({ database }, { id: workspace.accountId }, -MINUTE_MS);
      const next = await generation();
      await database.collection('leases').deleteMany({ _id: { $regex: /^oauth-refresh/ } } as object);
      await dovecot.disconnect(workspace.username);
      await eventually(
        async () => {
          await requestReading(database, workspace);
          expect(await generation()).not.toBe(next);
        },
        { timeoutMs: 60_000, pollMs: 2_000 },
      );
      expect(refreshes() - before).toBe(2);
    } finally {
      oauth.faults.onIssued = undefined;
      await stop();
    }
  });
});
