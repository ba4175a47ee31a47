import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { createAddressGuard, createGuardedSockets } from '@outreach/outbound-kit';
import { newId } from '@outreach/service-kit';
import { freePort } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { TEST_CA } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { UNCHECKED, type StoredAccount, type StoredServer } from './account.ts';
import { createLogins } from './logins.ts';
import { createTestMailer } from './test-mailer.client.ts';

const LOG_IN = { username: 'sales', password: 'smtp-pass-5d1f' };
const NOW = new Date('2026-01-31T09:30:00.000Z');
const sink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const secrets = createSealer(randomBytes(32));

const sealed = (password: string): Buffer => secrets.seal(Buffer.from(password));

function fail(message: string): never {
  throw new Error(message);
}

function accountOf(smtp: Partial<StoredServer>): StoredAccount {
  return {
    id: 'acc_1',
    workspace_id: 'ws_1',
    email: 'sales@shop.test',
    from_name: 'Müller, "Sales"',
    provider: 'smtp',
    smtp: {
      host: 'localhost',
      port: sink.port,
      security: 'starttls',
      username: LOG_IN.username,
      sealed_password: sealed(LOG_IN.password),
      ...smtp,
    },
    imap: null,
    oauth: null,
    status: 'active',
    status_reason: null,
    daily_limit: 30,
    min_gap_seconds: 90,
    max_gap_seconds: 240,
    warmup: { start: 5, increment: 5, ceiling: 50, enabled_at: null, sent_days: 0, last_sent_day: null },
    time_zone: null,
    reply_to: 'replies@shop.test',
    signature: null,
    tracking_domain_id: null,
    auth: UNCHECKED,
    last_error: null,
    failures_in_row: 0,
    last_failed_at: null,
    listing: null,
    health_band: 'good',
    created_at: NOW,
    updated_at: NOW,
    version: 1,
  };
}

function mailerFor(account: StoredAccount, networks: readonly string[] = ['127.0.0.0/8']) {
  return createTestMailer({
    sockets: createGuardedSockets(createAddressGuard(networks)),
    extraCa: TEST_CA,
    accounts: { find: async (id) => Promise.resolve(id === account.id ? account : undefined) },
    logins: createLogins({ secrets, tokensOf: () => fail('The account has a password.') }),
    newId,
  });
}

const email = { to: 'me@example.com', subject: 'Grüße', html: '<p>Hallo</p>', text: 'Hallo' };

describe('the test mailer', () => {
  it('sends one email with the identity of the account', async () => {
    const { message_id: messageId } = await mailerFor(accountOf({})).send({ id: 'acc_1' }, email);
    expect(messageId).toMatch(/^<test_[0-9A-Z]{26}@shop\.test>$/);
    const [mail] = sink.received;
    expect(sink.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: 'sales@shop.test', to: ['me@example.com'] });
    expect(mail?.source).toContain(`Message-ID: ${messageId}`);
    expect(mail?.source).toContain('Reply-To: replies@shop.test');
    expect(mail?.source).toMatch(/^From: .*<sales@shop\.test>\r$/m);
    expect(mail?.source).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail?.source).toContain('multipart/alternative');
  });

  it('keeps line breaks of the subject out of the headers', async () => {
    const before = sink.received.length;
    await mailerFor(accountOf({})).send(
      { id: 'acc_1' },
      { ...email, subject: 'Hi\r\nBcc: victim@example.com' },
    );
    const mail = sink.received[before];
    expect(mail?.to).toEqual(['me@example.com']);
    expect(mail?.source).not.toMatch(/^Bcc:/m);
  });

  it.each([
    [
      'a wrong password',
      async () => ({ sealed_password: sealed('wrong-pass-77e0') }),
      'user name or password',
    ],
    ['a closed port', async () => ({ port: await freePort() }), 'The connection was refused.'],
  ])('reports %s without secrets', async (_title, smtp, reason) => {
    const sent = mailerFor(accountOf(await smtp())).send({ id: 'acc_1' }, email);
    await expect(sent).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'mail_not_sent',
      details: { error: expect.stringContaining(reason) },
    });
    await expect(sent).rejects.not.toMatchObject({ details: { error: expect.stringContaining('pass-') } });
  });

  it('reaches no address that the operator has not allowed', async () => {
    const sent = mailerFor(accountOf({}), []).send({ id: 'acc_1' }, email);
    await expect(sent).rejects.toMatchObject({ details: { error: 'The address is not allowed.' } });
  });

  it('refuses an unknown account', async () => {
    await expect(mailerFor(accountOf({})).send({ id: 'acc_2' }, email)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
