/** @needs dovecot postfix */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import {
  createMongoProcess,
  createTestIdentities,
  eventually,
  MAILBOX_DOMAIN,
  startDovecot,
  startPostfix,
  testEnvironment,
  type MailSink,
} from '@outreach/testing';
import { startOAuthServer } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { accountCall } from './accounts-harness.ts';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import { inboundOf, mailOf, requestReading, SERVICE_KEY, type InboxWorkspace } from './inbox-harness.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

jest.setTimeout(180_000);

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const WAIT = { timeoutMs: 60_000, pollMs: 100 };
const MINUTE_MS = 60_000;
const oauth = await sharedByTests(startOAuthServer);
const dovecot = await sharedByTests(async () => startDovecot({ introspectionUrl: oauth.introspectionUrl }));
const postfix = await sharedByTests(async () =>
  startPostfix({
    mailFolder: dovecot.mailFolder,
    maildirs: { '@example.com': 'recipients' },
    domains: ['example.com'],
    saslPort: dovecot.saslPort,
  }),
);
const settings = {
  ...oauth.settings,
  SERVICE_KEY,
  OAUTH_GOOGLE_SMTP: `127.0.0.1:${postfix.port}:none`,
  OAUTH_GOOGLE_IMAP: `127.0.0.1:${dovecot.port}:none`,
};
const service = await sharedByTests(async () => startSending(settings));

/** A campaign whose account is connected by the consent of the owner of its mailbox. */
async function newCampaign(on: CampaignsUnderTest = service): Promise<InboxWorkspace> {
  const username = `${newId('box').toLowerCase()}@${MAILBOX_DOMAIN}`;
  const server = { host: 'localhost', port: 1, security: 'none', username: null, sealed_password: null };
  const workspace = await newSendingWorkspace(on, {
    sink: { port: 1 } as MailSink,
    steps: [{}, { delay_value: 3, delay_unit: 'days' }],
    account: { email: username, imap: server },
  });
  await consent(on, { ...workspace, username });
  return { ...workspace, username };
}

async function consent(
  { client }: CampaignsUnderTest,
  { workspaceId, accountId: id, username: mailbox }: InboxWorkspace,
): Promise<void> {
  const ctx = accountCall(workspaceId);
  const { authorization_url } = await client
    .reconnectOAuth(ctx, { id })
    .catch(async () => client.startOAuth(ctx, { provider: 'google', account: undefined, mask: undefined }));
  const url = await oauth.consent(authorization_url, { mailbox });
  const state = url.searchParams.get('state') ?? '';
  expect(await client.completeOAuth(ctx, { state, query: url.search.slice(1) })).toEqual({ account_id: id });
}

async function endIn(
  { database }: Pick<CampaignsUnderTest, 'database'>,
  id: string,
  ms: number,
): Promise<void> {
  const expires_at = new Date(Date.now() + ms);
  await database.collection<{ _id: string }>('oauth_tokens').updateOne({ _id: id }, { $set: { expires_at } });
}

const refreshes = (): number => oauth.requests.filter((type) => type === 'refresh_token').length;
const accountOf = async ({ workspaceId, accountId: id }: SendingWorkspace) =>
  (await service.client.getSendingAccount(accountCall(workspaceId), { id })).account;

/** How often each recipient has got an email. */
function deliveries(emails: readonly string[]): number[] {
  const folder = join(dovecot.mailFolder, 'recipients', 'new');
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return emails.map(
    (email) => mails.filter((mail) => mail.includes(`To: ${email}`) || mail.includes(`<${email}>`)).length,
  );
}

async function allDelivered(workspace: SendingWorkspace, planned: readonly { id: string; email: string }[]) {
  await eventually(async () => {
    const sends = await Promise.all(planned.map(async ({ id }) => workspace.readSend(id)));
    expect(sends.map(({ status }) => status)).toEqual(planned.map(() => 'delivered'));
  }, WAIT);
  await eventually(async () => {
    expect(deliveries(planned.map(({ email }) => email))).toEqual(planned.map(() => 1));
    await Promise.resolve();
  }, WAIT);
}

async function plan(workspace: SendingWorkspace, count: number, dueAt = new Date()) {
  return Promise.all(Array.from({ length: count }, async () => workspace.planNew({ due_at: dueAt })));
}

describe('a mailbox whose owner has consented', () => {
  it('sends an email and reads the reply, with tokens only', async () => {
    const workspace = await newCampaign();
    const [sent] = await plan(workspace, 1);
    if (sent === undefined) throw new Error('An email is planned.');
    await allDelivered(workspace, [sent]);
    const { message_id: messageId } = await workspace.readSend(sent.id);
    const reply = mailOf({ from: sent.email, inReplyTo: messageId ?? '', text: 'Yes, call me tomorrow.' });
    await dovecot.deliver({ username: workspace.username }, [reply]);
    await eventually(async () => {
      await requestReading(service.database, workspace);
      expect(await inboundOf(service, workspace)).toMatchObject([{ kind: 'reply', send_id: sent.id }]);
    }, WAIT);
  });

  it('is refreshed once while two workers send its emails', async () => {
    const other = await service.startReplica();
    try {
      const workspace = await newCampaign();
      await endIn(service, workspace.accountId, -1);
      const before = refreshes();
      await allDelivered(workspace, await plan(workspace, 12));
      expect(refreshes() - before).toBe(1);
    } finally {
      await other.stop();
    }
  });
});

describe('a consent that was withdrawn while emails are due', () => {
  it('lets them wait until the owner consents again: none is lost or sent twice', async () => {
    const workspace = await newCampaign();
    await oauth.withdraw(workspace.username);
    await endIn(service, workspace.accountId, -1);
    const planned = await plan(workspace, 5);
    await eventually(async () => {
      expect(await accountOf(workspace)).toMatchObject({ status: 'error', status_reason: 'oauth_revoked' });
    }, WAIT);
    await eventually(async () => {
      const sends = await Promise.all(planned.map(async ({ id }) => workspace.readSend(id)));
      expect(sends.map(({ status }) => status)).toEqual(planned.map(() => 'queued'));
      expect(sends.map(({ attempts }) => attempts)).toEqual(planned.map(() => 0));
    }, WAIT);
    await consent(service, workspace);
    await workspace.makeDue(...planned.map(({ id }) => id));
    await eventually(
      async () => {
        const queued = await Promise.all(planned.map(async ({ id }) => workspace.readSend(id)));
        await workspace.makeDue(...queued.flatMap(({ _id, status }) => (status === 'queued' ? [_id] : [])));
        expect(queued.map(({ status }) => status)).toEqual(planned.map(() => 'delivered'));
      },
      { timeoutMs: 120_000, pollMs: 1_000 },
    );
    await allDelivered(workspace, planned);
  });
});

describe('a token server that is down for minutes while emails are due', () => {
  it('lets them wait: none is lost or sent twice', async () => {
    const workspace = await newCampaign();
    const { database } = service;
    const account = async () =>
      database.collection<{ _id: string }>('sending_accounts').findOne({ _id: workspace.accountId });
    await endIn(service, workspace.accountId, -1);
    oauth.faults.isDown = true;
    const planned = await plan(workspace, 4);
    const ids = planned.map(({ id }) => id);
    try {
      await eventually(async () => expect((await account())?.['failures_in_row']).toBe(1), WAIT);
      await eventually(
        async () => {
          await requestReading(database, workspace);
          expect(await account()).toMatchObject({ status: 'error', oauth: { status: 'connected' } });
        },
        { timeoutMs: 60_000, pollMs: 1_000 },
      );
      const sends = await Promise.all(ids.map(async (id) => workspace.readSend(id)));
      expect(sends.map(({ status }) => status)).toEqual(ids.map(() => 'queued'));
    } finally {
      oauth.faults.isDown = false;
    }
    const due = { $set: { due_at: new Date(0), lease_token: null } };
    await database
      .collection<{ _id: string }>('account_reconnects')
      .updateOne({ _id: workspace.accountId }, due);
    await eventually(async () => expect(await account()).toMatchObject({ status: 'active' }), WAIT);
    // The worker pauses the account for a minute after its failure.
    await eventually(
      async () => {
        const sends = await Promise.all(ids.map(async (id) => workspace.readSend(id)));
        await workspace.makeDue(...sends.flatMap(({ _id, status }) => (status === 'queued' ? [_id] : [])));
        expect(sends.map(({ status }) => status)).toEqual(ids.map(() => 'delivered'));
      },
      { timeoutMs: 120_000, pollMs: 1_000 },
    );
    await allDelivered(workspace, planned);
  });
});

/** A worker process with a database that can end. */
async function newProcesses() {
  const { env } = await testEnvironment('campaigns');
  const mongod = await createMongoProcess();
  await mongod.start();
  const own = await createTestIdentities('campaigns');
  const folder = mkdtempSync(join(tmpdir(), 'token-journal-'));
  const { IDENTITY_PRIVATE_KEY: _private, IDENTITY_PUBLIC_KEYS: _public, ...shared } = env;
  const all = { ...shared, ...settings, MONGODB_URI: mongod.url, SENDING_JOURNAL_DIR: folder };
  const first = await startSending(all);
  const workspace = await newCampaign(first);
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
      await endIn({ database }, workspace.accountId, -MINUTE_MS);
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
      await endIn({ database }, workspace.accountId, -MINUTE_MS);
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
