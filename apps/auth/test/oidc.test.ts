import { afterEach, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { startOAuthServer, type Owner } from '@outreach/testing/oauth-server';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { decodeJwt } from 'jose';
import { generateSync } from 'otplib';
import { createFlowStore } from '../src/oidc/flow.store.ts';
import { makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';
import { anonymous, mailSettings, tokenIn } from './letters.ts';

const CALLBACK = 'https://outreach.example.com/api/v1/auth/oidc/callback/';
const TEN_MINUTES_MS = 600_000;

const sink = await sharedByTests(async () =>
  startMailSink({ hasStartTls: false, credentials: { username: 'system', password: 'p@ss/word' } }),
);
const server = await sharedByTests(async () => startOAuthServer(CALLBACK));
const auth = await sharedByTests(async () => startAuth({ ...mailSettings(sink), ...server.oidcSettings }));
const { client, clock } = auth;

let counter = 0;
const newAddress = (): string => `Person.${(counter += 1)}@example.com`;

async function owner(): Promise<CallContext> {
  const { workspace } = await makeWorkspace(auth);
  const principal = { type: 'user', id: 'usr_caller', role: 'owner' } as const;
  return testCall(workspace.id, { principal, scopes: new Set(SCOPES) });
}

async function userOf(ctx: CallContext, email: string) {
  counter += 1;
  const names = { username: `user-${counter}`, password: PASSWORD, email };
  const { user } = await client.createUser(ctx, { ...names, role: 'member', scopes: [] });
  if (user === undefined) throw new Error('no user');
  return user;
}

const start = async (browser?: string) =>
  client.startOidcLogIn(anonymous(), { browser, is_for_console: false });

interface Started {
  readonly authorization_url: string;
  readonly browser: string;
}

/** The person logs in at the provider. */
async function callbackOf({ authorization_url: url, browser }: Started, owner: Owner) {
  const { searchParams, search } = await server.consent(url, owner);
  return { state: searchParams.get('state') ?? '', browser, query: search.slice(1) };
}

async function logIn(mailbox: string, claims?: Owner['claims']) {
  const callback = await callbackOf(await start(), { mailbox, ...(claims === undefined ? {} : { claims }) });
  const { tokens } = await client.completeOidcLogIn(anonymous(), callback);
  return decodeJwt(tokens?.access ?? '');
}

const refused = (reason: string) => ({ kind: 'unauthenticated', details: { reason } });

afterEach(() => {
  server.faults.isDown = false;
});

describe('a log-in by the identity provider', () => {
  it('logs in the active user of the address, without regard to case and without a second factor', async () => {
    const ctx = await owner();
    const address = newAddress();
    const user = await userOf(ctx, address);
    const own = { ...ctx, principal: { type: 'user', id: user.id, role: 'member' } } as const;
    const { secret } = await client.createTotp(own, {});
    const code = generateSync({ secret, epoch: Math.floor(clock.now() / 1_000) });
    await client.confirmTotp(own, { code });
    expect(await logIn(address.toLowerCase())).toMatchObject({ sub: user.id, ws: ctx.workspaceId });
    expect(await logIn(address, { email: address, email_verified: 'true' })).toMatchObject({ sub: user.id });
    const { entries } = await client.listAuditEntries(ctx, { page: { page_size: 1, cursor: '' } });
    expect(entries).toMatchObject([{ action: 'login.succeeded', target_id: user.id }]);
  });

  it('creates the user of the pending invitation of the address, which is used up', async () => {
    const ctx = await owner();
    const email = newAddress();
    const request = { email, role: 'member', scopes: ['webhooks:read'] };
    const { invitation } = await client.createInvitation(ctx, request);
    const token = await tokenIn(sink, email, '/invite');
    const { sub, ws } = await logIn(email.toLowerCase());
    expect(ws).toBe(ctx.workspaceId);
    const { user } = await client.getUser(ctx, { id: sub ?? '' });
    expect(user).toMatchObject({ username: email, email, role: 'member', scopes: ['webhooks:read'] });
    const { invitation: used } = await client.getInvitation(ctx, { id: invitation?.id ?? '' });
    expect(used?.status).toBe('accepted');
    const acceptance = { token, username: 'another', password: PASSWORD };
    await expect(client.acceptInvitation(anonymous(), acceptance)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    expect(await logIn(email)).toMatchObject({ sub });
  });

  it('creates no user from an expired invitation, from one of several, or with a username that is taken', async () => {
    const [expired, several, taken] = [newAddress(), newAddress(), newAddress()];
    const [first, second] = [await owner(), await owner()];
    const invite = async (ctx: CallContext, email: string) =>
      client.createInvitation(ctx, { email, role: 'member', scopes: [] });
    await invite(first, expired);
    clock.advance(7 * 24 * 60 * 60_000);
    await expect(logIn(expired)).rejects.toMatchObject(refused('oidc_no_user'));
    await invite(first, several);
    await invite(second, several);
    await expect(logIn(several)).rejects.toMatchObject(refused('oidc_several_invitations'));
    const named = { username: taken, password: PASSWORD, role: 'member', scopes: [] };
    await client.createUser(second, { ...named, email: undefined });
    const { invitation } = await invite(first, taken);
    await expect(logIn(taken)).rejects.toMatchObject({ details: { reason: 'duplicate_username' } });
    const { invitation: open } = await client.getInvitation(first, { id: invitation?.id ?? '' });
    expect(open?.status).toBe('pending');
  });

  it('is refused without a verified address, a user, or an active user', async () => {
    const ctx = await owner();
    const known = newAddress();
    const user = await userOf(ctx, known);
    for (const claims of [
      { email: known, email_verified: false },
      { email: known },
      { email: known, email_verified: 'yes' },
      { email: 'no address', email_verified: true },
    ])
      await expect(logIn(known, claims)).rejects.toMatchObject(refused('oidc_unverified'));
    await expect(logIn(newAddress())).rejects.toMatchObject(refused('oidc_no_user'));
    await client.updateUser(ctx, { id: user.id, is_active: false, scopes: [], mask: ['is_active'] });
    await expect(logIn(known)).rejects.toMatchObject(refused('oidc_no_user'));
  });

  it('is refused for an address that several users had before the provider was configured', async () => {
    const address = newAddress();
    const users = [await userOf(await owner(), address), await userOf(await owner(), newAddress())];
    const [, second] = users;
    const stored = auth.connection.collection<{ _id: string }>('users');
    const shared = { email: address, email_key: address.toLowerCase(), unique_email: null };
    await stored.updateOne({ _id: second?.id ?? '' }, { $set: shared });
    await expect(logIn(address)).rejects.toMatchObject(refused('oidc_several_users'));
    const { shared_emails } = (await auth.commands['user shared-emails']?.run({ flags: {}, lists: {} })) as {
      readonly shared_emails: readonly object[];
    };
    expect(shared_emails).toContainEqual({
      email: address.toLowerCase(),
      users: expect.arrayContaining(users.map(({ id }) => expect.objectContaining({ id }))),
    });
  });
});

describe('the state of a log-in', () => {
  it('works once, in the browser that has started it, for ten minutes', async () => {
    const address = newAddress();
    await userOf(await owner(), address);
    const once = await callbackOf(await start(), { mailbox: address });
    await client.completeOidcLogIn(anonymous(), once);
    const foreign = await callbackOf(await start(), { mailbox: address });
    const late = await callbackOf(await start(), { mailbox: address });
    const other = await start();
    const attempt = async (request: object) =>
      expect(client.completeOidcLogIn(anonymous(), { ...once, ...request })).rejects.toMatchObject(
        refused('oidc_state'),
      );
    await attempt({});
    await attempt({ state: 'unknown' });
    await attempt({ ...foreign, browser: other.browser });
    await attempt(foreign);
    await attempt({ ...(await callbackOf(await start(), { mailbox: address })), browser: undefined });
    clock.advance(TEN_MINUTES_MS);
    await attempt(late);
  });

  it('is used once by concurrent callbacks', async () => {
    const address = newAddress();
    await userOf(await owner(), address);
    const callback = await callbackOf(await start(), { mailbox: address });
    const attempts = [1, 2, 3].map(async () => client.completeOidcLogIn(anonymous(), callback));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('belongs to the browser, so that several tabs can log in', async () => {
    const address = newAddress();
    await userOf(await owner(), address);
    const first = await start();
    const second = await start(first.browser);
    expect(second.browser).toBe(first.browser);
    expect((await start('short')).browser).toMatch(/^[\w-]{43}$/);
    for (const started of [first, second])
      await client.completeOidcLogIn(anonymous(), await callbackOf(started, { mailbox: address }));
  });

  it('is refused while too many are open', async () => {
    const flows = createFlowStore({ ...auth.base, clock }, 1);
    await start();
    const flow = { id: 'one', browser_digest: 'b', nonce: 'n', code_verifier: 'v', expires_at: new Date() };
    await expect(flows.insert(flow)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is used by any process of auth', async () => {
    const replica = await startAuth({ ...server.oidcSettings, ...mailSettings(sink), ...auth.shared });
    const address = newAddress();
    await userOf(await owner(), address);
    const callback = await callbackOf(await start(), { mailbox: address });
    expect(await replica.client.completeOidcLogIn(anonymous(), callback)).toMatchObject({ tokens: {} });
    await expect(client.completeOidcLogIn(anonymous(), callback)).rejects.toMatchObject(
      refused('oidc_state'),
    );
    await replica.stop();
  });

  it('is stored as a digest', async () => {
    const { authorization_url: url, browser } = await start();
    const state = new URL(url).searchParams.get('state') ?? '';
    const stored = await auth.connection.collection('oidc_flows').find().toArray();
    expect(stored.length).toBeGreaterThan(0);
    for (const secret of [state, browser]) expect(JSON.stringify(stored)).not.toContain(secret);
  });
});

describe('an installation', () => {
  it('is unavailable for log-ins while its identity provider is down, and uses the state up', async () => {
    const address = newAddress();
    await userOf(await owner(), address);
    const callback = await callbackOf(await start(), { mailbox: address });
    server.faults.isDown = true;
    await expect(client.completeOidcLogIn(anonymous(), callback)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { reason: 'oidc_unavailable' },
    });
  });

  it('says whether it has an identity provider', async () => {
    const without = await startAuth();
    expect(await client.getLogInMethods(anonymous(), {})).toEqual({ oidc: true });
    expect(await without.client.getLogInMethods(anonymous(), {})).toEqual({ oidc: false });
    const notConfigured = { code: 'oidc_not_configured' };
    const request = { is_for_console: false, browser: undefined };
    await expect(without.client.startOidcLogIn(anonymous(), request)).rejects.toMatchObject(notConfigured);
    await without.stop();
  });
});
