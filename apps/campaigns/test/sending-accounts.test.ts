import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  ACCOUNT,
  accountCall,
  createAccount,
  createCheckedAccount,
  newWorkspace,
  readAccount,
  startAccounts,
  written,
} from './accounts-harness.ts';

const accounts = await sharedByTests(startAccounts);
const { client } = accounts;

describe('CreateSendingAccount', () => {
  it('returns an active account with defaults and without passwords', async () => {
    const ws = newWorkspace();
    const account = await createAccount(accounts, ws);
    expect(account).toMatchObject({
      id: expect.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/),
      workspace_id: ws,
      email: 'sales@shop.test',
      from_name: undefined,
      provider: 'smtp',
      smtp: { host: 'smtp.shop.test', port: 587, security: 'starttls', username: 'sales' },
      imap: undefined,
      status: 'active',
      status_reason: undefined,
      health_score: 100,
      daily_limit: 30,
      sent_today: 0,
      min_gap_seconds: 90,
      max_gap_seconds: 240,
      warmup: { enabled: false, day: 0, start: 5, increment: 5, ceiling: 50 },
      time_zone: undefined,
      auth: { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', mx: 'unknown', checked_at: undefined },
      last_error: undefined,
    });
    expect(JSON.stringify(account)).not.toContain(ACCOUNT.smtp.password);
    expect(await readAccount(accounts, account)).toMatchObject({ id: account.id, email: account.email });
  });

  it('seals the passwords in the database', async () => {
    const ws = newWorkspace();
    const imap = { host: 'imap.shop.test', username: 'sales', password: 'imap-pass-93ab' };
    const { id } = await createAccount(accounts, ws, { imap });
    const filter: object = { _id: id };
    const stored = await accounts.database.collection('sending_accounts').findOne(filter);
    const bytes = Buffer.from(JSON.stringify(stored));
    for (const password of ['smtp-pass-5d1f', 'imap-pass-93ab']) {
      expect(bytes.includes(password)).toBe(false);
      expect(bytes.includes(Buffer.from(password).toString('base64'))).toBe(false);
    }
    expect(stored).toMatchObject({
      smtp: { sealed_password: expect.anything() },
      imap: { sealed_password: expect.anything() },
    });
  });

  it('starts the warm-up on the day of its creation', async () => {
    const warmup = { enabled: true, start: 3, increment: 2, ceiling: 9 };
    const account = await createAccount(accounts, newWorkspace(), { warmup });
    expect(account.warmup).toEqual({ ...warmup, day: 1 });
  });

  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['8.8.8.8', true],
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['[::1]', false],
    ['2886729729', false],
    ['not a host', false],
  ])('as host of both servers %s is allowed: %s', async (host, isAllowed) => {
    const request = createAccount(accounts, newWorkspace(), {
      smtp: { host, port: 587, security: 'none' },
      imap: { host },
    });
    if (isAllowed) await expect(request).resolves.toMatchObject({ status: 'active' });
    else {
      await expect(request).rejects.toMatchObject({
        kind: 'invalid_argument',
        field: 'smtp.host',
        errors: [{ field: 'smtp.host' }, { field: 'imap.host' }],
      });
    }
  });

  it('requires the SMTP server', async () => {
    const request = client.createSendingAccount(
      accountCall(newWorkspace()),
      written({ email: 'a@shop.test' }),
    );
    await expect(request).rejects.toMatchObject({ kind: 'invalid_argument', field: 'smtp.host' });
  });

  it('refuses a second account with the address, also concurrently', async () => {
    const ws = newWorkspace();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, async () => createAccount(accounts, ws)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ kind: 'conflict', details: { reason: 'duplicate_email' } });
    }
    await expect(createAccount(accounts, newWorkspace())).resolves.toMatchObject({ email: ACCOUNT.email });
  });

  it('creates one account for concurrent requests with one idempotency key', async () => {
    const ws = newWorkspace();
    const idempotency = { id: newId('idem'), fingerprint: 'same' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () =>
        client.createSendingAccount(accountCall(ws, { idempotency }), written(ACCOUNT)),
      ),
    );
    expect(new Set(replies.map(({ account }) => account?.id)).size).toBe(1);
  });
});

describe('PauseSendingAccount and ResumeSendingAccount', () => {
  it('change the status, and keep it the second time', async () => {
    const account = await createCheckedAccount(accounts, newWorkspace());
    const ctx = accountCall(account.workspace_id);
    const { id } = account;
    const paused = await client.pauseSendingAccount(ctx, { id });
    expect(paused.account?.status).toBe('paused');
    expect((await client.pauseSendingAccount(ctx, { id })).account).toEqual(paused.account);
    expect((await client.resumeSendingAccount(ctx, { id })).account?.status).toBe('active');
    expect((await client.resumeSendingAccount(ctx, { id })).account?.status).toBe('active');
  });

  it.each(['suspended', 'error'])('refuse to resume an account with the status %s', async (status) => {
    const account = await createAccount(accounts, newWorkspace());
    const filter: object = { _id: account.id };
    await accounts.database.collection('sending_accounts').updateOne(filter, { $set: { status } });
    const request = client.resumeSendingAccount(accountCall(account.workspace_id), { id: account.id });
    await expect(request).rejects.toMatchObject({
      kind: 'conflict',
      code: 'invalid_transition',
      details: { status },
    });
  });
});

describe('DeleteSendingAccount', () => {
  it('deletes the account with its work and frees its address', async () => {
    const ws = newWorkspace();
    const account = await createAccount(accounts, ws);
    await client.deleteSendingAccount(accountCall(ws), { id: account.id });
    await expect(readAccount(accounts, account)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(client.deleteSendingAccount(accountCall(ws), { id: account.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await createAccount(accounts, ws);
    await eventually(async () => {
      const filter: object = { _id: account.id };
      expect(await accounts.database.collection('account_dns_checks').countDocuments(filter)).toBe(0);
    });
  });

  it.each([
    ['draft', true],
    ['active', true],
    ['paused', true],
    ['completed', false],
    ['archived', false],
  ])('of an account that a campaign with status %s uses is refused: %s', async (status, isRefused) => {
    const account = await createAccount(accounts, newWorkspace());
    const campaign: object = {
      _id: newId('cmp'),
      workspace_id: account.workspace_id,
      sending_account_ids: [newId('acc'), account.id],
      status,
    };
    await accounts.database.collection('campaigns').insertOne(campaign);
    const request = client.deleteSendingAccount(accountCall(account.workspace_id), { id: account.id });
    if (isRefused)
      await expect(request).rejects.toMatchObject({ kind: 'conflict', details: { reason: 'in_use' } });
    else await expect(request).resolves.toEqual({});
  });
});

describe('sending accounts', () => {
  it('are listed newest first, page by page', async () => {
    const ws = newWorkspace();
    const created: string[] = [];
    for (const name of ['a', 'b', 'c'])
      created.unshift((await createAccount(accounts, ws, { email: `${name}@shop.test` })).id);
    const first = await client.listSendingAccounts(accountCall(ws), { page: { page_size: 2, cursor: '' } });
    const cursor = first.meta?.next_cursor ?? '';
    const second = await client.listSendingAccounts(accountCall(ws), { page: { page_size: 2, cursor } });
    expect([...first.accounts, ...second.accounts].map(({ id }) => id)).toEqual(created);
    expect(second.meta?.has_more).toBe(false);
  });

  it.each([
    ['sales', ['sales@shop.test']],
    ['shop.test', ['team@shop.test', 'sales@shop.test']],
    ['jose shop', ['team@shop.test']],
    ['Núñ', ['team@shop.test']],
    ['hop', []],
  ])('are searched for %j by the words of address and from_name: %j', async (search, emails) => {
    const ws = newWorkspace();
    await createAccount(accounts, ws, { email: 'sales@shop.test' });
    await createAccount(accounts, ws, { email: 'team@shop.test', from_name: 'José Nuñez' });
    await createAccount(accounts, newWorkspace(), { email: 'sales@shop.test', from_name: 'José Nuñez' });
    const { accounts: found } = await client.listSendingAccounts(accountCall(ws), {
      page: undefined,
      search,
    });
    expect(found.map(({ email }) => email)).toEqual(emails);
  });

  it('are searched by their current from_name, page by page', async () => {
    const ws = newWorkspace();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.unshift((await createAccount(accounts, ws, { email: `${name}@shop.test` })).id);
    const [renamed = ''] = ids;
    await client.updateSendingAccount(accountCall(ws), { id: renamed, ...written({ from_name: 'Sales' }) });
    const list = async (search: string, cursor = '') =>
      client.listSendingAccounts(accountCall(ws), { page: { page_size: 2, cursor }, search });
    expect((await list('sales')).accounts.map(({ id }) => id)).toEqual([renamed]);
    const first = await list('shop');
    const second = await list('shop', first.meta?.next_cursor);
    expect([...first.accounts, ...second.accounts].map(({ id }) => id)).toEqual(ids);
  });

  it('belong to their workspace alone', async () => {
    const { id } = await createAccount(accounts, newWorkspace());
    const ctx = accountCall(newWorkspace());
    const requests = [
      client.getSendingAccount(ctx, { id }),
      client.getSendingAccountHealth(ctx, { id }),
      client.updateSendingAccount(ctx, { id, ...written({ daily_limit: 1 }) }),
      client.pauseSendingAccount(ctx, { id }),
      client.resumeSendingAccount(ctx, { id }),
      client.testSendingAccount(ctx, { id }),
      client.deleteSendingAccount(ctx, { id }),
    ];
    for (const request of requests) await expect(request).rejects.toMatchObject({ kind: 'not_found' });
    expect((await client.listSendingAccounts(ctx, { page: undefined })).accounts).toEqual([]);
  });
});
