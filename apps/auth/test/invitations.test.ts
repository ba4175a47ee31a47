import { beforeEach, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { decodeJwt } from 'jose';
import { makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';
import { anonymous, mailSettings, tokenIn } from './letters.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const sink = await sharedByTests(async () =>
  startMailSink({ hasStartTls: false, credentials: { username: 'system', password: 'p@ss/word' } }),
);
const auth = await sharedByTests(async () => startAuth(mailSettings(sink)));
let workspaceId: string;
let counter = 0;

beforeEach(async () => {
  ({ id: workspaceId } = (await makeWorkspace(auth)).workspace);
});

const caller = (role: string, scopes: readonly string[] = SCOPES): CallContext =>
  testCall(workspaceId, { principal: { type: 'user', id: 'usr_caller', role }, scopes: new Set(scopes) });
const owner = () => caller('owner');

async function invite(overrides: object = {}, ctx = owner()) {
  counter += 1;
  const request = { email: `person-${counter}@example.com`, role: 'member', scopes: [], ...overrides };
  const { invitation } = await auth.client.createInvitation(ctx, request);
  if (invitation === undefined) throw new Error('no invitation');
  return invitation;
}

/** The token of the last letter to an address. */
const tokenTo = async (email: string) => tokenIn(sink, email, '/invite');

async function accept(token: string, overrides: object = {}) {
  counter += 1;
  const request = { token, username: `user-${counter}`, password: PASSWORD, ...overrides };
  const { tokens } = await auth.client.acceptInvitation(anonymous(), request);
  return tokens;
}

const REFUSED = { kind: 'unauthenticated', message: expect.stringContaining('invitation') };

describe('an invitation', () => {
  it('becomes a user with its address, role and scopes, who is logged in, and works once', async () => {
    const invitation = await invite({ email: 'Ada@example.com', scopes: ['webhooks:read'] });
    expect(invitation).toMatchObject({ status: 'pending', role: 'member', invited_by: 'usr_caller' });
    expect(invitation.expires_at?.getTime()).toBe(auth.clock.now() + WEEK_MS);
    const token = await tokenTo('Ada@example.com');
    expect(JSON.stringify(invitation)).not.toContain(token);
    const tokens = await accept(token, { username: 'ada' });
    const { sub, ws, role, scope } = decodeJwt(tokens?.access ?? '');
    expect({ ws, role }).toEqual({ ws: workspaceId, role: 'member' });
    expect(scope).toContain('webhooks:read');
    const { user } = await auth.client.getUser(owner(), { id: sub ?? '' });
    expect(user).toMatchObject({ username: 'ada', email: 'Ada@example.com', is_active: true });
    const { invitation: accepted } = await auth.client.getInvitation(owner(), { id: invitation.id });
    expect(accepted?.status).toBe('accepted');
    await expect(accept(token)).rejects.toMatchObject(REFUSED);
  });

  it('is accepted once by concurrent requests', async () => {
    await invite({ email: 'twice@example.com' });
    const token = await tokenTo('twice@example.com');
    const outcomes = await Promise.allSettled([accept(token), accept(token), accept(token)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not used up by a refused attempt', async () => {
    const { email } = await invite();
    const token = await tokenTo(email);
    await expect(accept(token, { username: 'no spaces' })).rejects.toMatchObject({ field: 'username' });
    await expect(accept(token, { password: 'short' })).rejects.toMatchObject({ field: 'password' });
    await accept(token, { username: 'taken-name' });
    const other = await invite();
    const secondToken = await tokenTo(other.email);
    await expect(accept(secondToken, { username: 'TAKEN-name' })).rejects.toMatchObject({ code: 'conflict' });
    await accept(secondToken);
  });

  it('expires after seven days', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(email);
    auth.clock.advance(WEEK_MS);
    await expect(accept(token)).rejects.toMatchObject(REFUSED);
    const { invitation } = await auth.client.getInvitation(owner(), { id });
    expect(invitation?.status).toBe('expired');
  });

  it('is void after its deletion, after a newer one of the address, and with a wrong token', async () => {
    const deleted = await invite();
    const deletedToken = await tokenTo(deleted.email);
    await auth.client.deleteInvitation(owner(), { id: deleted.id });
    await expect(accept(deletedToken)).rejects.toMatchObject(REFUSED);
    const replaced = await invite({ email: 'again@example.com' });
    const replacedToken = await tokenTo('again@example.com');
    await invite({ email: 'AGAIN@example.com' });
    await expect(accept(replacedToken)).rejects.toMatchObject(REFUSED);
    await expect(auth.client.getInvitation(owner(), { id: replaced.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(accept('x'.repeat(43))).rejects.toMatchObject(REFUSED);
    expect(await accept(await tokenTo('AGAIN@example.com'))).toBeDefined();
  });

  it('is refused for a user of the workspace, by email or username in any case, and possible elsewhere', async () => {
    const { email } = await invite({ email: 'Member@example.com' });
    await accept(await tokenTo(email), { username: 'Name@example.com' });
    const refused = { code: 'conflict', details: { reason: 'already_member' } };
    await expect(invite({ email: 'mEMBER@example.com' })).rejects.toMatchObject(refused);
    await expect(invite({ email: 'name@EXAMPLE.com' })).rejects.toMatchObject(refused);
    ({ id: workspaceId } = (await makeWorkspace(auth)).workspace);
    expect(await invite({ email: 'member@example.com' })).toMatchObject({ status: 'pending' });
  });

  it('never has a right that the caller lacks', async () => {
    const admin = caller(
      'admin',
      SCOPES.filter((scope) => scope !== 'admin:gdpr'),
    );
    await expect(invite({ role: 'owner' }, admin)).rejects.toMatchObject({ kind: 'permission_denied' });
    await expect(invite({ scopes: ['admin:gdpr'] }, admin)).rejects.toMatchObject({
      details: { required_scope: 'admin:gdpr' },
    });
    const { id } = await invite({ role: 'owner' });
    await expect(auth.client.deleteInvitation(admin, { id })).rejects.toMatchObject({
      kind: 'permission_denied',
    });
    const member = caller('member', ['contacts:read']);
    await expect(invite({}, member)).rejects.toMatchObject({ kind: 'permission_denied' });
  });

  it('belongs to one workspace, whose list has the newest first', async () => {
    const [first, second] = [await invite(), await invite()];
    const page = { page_size: 10, cursor: '' };
    const { invitations } = await auth.client.listInvitations(owner(), { page });
    expect(invitations.map(({ id }) => id)).toEqual([second.id, first.id]);
    ({ id: workspaceId } = (await makeWorkspace(auth)).workspace);
    const missing = { kind: 'not_found' };
    await expect(auth.client.getInvitation(owner(), { id: first.id })).rejects.toMatchObject(missing);
    await expect(auth.client.deleteInvitation(owner(), { id: first.id })).rejects.toMatchObject(missing);
    expect((await auth.client.listInvitations(owner(), { page })).invitations).toEqual([]);
  });

  it('is refused beyond 50 letters of a workspace in an hour, also after deletions', async () => {
    for (let index = 0; index < 50; index += 1) {
      const { id } = await invite();
      await auth.client.deleteInvitation(owner(), { id });
    }
    auth.clock.advance(HOUR_MS - 60_000);
    await expect(invite()).rejects.toMatchObject({
      kind: 'resource_exhausted',
      details: { limit: 50, retry_after_seconds: 60 },
    });
    auth.clock.advance(60_000);
    expect(await invite()).toMatchObject({ status: 'pending' });
  });

  it('leaves its creation, acceptance and deletion in the audit log', async () => {
    const { id, email } = await invite();
    await accept(await tokenTo(email));
    await auth.client.deleteInvitation(owner(), { id });
    const { entries } = await auth.client.listAuditEntries(owner(), { page: { page_size: 10, cursor: '' } });
    const actions = entries.map(({ action, target_id }) => [action, target_id === id]);
    expect(actions).toEqual(
      expect.arrayContaining([
        ['invitation.created', true],
        ['invitation.accepted', true],
        ['invitation.deleted', true],
        ['user.created', false],
        ['login.succeeded', false],
      ]),
    );
  });
});

describe('the letters of the product', () => {
  it('are sent again until the server takes them, and are not stored then', async () => {
    const email = 'later@example.com';
    sink.replies.set(email, { at: 'recipient', code: 451, text: 'later' });
    await invite({ email });
    const letters = auth.connection.collection('letters');
    const stored = await eventually(async () => {
      const row = await letters.findOne({ attempts: { $gt: 0 }, lease_token: null });
      expect(row).not.toBeNull();
      return row;
    });
    expect(JSON.stringify(stored)).not.toContain(email);
    sink.replies.delete(email);
    await eventually(async () => {
      auth.clock.advance(1_000);
      expect(sink.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
    });
    await eventually(async () => expect(await letters.countDocuments({ workspace_id: workspaceId })).toBe(0));
  });

  it.each([
    ['refused', { at: 'content', code: 550, text: 'no' }, 0],
    ['perhaps taken', { at: 'drop_after' }, 1],
  ] as const)('are not sent again if they were %s', async (name, reply, count) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    sink.replies.set(email, reply);
    await invite({ email });
    const letters = auth.connection.collection('letters');
    await eventually(async () => expect(await letters.countDocuments({ workspace_id: workspaceId })).toBe(0));
    expect(sink.received.filter(({ to }) => to.includes(email))).toHaveLength(count);
  });

  it('say who sends them and that they are automatic', async () => {
    const { email } = await invite();
    await tokenTo(email);
    const { source = '', from } = sink.received.find(({ to }) => to.includes(email)) ?? {};
    expect(from).toBe('outreach@example.com');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(sink.logIns).toContain('system');
  });
});
