/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import type { TestSendingAccountResponse } from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { freePort } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  accountCall,
  createAccount,
  newWorkspace,
  readAccount,
  startAccounts,
  type Fields,
} from './accounts-harness.ts';

const accounts = await sharedByTests(startAccounts);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);

const SMTP = { host: 'localhost', port: sink.port, security: 'starttls' };
const imap = (port: number, security: string, password = dovecot.password) => ({
  host: 'localhost',
  port,
  security,
  username: dovecot.username,
  password,
});

async function run(server: Fields['imap']): Promise<TestSendingAccountResponse> {
  const { id, workspace_id: ws } = await createAccount(accounts, newWorkspace(), {
    smtp: SMTP,
    imap: server,
  });
  return accounts.client.testSendingAccount(accountCall(ws), { id });
}

describe('TestSendingAccount', () => {
  it.each([
    ['tls', () => dovecot.tlsPort],
    ['starttls', () => dovecot.port],
    ['none', () => dovecot.port],
  ])('logs in to the IMAP server with security %s', async (security, port) => {
    const result = await run(imap(port(), security));
    expect(result).toMatchObject({ success: true, smtp: { success: true }, imap: { success: true } });
    expect(result.imap?.error).toBeUndefined();
  });

  it.each([
    [
      'a wrong password',
      async () => imap(dovecot.tlsPort, 'tls', 'wrong-pass-77e0'),
      'user name or password',
    ],
    ['a closed port', async () => imap(await freePort(), 'tls'), 'The connection was refused.'],
    ['TLS on a port without it', async () => imap(dovecot.port, 'tls'), 'TLS'],
  ])('reports %s of the IMAP server', async (_title, server, text) => {
    const result = await run(await server());
    expect(result).toMatchObject({ success: false, smtp: { success: true }, imap: { success: false } });
    expect(result.error).toContain(text);
    expect(result.imap?.error).toBe(result.error);
  });

  it('shows the last error of the IMAP server, and stores no password in logs or replies', async () => {
    const account = await createAccount(accounts, newWorkspace(), {
      smtp: SMTP,
      imap: imap(dovecot.tlsPort, 'tls', 'wrong-pass-88f1'),
    });
    const ctx = accountCall(account.workspace_id);
    const { error } = await accounts.client.testSendingAccount(ctx, { id: account.id });
    expect(await readAccount(accounts, account)).toMatchObject({ status: 'active', last_error: error });
    expect(error).toContain('user name or password');
    expect(accounts.logged.join('\n')).not.toMatch(/(wrong|imap)-pass-/);
  });
});
