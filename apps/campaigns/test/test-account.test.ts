import { createServer, type Server } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import type {
  SendingAccount,
  TestSendingAccountResponse,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { eventually, freePort } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  accountCall,
  createAccount,
  newWorkspace,
  readAccount,
  startAccounts,
  updateAccount,
  type Fields,
} from './accounts-harness.ts';

const LOG_IN = { username: 'sales', password: 'smtp-pass-5d1f' };
const accounts = await sharedByTests(startAccounts);
const strict = await sharedByTests(async () =>
  startAccounts({ OUTBOUND_ALLOW_PRIVATE_CIDRS: '', SENDING_CA: '' }),
);
const untrusting = await sharedByTests(async () => startAccounts({ SENDING_CA: '' }));
const sink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN }));
const tlsSink = await sharedByTests(async () => startMailSink({ credentials: LOG_IN, isTls: true }));
const openSink = await sharedByTests(async () => startMailSink({ hasStartTls: false }));

const others: Server[] = [];
afterAll(() => {
  for (const server of others) server.close();
});

const smtp = (port: number, security = 'starttls', changes: Fields['smtp'] = {}) => ({
  host: 'localhost',
  port,
  security,
  ...LOG_IN,
  ...changes,
});

async function run(fields: Fields, service = accounts): Promise<TestSendingAccountResponse> {
  const { id, workspace_id: ws } = await createAccount(service, newWorkspace(), fields);
  return service.client.testSendingAccount(accountCall(ws), { id });
}

const repeat = async ({ id, workspace_id: ws }: SendingAccount) =>
  accounts.client.testSendingAccount(accountCall(ws), { id });

/** A server that never answers, or that answers with a text. */
async function startServer(greeting?: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting !== undefined) socket.end(greeting);
  });
  others.push(server);
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return port;
}

describe('TestSendingAccount', () => {
  it.each([
    ['STARTTLS and a log-in', () => smtp(sink.port)],
    ['TLS and a log-in', () => smtp(tlsSink.port, 'tls')],
    ['no TLS and a log-in', () => smtp(sink.port, 'none')],
    ['neither TLS nor log-in', () => ({ host: '127.0.0.1', port: openSink.port, security: 'none' })],
    ['credentials for a server without authentication', () => smtp(openSink.port, 'none')],
  ])('succeeds with %s, and sends no email', async (_title, server) => {
    expect(await run({ smtp: server() })).toEqual({
      success: true,
      error: undefined,
      smtp: { success: true, latency_ms: expect.any(Number), error: undefined },
      imap: undefined,
    });
    expect([...sink.received, ...tlsSink.received, ...openSink.received]).toEqual([]);
  });

  it.each([
    [
      'a wrong password',
      async () => smtp(sink.port, 'starttls', { password: 'wrong-pass-77e0' }),
      'user name or password (535 5.7.8)',
    ],
    ['a closed port', async () => smtp(await freePort()), 'The connection was refused.'],
    ['no STARTTLS', async () => smtp(openSink.port), 'STARTTLS'],
    ['TLS on a port without it', async () => smtp(sink.port, 'tls'), 'TLS'],
    ['an unknown name', async () => smtp(25, 'none', { host: 'no-such-host.invalid' }), 'The host name'],
    [
      'a server that refuses sessions',
      async () => smtp(await startServer('554 5.7.1 no\r\n'), 'none'),
      '554 5.7.1',
    ],
    [
      'a server that closes the connection',
      async () => smtp(await startServer(''), 'none'),
      'closed the connection',
    ],
    [
      'another protocol',
      async () => smtp(await startServer('HTTP/1.1 400 Bad Request\r\n\r\n'), 'none'),
      'read',
    ],
  ])('reports %s', async (_title, server, text) => {
    const result = await run({ smtp: await server() });
    expect(result).toMatchObject({ success: false, smtp: { success: false } });
    expect(result.error).toContain(text);
    expect(result.smtp?.error).toBe(result.error);
    expect(result.error).not.toMatch(/pass-/);
  });

  it('verifies certificates', async () => {
    const result = await run({ smtp: smtp(sink.port) }, untrusting);
    expect(result.smtp?.error).toContain('certificate cannot be verified');
    const other = await run({ smtp: smtp(sink.port, 'starttls', { host: '127.0.0.2' }) });
    expect(other.error).toBeDefined();
  });

  it('reaches no address that the operator has not allowed', async () => {
    const connectionsBefore = sink.logIns.length;
    const account = await createAccount(strict, newWorkspace(), {
      smtp: smtp(sink.port, 'none', { host: 'smtp.example.org' }),
      imap: smtp(await freePort(), 'none', { host: 'imap.example.org' }),
    });
    // As if the name resolved to a loopback address.
    const filter: object = { _id: account.id };
    const servers = { 'smtp.host': 'localhost', 'imap.host': '127.0.0.1' };
    await strict.database.collection('sending_accounts').updateOne(filter, { $set: servers });
    const ctx = accountCall(account.workspace_id);
    const result = await strict.client.testSendingAccount(ctx, { id: account.id });
    expect(result).toMatchObject({
      success: false,
      error: 'The address is not allowed.',
      smtp: { error: 'The address is not allowed.' },
      imap: { error: 'The address is not allowed.' },
    });
    expect(sink.logIns).toHaveLength(connectionsBefore);
  });

  it('shows its last error, and stores no password in logs or replies', async () => {
    const account = await createAccount(accounts, newWorkspace(), {
      smtp: smtp(sink.port, 'starttls', { password: 'wrong-pass-77e0' }),
    });
    const idempotency = { id: `idem_${account.id}`, fingerprint: 'same' };
    const ctx = accountCall(account.workspace_id, { idempotency });
    const first = await accounts.client.testSendingAccount(ctx, { id: account.id });
    expect(await accounts.client.testSendingAccount(ctx, { id: account.id })).toEqual(first);
    expect(await readAccount(accounts, account)).toMatchObject({ status: 'active', last_error: first.error });
    expect(accounts.logged.join('\n')).not.toMatch(/(wrong|smtp)-pass-/);
  });
});

describe('an account whose connections fail', () => {
  it('is in error after three failures in a row, and active again after a success in the background', async () => {
    const port = await freePort();
    const account = await createAccount(accounts, newWorkspace(), { smtp: smtp(port, 'none') });
    await repeat(account);
    await repeat(account);
    expect(await readAccount(accounts, account)).toMatchObject({ status: 'active' });
    await repeat(account);
    expect(await readAccount(accounts, account)).toMatchObject({
      status: 'error',
      status_reason: 'The connection was refused.',
      last_error: 'The connection was refused.',
    });
    await eventually(() => {
      const events = accounts.published.filter(({ data }) => Object(data).id === account.id);
      expect(events.map(({ type }) => type)).toEqual(['sending_account.disconnected']);
      expect(events[0]?.data).toMatchObject({ status: 'error', smtp: { host: 'localhost', port } });
      expect(JSON.stringify(events)).not.toContain(LOG_IN.password);
    });
    await updateAccount(accounts, account, { smtp: { port: sink.port, password: LOG_IN.password } });
    await eventually(async () => {
      expect(await readAccount(accounts, account)).toMatchObject({
        status: 'active',
        status_reason: undefined,
        last_error: undefined,
      });
    });
    await eventually(async () => {
      const filter: object = { _id: account.id };
      expect(await accounts.database.collection('account_reconnects').countDocuments(filter)).toBe(0);
    });
  });

  it('is tried again a minute after the first attempt in the background', async () => {
    const account = await createAccount(accounts, newWorkspace(), { smtp: smtp(await freePort(), 'none') });
    for (let count = 0; count < 3; count += 1) await repeat(account);
    const filter: object = { _id: account.id, attempts: 1, lease_token: null };
    await eventually(async () => {
      const row = await accounts.database.collection('account_reconnects').findOne(filter);
      const pauseMs = Number(row?.['due_at']) - Date.now();
      expect(pauseMs).toBeGreaterThan(30_000);
      expect(pauseMs).toBeLessThanOrEqual(60_000);
    });
    expect(await readAccount(accounts, account)).toMatchObject({ status: 'error' });
  });

  it('stays paused while it is paused', async () => {
    const account = await createAccount(accounts, newWorkspace(), { smtp: smtp(await freePort(), 'none') });
    await accounts.client.pauseSendingAccount(accountCall(account.workspace_id), { id: account.id });
    for (let count = 0; count < 3; count += 1) await repeat(account);
    expect(await readAccount(accounts, account)).toMatchObject({ status: 'paused' });
  });
});
