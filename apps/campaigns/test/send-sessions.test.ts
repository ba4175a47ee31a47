import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const LOG_IN = { username: 'sales', password: 'smtp-pass-5d1f' };
const service = await sharedByTests(startSending);
const sink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const tlsSink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN, isTls: true }));
const openSink = await sharedByTests(async () => startMailSink());

/** An account with a stored password. Returns its id. */
async function addAccount({ workspaceId }: SendingWorkspace, smtp: object): Promise<string> {
  const ctx = testCall(workspaceId, { scopes: new Set(['campaigns:read', 'campaigns:write']) });
  const input = { email: 'sales@shop.test', smtp: { host: 'localhost', ...LOG_IN, ...smtp } };
  const mask = ['email', ...Object.keys(input.smtp).map((field) => `smtp.${field}`)];
  const { account } = await service.client.createSendingAccount(ctx, {
    input: { imap: undefined, warmup: undefined, oauth: undefined, ...input },
    mask,
  });
  return account?.id ?? '';
}

describe('sessions with mail servers', () => {
  it.each(['starttls', 'tls'])('logs in with the stored password over %s', async (security) => {
    const server = security === 'tls' ? tlsSink : sink;
    const workspace = await newSendingWorkspace(service, { sink: server });
    const account = await addAccount(workspace, { port: server.port, security });
    const { id, email } = await workspace.planNew({ sending_account_id: account });
    await eventually(async () => expect((await workspace.readSend(id)).status).toBe('delivered'));
    expect(server.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  it('defers an email when the server refuses the log-in, without the password in any field', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const password = 'wrong-pass-77ab';
    const account = await addAccount(workspace, { port: sink.port, security: 'starttls', password });
    const { id } = await workspace.planNew({ sending_account_id: account });
    const send = await eventually(async () => {
      const row = await workspace.readSend(id);
      expect(row.error).toBe('The server refused the user name or password (535 5.7.8).');
      return row;
    });
    expect(send.status).toBe('queued');
    expect(JSON.stringify(send)).not.toContain(password);
    const accounts = service.database.collection<{ readonly _id: string }>('sending_accounts');
    await eventually(async () => {
      expect(await accounts.findOne({ _id: account })).toMatchObject({
        failures_in_row: 1,
        status: 'active',
      });
    });
  });

  it('refuses a server whose certificate is not trusted', async () => {
    const strict = await startSending({ SENDING_CA: '' });
    try {
      const workspace = await newSendingWorkspace(strict, { sink: openSink });
      const { id, email } = await workspace.planNew();
      await eventually(async () => {
        expect((await workspace.readSend(id)).error).toBe('The certificate cannot be verified.');
      });
      expect(openSink.received.filter(({ to }) => to.includes(email))).toHaveLength(0);
    } finally {
      await strict.stop();
    }
  });

  it('treats a connection that ends within the content as unanswered', async () => {
    const workspace = await newSendingWorkspace(service, { sink: openSink });
    const enrollment = await workspace.addEnrollment();
    openSink.replies.set(enrollment.contact_email ?? '', { at: 'drop_before' });
    const id = await workspace.plan(enrollment);
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({ status: 'queued', unknown_count: 1 });
    });
  });

  it('leaves no claim and no journal behind when the process stops', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'send-journal-'));
    const stopping = await startSending({ SENDING_JOURNAL_DIR: folder, SENDING_CONCURRENCY: '4' });
    const workspace = await newSendingWorkspace(stopping, { sink: openSink });
    const planned = await Promise.all(Array.from({ length: 60 }, async () => workspace.planNew()));
    const mails = () => openSink.received.filter(({ from }) => from === workspace.from);
    await eventually(() => expect(mails().length).toBeGreaterThan(5), { pollMs: 1 });
    await stopping.stop();
    expect(readdirSync(folder)).toEqual([]);
    const rows = service.database.client.db(stopping.database.databaseName).collection('sends');
    expect(await rows.countDocuments({ status: 'sending' })).toBe(0);
    expect(await rows.countDocuments({ status: 'delivered' })).toBe(mails().length);
    const recipients = mails().flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(recipients.length).toBeLessThanOrEqual(planned.length);
  });
});
