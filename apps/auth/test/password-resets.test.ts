import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';
import { anonymous, mailSettings, tokenIn } from './letters.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a password of today';

const sink = await sharedByTests(async () =>
  startMailSink({ hasStartTls: false, credentials: { username: 'system', password: 'p@ss/word' } }),
);
const auth = await sharedByTests(async () => startAuth(mailSettings(sink)));
let counter = 0;

/** A user with an email in a new workspace, and a call of its owner. */
async function makeUser(fields: object = {}) {
  counter += 1;
  const { id: workspaceId } = (await makeWorkspace(auth)).workspace;
  const principal = { type: 'user', id: 'usr_owner', role: 'owner' } as const;
  const owner = testCall(workspaceId, { principal, scopes: new Set(SCOPES) });
  const email = `reset-${counter}@example.com`;
  const request = { username: `reset-${counter}`, password: PASSWORD, email, role: 'member', scopes: [] };
  const { user } = await auth.client.createUser(owner, { ...request, ...fields });
  if (user === undefined) throw new Error('no user');
  return { ...user, email, owner };
}

const forget = async (username: string) => auth.client.requestPasswordReset(anonymous(), { username });
const reset = async (token: string, password = NEW_PASSWORD) =>
  auth.client.resetPassword(anonymous(), { token, password });
const lettersTo = (email: string) => sink.received.filter(({ to }) => to.includes(email)).length;

/** The token of a new letter to the user. */
async function tokenFor({ username, email }: { username: string; email: string }): Promise<string> {
  const before = lettersTo(email);
  await forget(username);
  await eventually(() => expect(lettersTo(email)).toBe(before + 1));
  return tokenIn(sink, email, '/reset');
}

async function logIn(username: string, password: string) {
  const { tokens } = await auth.client.createToken(anonymous(), {
    username,
    password,
    workspace_id: undefined,
  });
  return tokens?.refresh ?? '';
}

/** Waits until every request so far was handled. */
async function handled(): Promise<void> {
  const requests = auth.connection.collection('reset_requests');
  await eventually(async () => expect(await requests.countDocuments()).toBe(0));
}

const REFUSED = { kind: 'unauthenticated', message: expect.stringContaining('link') };

describe('a reset link', () => {
  it('sets a new password once, and ends the refresh tokens and the other links', async () => {
    const user = await makeUser();
    const refresh = await logIn(user.username, PASSWORD);
    const older = await tokenFor(user);
    const token = await tokenFor(user);
    await reset(token);
    await expect(reset(token)).rejects.toMatchObject(REFUSED);
    await expect(reset(older)).rejects.toMatchObject(REFUSED);
    await expect(auth.client.refreshToken(anonymous(), { refresh })).rejects.toThrow();
    await expect(logIn(user.username, PASSWORD)).rejects.toThrow();
    expect(await logIn(user.username, NEW_PASSWORD)).not.toBe('');
    const { changes } = await auth.client.listCredentialChanges(anonymous(), {});
    expect(changes.map(({ id }) => id)).toContain(user.id);
    const { entries } = await auth.client.listAuditEntries(user.owner, {
      page: { page_size: 9, cursor: '' },
    });
    const entry = entries.find(({ action }) => action === 'user.password_reset');
    expect(entry).toMatchObject({ actor_type: 'user', actor_id: user.id, target_id: user.id });
  });

  it('is used once by concurrent requests', async () => {
    const token = await tokenFor(await makeUser());
    const outcomes = await Promise.allSettled([reset(token), reset(token), reset(token)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not used up by a refused password', async () => {
    const token = await tokenFor(await makeUser());
    await expect(reset(token, 'short')).rejects.toMatchObject({ field: 'password' });
    await reset(token);
  });

  it('is void after 30 minutes, and with a wrong token', async () => {
    const token = await tokenFor(await makeUser());
    auth.clock.advance(30 * MINUTE_MS);
    await expect(reset(token)).rejects.toMatchObject(REFUSED);
    await expect(reset('x'.repeat(43), 'short')).rejects.toMatchObject(REFUSED);
  });

  it.each([
    ['another password', { password: 'set by the owner' }],
    ['another email', { email: 'elsewhere@example.com' }],
    ['the deactivation of the user', { is_active: false }],
  ])('is void after %s', async (_name, change) => {
    const user = await makeUser();
    const token = await tokenFor(user);
    const nothing = { email: undefined, password: undefined, role: undefined, is_active: undefined };
    const request = { ...nothing, scopes: [], id: user.id, ...change, mask: Object.keys(change) };
    await auth.client.updateUser(user.owner, request);
    await expect(reset(token)).rejects.toMatchObject(REFUSED);
  });

  it('accepts no token of an invitation, and an invitation none of a link', async () => {
    const { owner, ...user } = await makeUser();
    const email = 'purpose@example.com';
    await auth.client.createInvitation(owner, { email, role: 'member', scopes: [] });
    await expect(reset(await tokenIn(sink, email, '/invite'))).rejects.toMatchObject(REFUSED);
    const acceptance = { token: await tokenFor(user), username: 'purpose', password: PASSWORD };
    await expect(auth.client.acceptInvitation(anonymous(), acceptance)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
});

describe('a request for a link', () => {
  it('has the same reply, and the same stored request, for an unknown user and one without an email', async () => {
    const withoutEmail = await makeUser({ email: undefined });
    const inactive = await makeUser();
    await auth.client.deleteUser(inactive.owner, { id: inactive.id });
    const before = sink.received.length;
    for (const name of ['nobody', withoutEmail.username, inactive.username])
      expect(await forget(name)).toEqual({});
    await handled();
    expect(await auth.connection.collection('letters').countDocuments()).toBe(0);
    expect(sink.received).toHaveLength(before);
    await expect(forget('not well-formed')).rejects.toMatchObject({ field: 'username' });
  });

  it('sends at most three letters to a user in an hour', async () => {
    const user = await makeUser();
    for (let count = 0; count < 3; count += 1) await tokenFor(user);
    expect(await forget(user.username.toUpperCase())).toEqual({});
    await handled();
    expect(lettersTo(user.email)).toBe(3);
    auth.clock.advance(60 * MINUTE_MS);
    await tokenFor(user);
  });
});

describe('an installation without mail', () => {
  it('refuses invitations, and requests for links of known and unknown users', async () => {
    const silent = await startAuth();
    try {
      const { user, workspace } = await makeWorkspace(silent);
      const refused = { kind: 'failed_precondition', code: 'mail_not_configured' };
      for (const username of [user.username, 'nobody'])
        await expect(silent.client.requestPasswordReset(anonymous(), { username })).rejects.toMatchObject(
          refused,
        );
      const principal = { type: 'user', id: user.id, role: 'owner' } as const;
      const owner = testCall(workspace.id, { principal, scopes: new Set(SCOPES) });
      const request = { email: 'ada@example.com', role: 'member', scopes: [] };
      await expect(silent.client.createInvitation(owner, request)).rejects.toMatchObject(refused);
    } finally {
      await silent.stop();
    }
  });
});
