/** @needs dovecot */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { SendingAccount } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { eventually, testEnvironment } from '@outreach/testing';
import { startDovecot, startMailSink, type TestDovecot } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  accountCall,
  createCheckedAccount,
  newWorkspace,
  startAccounts,
  updateAccount,
  type AccountsUnderTest,
} from './accounts-harness.ts';

const LOG_IN = { username: 'sales', password: 'smtp-pass-5d1f' };
const sink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const dovecot = await sharedByTests(startDovecot);
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const encoded = (key: Buffer): string => key.toString('base64');

/** Runs the service with these keys on the same database, as a replica of one release. */
async function withKeys<T>(
  keys: Record<string, string>,
  use: (accounts: AccountsUnderTest) => Promise<T>,
): Promise<T> {
  const accounts = await startAccounts({ ...shared, ...keys });
  try {
    return await use(accounts);
  } finally {
    await accounts.stop();
    expect(accounts.violations).toEqual([]);
  }
}

const { MONGODB_DATABASE, NATS_STREAM_PREFIX, NATS_SUBJECT_PREFIX } = (await testEnvironment('campaigns'))
  .env;
const shared = {
  MONGODB_DATABASE: MONGODB_DATABASE ?? '',
  NATS_STREAM_PREFIX: NATS_STREAM_PREFIX ?? '',
  NATS_SUBJECT_PREFIX: NATS_SUBJECT_PREFIX ?? '',
};

const servers = (imap: TestDovecot) => ({
  smtp: { host: 'localhost', port: sink.port, security: 'starttls', ...LOG_IN },
  imap: { host: 'localhost', port: imap.tlsPort, username: imap.username, password: imap.password },
});

const test = async ({ client }: AccountsUnderTest, { id, workspace_id: ws }: SendingAccount) =>
  client.testSendingAccount(accountCall(ws), { id });

/** True if both passwords are sealed with the key. */
async function isSealedWith(
  accounts: AccountsUnderTest,
  { id }: SendingAccount,
  key: Buffer,
): Promise<boolean> {
  const filter: object = { _id: id };
  const stored = await accounts.database.collection('sending_accounts').findOne(filter);
  const sealer = createSealer(key);
  return [stored?.['smtp'], stored?.['imap']].every((server: unknown) =>
    sealer.isCurrent(Object(server).sealed_password.buffer),
  );
}

describe('a rotation of the service key', () => {
  it('keeps passwords readable, and seals them again', async () => {
    const [changed, idle] = await withKeys({ SERVICE_KEY: encoded(oldKey) }, async (accounts) => {
      const made = [];
      for (const email of ['changed@shop.test', 'idle@shop.test'])
        made.push(await createCheckedAccount(accounts, newWorkspace(), { email, ...servers(dovecot) }));
      return made;
    });
    if (changed === undefined || idle === undefined) throw new Error('No accounts were made.');
    const rotating = { SERVICE_KEY: encoded(newKey), SERVICE_KEY_PREVIOUS: encoded(oldKey) };
    await withKeys(rotating, async (accounts) => {
      expect(await test(accounts, changed)).toMatchObject({ success: true, imap: { success: true } });
      await updateAccount(accounts, changed, { daily_limit: 31 });
      await eventually(
        async () => {
          for (const account of [changed, idle])
            expect(await isSealedWith(accounts, account, newKey)).toBe(true);
        },
        { timeoutMs: 20_000 },
      );
    });
    await withKeys({ SERVICE_KEY: encoded(newKey) }, async (accounts) => {
      for (const account of [changed, idle])
        expect(await test(accounts, account)).toMatchObject({ success: true, imap: { success: true } });
    });
  }, 90_000);
});
