import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { startOAuthServer } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { accountCall, readAccount, updateAccount } from './accounts-harness.ts';
import { connect, endIn, newMailbox, startMailboxes, testLogIn } from './oauth-harness.ts';

const MINUTE_MS = 60_000;
const oauth = await sharedByTests(startOAuthServer);
const sink = await sharedByTests(async () => startMailSink({ acceptsToken: oauth.accepts }));
const accounts = await sharedByTests(async () => startMailboxes(oauth, sink.port));
const refreshes = (): number => oauth.requests.filter((type) => type === 'refresh_token').length;
const REVOKED = { status: 'error', status_reason: 'oauth_revoked', oauth: { status: 'revoked' } };

async function whileDown<T>(work: () => Promise<T>): Promise<T> {
  oauth.faults.isDown = true;
  try {
    return await work();
  } finally {
    oauth.faults.isDown = false;
  }
}

describe('the access token of an account', () => {
  it('logs in without a request while it lives', async () => {
    const account = await newMailbox(accounts);
    const before = oauth.requests.length;
    expect(await testLogIn(accounts, account)).toMatchObject({ success: true });
    expect(oauth.requests).toHaveLength(before);
  });

  it('is refreshed five minutes before its end, and the rotated refresh token is used next', async () => {
    const account = await newMailbox(accounts);
    for (const round of [1, 2]) {
      const before = refreshes();
      await endIn(accounts, account, 4 * MINUTE_MS);
      expect(await testLogIn(accounts, account)).toMatchObject({ success: true });
      expect([round, refreshes() - before]).toEqual([round, 1]);
    }
    const { oauth: connection, updated_at } = await readAccount(accounts, account);
    expect(connection?.refreshed_at).toBeInstanceOf(Date);
    expect(updated_at).toEqual(account.updated_at);
  });

  it('is refreshed once for concurrent log-ins', async () => {
    const account = await newMailbox(accounts);
    await endIn(accounts, account, -1);
    const before = refreshes();
    const results = await Promise.all([1, 2, 3].map(async () => testLogIn(accounts, account)));
    expect(results.map(({ success }) => success)).toEqual([true, true, true]);
    expect(refreshes() - before).toBe(1);
  });

  it('is refreshed once when a server refuses it', async () => {
    const account = await newMailbox(accounts);
    await oauth.endAccessTokens();
    const before = refreshes();
    expect(await testLogIn(accounts, account)).toMatchObject({ success: true });
    expect(refreshes() - before).toBe(1);
  });

  it('gives the subject of an account that was created with a refresh token', async () => {
    const given = await newMailbox(accounts);
    const rows = accounts.database.collection<{ _id: string }>('sending_accounts');
    await rows.updateOne({ _id: given.id }, { $set: { 'oauth.subject': null } });
    await endIn(accounts, given, -1);
    const { account } = await testLogIn(accounts, given);
    expect(account.oauth?.subject).toBe(given.email);
  });
});

describe('a token server that is down', () => {
  it('is not needed while the token lives', async () => {
    const account = await newMailbox(accounts);
    await endIn(accounts, account, 4 * MINUTE_MS);
    expect(await whileDown(async () => testLogIn(accounts, account))).toMatchObject({ success: true });
  });

  it('is a failed connection: the third one in a row is an error, which ends by itself', async () => {
    const account = await newMailbox(accounts);
    await endIn(accounts, account, -1);
    await whileDown(async () => {
      for (const status of ['active', 'active', 'error']) {
        const result = await testLogIn(accounts, account);
        expect(result).toMatchObject({
          success: false,
          error: 'The authorization server of google did not answer.',
          account: { status, oauth: { status: 'connected' } },
        });
      }
    });
    const reconnects = accounts.database.collection<{ _id: string }>('account_reconnects');
    await reconnects.updateOne({ _id: account.id }, { $set: { due_at: new Date(), lease_token: null } });
    await eventually(async () =>
      expect(await readAccount(accounts, account)).toMatchObject({ status: 'active' }),
    );
  });
});

describe('a consent that was withdrawn', () => {
  it('disconnects the account until the owner consents again', async () => {
    const account = await newMailbox(accounts);
    await oauth.withdraw(account.email);
    const { error, account: revoked } = await testLogIn(accounts, account);
    expect(error).toBe('The consent was revoked; connect the account again.');
    expect(revoked).toMatchObject(REVOKED);
    await eventually(async () => {
      const events = accounts.published.filter(({ aggregate }) => aggregate.id === account.id);
      expect(events).toMatchObject([{ type: 'sending_account.disconnected', data: REVOKED }]);
      await Promise.resolve();
    });
    const before = oauth.requests.length;
    expect((await testLogIn(accounts, account)).account).toMatchObject(REVOKED);
    expect(oauth.requests).toHaveLength(before);
    const ctx = accountCall(account.workspace_id);
    await accounts.client.pauseSendingAccount(ctx, { id: account.id });
    const resume = accounts.client.resumeSendingAccount(ctx, { id: account.id });
    await expect(resume).rejects.toMatchObject({ code: 'invalid_transition' });
    const rows = accounts.database.collection<{ _id: string }>('sending_accounts');
    await rows.updateOne({ _id: account.id }, { $set: { status: 'error', status_reason: 'oauth_revoked' } });
    const options = { mailbox: account.email, accountId: account.id };
    expect(await connect(accounts, ctx, options)).toEqual({ account_id: account.id });
    const { success, account: restored } = await testLogIn(accounts, account);
    expect(success).toBe(true);
    expect(restored).toMatchObject({ status: 'active', oauth: { status: 'connected' } });
    expect(restored.status_reason).toBeUndefined();
  });

  it('ends with a new refresh token, or with a password in its place', async () => {
    const account = await newMailbox(accounts);
    await oauth.withdraw(account.email);
    await testLogIn(accounts, account);
    const tokens = { provider: 'google', refresh_token: 'another' };
    expect(await updateAccount(accounts, account, { oauth: tokens })).toMatchObject({ status: 'active' });
    expect(await updateAccount(accounts, account, { oauth: null })).toMatchObject({
      auth_method: 'password',
    });
  });
});

describe('a deleted account', () => {
  it('revokes its tokens at the provider', async () => {
    const account = await newMailbox(accounts);
    expect(await oauth.livingGrants(account.email)).toBe(1);
    await accounts.client.deleteSendingAccount(accountCall(account.workspace_id), { id: account.id });
    await eventually(async () => {
      expect(await oauth.livingGrants(account.email)).toBe(0);
      const rows = accounts.database.collection<{ _id: string }>('oauth_tokens');
      expect(await rows.countDocuments({ _id: account.id })).toBe(0);
    });
  });
});

it('no token is in a log, an event or a stored record', async () => {
  const account = await newMailbox(accounts);
  await endIn(accounts, account, -1);
  await testLogIn(accounts, account);
  expect(oauth.issued.size).toBeGreaterThan(10);
  const collections = await accounts.database.collections();
  const stored = await Promise.all(collections.map(async (rows) => rows.find().toArray()));
  const texts = [accounts.logged.join('\n'), JSON.stringify(accounts.published), JSON.stringify(stored)];
  for (const token of oauth.issued) expect(texts.some((text) => text.includes(token))).toBe(false);
});
