/** @needs dovecot */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { MAILBOX_DOMAIN, startDovecot } from '@outreach/testing/mail';
import { TEST_CA } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createAddressGuard, createGuardedSockets } from '@outreach/outbound-kit';
import { connectImap } from '../src/mail-servers/imap-connection.client.ts';
import { ImapFailed } from '../src/mail-servers/imap-ports.ts';
import { createLogins } from '../src/sending-accounts/logins.ts';
import { createMailboxes, type MailboxAccount } from '../src/sending-accounts/mailboxes.ts';
import { mailOf } from './inbox-harness.ts';

const dovecot = await sharedByTests(startDovecot);
const withoutIdle = await sharedByTests(async () => startDovecot({ hasIdle: false }));
const mail = { sockets: createGuardedSockets(createAddressGuard(['127.0.0.0/8'])), extraCa: TEST_CA };
const secrets = { open: (sealed: Uint8Array) => sealed };
const logins = createLogins({ secrets, tokensOf: () => noTokens() });
const mailboxes = createMailboxes(logins, async (login, signal) => connectImap(mail, login, signal));

function noTokens(): never {
  throw new Error('The accounts have passwords.');
}

function accountOf(password = dovecot.password, { port } = dovecot): MailboxAccount {
  const email = `${newId('box').toLowerCase()}@${MAILBOX_DOMAIN}`;
  const server = { host: 'localhost', port, security: 'starttls', username: null } as const;
  const imap = { ...server, sealed_password: Buffer.from(password, 'utf8') };
  return { id: 'acc_1', workspace_id: 'ws_1', oauth: null, email, imap };
}

const POLL_MS = 300;
const noSignal = new AbortController().signal;

describe('the Sent folder of an account', () => {
  it('has the message with a Message-ID, and no other', async () => {
    const account = accountOf();
    const messageId = '<snd_01hzy3m5v2c8t4k6q9x7w1r0ba@shop.example>';
    const message = mailOf({ from: account.email, text: 'Hello', messageId });
    await dovecot.deliver({ username: account.email, folder: 'Sent' }, [message]);
    expect(await mailboxes.hasSent(account, ['<other@shop.example>', messageId])).toBe(true);
    expect(await mailboxes.hasSent(account, ['<snd_01hzy3m5v2c8t4k6q9x7w1r0bb@shop.example>'])).toBe(false);
  });

  it('has no message if the account has no IMAP server or the log-in fails', async () => {
    expect(await mailboxes.hasSent({ ...accountOf(), imap: null }, ['<a@b>'])).toBe(false);
    expect(await mailboxes.hasSent(accountOf('wrong-pass-3311'), ['<a@b>'])).toBe(false);
  });
});

describe('an IMAP connection', () => {
  it('fails every command after the server has closed it', async () => {
    const account = accountOf();
    const connection = await mailboxes.connect(account, noSignal);
    await connection.open('INBOX');
    const waiting = connection.waitForMessages({ minMs: 0, maxMs: 30_000 }, noSignal);
    await dovecot.disconnect(account.email);
    await waiting.catch(() => undefined);
    await expect(connection.findFrom(1)).rejects.toThrow(ImapFailed);
    await expect(connection.fetch([1]).next()).rejects.toThrow(ImapFailed);
  });

  it('asks a server without IDLE for new messages after the given time', async () => {
    const account = accountOf(withoutIdle.password, withoutIdle);
    const connection = await mailboxes.connect(account, noSignal);
    await connection.open('INBOX');
    await withoutIdle.deliver({ username: account.email }, [
      mailOf({ from: 'jane@acme.example', text: 'Hi' }),
    ]);
    const startedAtMs = performance.now();
    await connection.waitForMessages({ minMs: 0, maxMs: POLL_MS }, noSignal);
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(POLL_MS - 1);
    expect(await connection.findFrom(1)).toEqual([1]);
    connection.close();
  });

  it('fails with a public reason when the log-in fails, and at once when the signal has aborted', async () => {
    await expect(mailboxes.connect(accountOf('wrong-pass-3311'), noSignal)).rejects.toThrow(
      'refused the user name',
    );
    await expect(mailboxes.connect(accountOf(), AbortSignal.abort())).rejects.toThrow(ImapFailed);
  });

  it('fails if the certificate of the server cannot be verified', async () => {
    const credentials = { username: dovecot.username, password: dovecot.password };
    const login = { host: 'localhost', port: dovecot.port, security: 'starttls', credentials } as const;
    const connecting = connectImap({ ...mail, extraCa: '' }, login, noSignal);
    await expect(connecting).rejects.toThrow('certificate cannot be verified');
  });

  it('reads the start of a long message', async () => {
    const account = accountOf();
    const message = mailOf({ from: 'jane@acme.example', text: 'Long text. '.repeat(100_000) });
    await dovecot.deliver({ username: account.email }, [message]);
    const connection = await mailboxes.connect(account, noSignal);
    await connection.open('INBOX');
    const { value } = await connection.fetch(await connection.findFrom(1)).next();
    expect(Object(value).source.length).toBe(262_144);
    connection.close();
  });
});
