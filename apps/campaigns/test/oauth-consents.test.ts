import { describe, expect, it } from '@jest/globals';
import { startMailSink } from '@outreach/testing/mail';
import { startOAuthServer } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { ACCOUNT, accountCall, createAccount, newWorkspace, readAccount } from './accounts-harness.ts';
import { connect, consent, startMailboxes } from './oauth-harness.ts';

const oauth = await sharedByTests(startOAuthServer);
const sink = await sharedByTests(async () => startMailSink({ acceptsToken: oauth.accepts }));
const accounts = await sharedByTests(async () => startMailboxes(oauth, sink.port));
const bob = { type: 'user', id: 'usr_bob', role: 'member' } as const;
const accountsOf = async (workspaceId: string) => {
  const page = { page_size: 50, cursor: '' };
  const { accounts: list } = await accounts.client.listSendingAccounts(accountCall(workspaceId), { page });
  return list;
};

describe('the start of a consent', () => {
  it('asks the provider for a code with PKCE S256, a nonce and offline access', async () => {
    const start = { provider: 'google', account: undefined, mask: undefined };
    const { authorization_url, expires_at } = await accounts.client.startOAuth(
      accountCall(newWorkspace()),
      start,
    );
    const query = Object.fromEntries(new URL(authorization_url).searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      scope: 'openid email https://mail.google.com/',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((expires_at?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it.each([{ tracking_domain_id: 'trk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' }, { min_gap_seconds: 900 }])(
    'refuses %j, which the new account cannot have',
    async (fields) => {
      const starting = consent(accounts, accountCall(newWorkspace()), { mailbox: 'new@mail.test', fields });
      const field = `account.${Object.keys(fields).join()}`;
      await expect(starting).rejects.toMatchObject({ kind: 'invalid_argument', field });
    },
  );

  it('needs a provider that the operator has configured', async () => {
    const ctx = accountCall(newWorkspace());
    const start = { provider: 'microsoft', account: undefined, mask: undefined };
    await expect(accounts.client.startOAuth(ctx, start)).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'provider_not_configured',
    });
  });
});

describe('a consent', () => {
  it('creates an account that logs in with its token', async () => {
    const ctx = accountCall(newWorkspace());
    const fields = { from_name: 'Sales', daily_limit: 17 };
    const { account_id: id = '' } = await connect(accounts, ctx, { mailbox: 'Ada@Mail.test', fields });
    const account = await readAccount(accounts, { id, workspace_id: ctx.workspaceId });
    expect(account).toMatchObject({
      email: 'ada@mail.test',
      provider: 'google',
      from_name: 'Sales',
      daily_limit: 17,
      auth_method: 'oauth2',
      status: 'active',
      smtp: { host: '127.0.0.1', port: sink.port, security: 'none' },
      oauth: { provider: 'google', subject: 'Ada@Mail.test', status: 'connected' },
    });
    expect(account.smtp?.username).toBeUndefined();
  });

  it('connects the existing account of the address, whose settings stay', async () => {
    const ws = newWorkspace();
    const { id } = await createAccount(accounts, ws, { email: 'own@mail.test', daily_limit: 11 });
    const connected = await connect(accounts, accountCall(ws), { mailbox: 'own@mail.test' });
    expect(connected).toMatchObject({ account_id: id });
    const account = await readAccount(accounts, { id, workspace_id: ws });
    expect(account).toMatchObject({ daily_limit: 11, provider: 'google', auth_method: 'oauth2' });
    // A token is not sent to a server that is not of the provider.
    expect(account.smtp).toMatchObject({ host: '127.0.0.1' });
    const [row] = await accounts.database
      .collection<{ smtp: object }>('sending_accounts')
      .find({ workspace_id: ws })
      .toArray();
    expect(row?.smtp).toMatchObject({ sealed_password: null });
  });

  it('is answered once, also by two concurrent callbacks', async () => {
    const ctx = accountCall(newWorkspace());
    const returned = await consent(accounts, ctx, { mailbox: 'twice@mail.test' });
    const results = await Promise.allSettled(
      [1, 2].map(async () => accounts.client.completeOAuth(ctx, returned)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(accounts.client.completeOAuth(ctx, returned)).rejects.toMatchObject({
      kind: 'invalid_argument',
    });
    expect(await accountsOf(ctx.workspaceId)).toHaveLength(1);
  });

  it('is answered by the principal that has started it, within ten minutes', async () => {
    const ctx = accountCall(newWorkspace());
    const refusal = { kind: 'invalid_argument' };
    const returned = await consent(accounts, ctx, { mailbox: 'late@mail.test' });
    const others = [accountCall(ctx.workspaceId, { principal: bob }), accountCall(newWorkspace())];
    for (const other of others)
      await expect(accounts.client.completeOAuth(other, returned)).rejects.toMatchObject(refusal);
    const flows = accounts.database.collection('oauth_flows');
    await flows.updateMany({ workspace_id: ctx.workspaceId }, { $set: { expires_at: new Date() } });
    await expect(accounts.client.completeOAuth(ctx, returned)).rejects.toMatchObject(refusal);
    await expect(accounts.client.completeOAuth(ctx, { ...returned, state: 'unknown' })).rejects.toMatchObject(
      refusal,
    );
    expect(await accountsOf(ctx.workspaceId)).toEqual([]);
  });

  it.each([
    ['of an owner who refuses', { refuses: true }, 'access_denied'],
    ['of another mailbox', { mailbox: 'else@mail.test' }, 'other_mailbox'],
  ])('%s fails with an error', async (_name, changes, error) => {
    const ws = newWorkspace();
    const { id } = await createAccount(accounts, ws, { email: 'mine@mail.test', provider: 'google' });
    const options = {
      mailbox: 'mine@mail.test',
      accountId: id,
      returnUrl: 'https://app.test/done',
      ...changes,
    };
    expect(await connect(accounts, accountCall(ws), options)).toEqual({
      return_url: 'https://app.test/done',
      error,
    });
    expect(await readAccount(accounts, { id, workspace_id: ws })).toMatchObject({ auth_method: 'password' });
  });

  it.each([
    ['a changed claim', (claims: object) => ({ ...claims, email: 'evil@mail.test' })],
    ['another audience', (claims: object) => ({ ...claims, aud: 'other' })],
    ['another issuer', (claims: object) => ({ ...claims, iss: 'https://evil.test' })],
    ['another nonce', (claims: object) => ({ ...claims, nonce: 'other' })],
  ])('with %s in its ID token fails', async (_name, change) => {
    const ctx = accountCall(newWorkspace());
    const returned = await consent(accounts, ctx, { mailbox: 'id@mail.test' });
    oauth.faults.idToken = (idToken) => {
      const [header, claims = '', signature] = idToken.split('.');
      const changed: object = change(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')));
      return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    };
    try {
      expect(await accounts.client.completeOAuth(ctx, returned)).toEqual({ error: 'invalid_id_token' });
    } finally {
      oauth.faults.idToken = undefined;
    }
    expect(await accountsOf(ctx.workspaceId)).toEqual([]);
  });

  it('fails while the token server does not answer', async () => {
    const ctx = accountCall(newWorkspace());
    const returned = await consent(accounts, ctx, { mailbox: 'down@mail.test' });
    oauth.faults.isDown = true;
    try {
      expect(await accounts.client.completeOAuth(ctx, returned)).toEqual({ error: 'exchange_failed' });
    } finally {
      oauth.faults.isDown = false;
    }
  });
});

describe('a refresh token of a client', () => {
  const tokens = { provider: 'google', refresh_token: 'given-5b1e' };

  it('creates an account of the provider without a connection', async () => {
    const account = await createAccount(accounts, newWorkspace(), {
      email: 'given@mail.test',
      provider: 'google',
      smtp: null,
      oauth: tokens,
    });
    expect(account).toMatchObject({
      auth_method: 'oauth2',
      smtp: { host: '127.0.0.1', port: sink.port },
      oauth: { provider: 'google', scopes: [], status: 'connected' },
    });
    expect(account.oauth?.subject).toBeUndefined();
    expect(JSON.stringify(account)).not.toContain(tokens.refresh_token);
  });

  it.each([
    ['oauth.provider', { provider: 'smtp', smtp: null }],
    ['smtp.host', { provider: 'google', smtp: { host: 'smtp.evil.test' } }],
    ['smtp.password', { provider: 'google', smtp: { host: '127.0.0.1', password: 'x', security: 'none' } }],
  ])('is refused with the field %s', async (field, fields) => {
    const request = createAccount(accounts, newWorkspace(), {
      email: 'bad@mail.test',
      ...fields,
      oauth: tokens,
    });
    await expect(request).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('needs a provider that the operator has configured', async () => {
    const request = createAccount(accounts, newWorkspace(), {
      email: 'other@mail.test',
      provider: 'microsoft',
      smtp: null,
      oauth: { ...tokens, provider: 'microsoft' },
    });
    await expect(request).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'provider_not_configured',
      field: 'oauth.provider',
    });
  });

  it('is not sent to another server after a change of the account', async () => {
    const ws = newWorkspace();
    const fields = { email: 'move@mail.test', provider: 'google', smtp: null, oauth: tokens };
    const { id } = await createAccount(accounts, ws, fields);
    const { input, mask } = { input: { ...ACCOUNT, smtp: { host: 'smtp.evil.test' } }, mask: ['smtp.host'] };
    const update = accounts.client.updateSendingAccount(accountCall(ws), {
      id,
      input: { imap: undefined, warmup: undefined, oauth: undefined, ...input },
      mask,
    });
    await expect(update).rejects.toMatchObject({ kind: 'invalid_argument', field: 'smtp.host' });
  });
});
