import { beforeEach, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { decodeJwt } from 'jose';
import { makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';

const OTHER_PASSWORD = 'battery horse correct';
const ADMIN_SCOPES = SCOPES.filter((scope) => scope !== 'admin:gdpr');
const auth = await sharedByTests(startAuth);
let workspaceId: string;
let ownerId: string;
let counter = 0;

beforeEach(async () => {
  const { workspace, user } = await makeWorkspace(auth);
  workspaceId = workspace.id;
  ownerId = user.id;
});

const anonymous = () =>
  testCall('', { principal: { type: 'anonymous', id: '', role: '' }, scopes: new Set() });
const caller = (role: string, scopes: readonly string[]): CallContext =>
  testCall(workspaceId, { principal: { type: 'user', id: 'usr_caller', role }, scopes: new Set(scopes) });
const owner = () => caller('owner', SCOPES);
const admin = () => caller('admin', ADMIN_SCOPES);
const apiKey = (scopes: readonly string[]) => testCall(workspaceId, { scopes: new Set(scopes) });

async function create(overrides: object = {}, ctx = owner()) {
  counter += 1;
  const request = { username: `user-${counter}`, password: PASSWORD, email: undefined, role: 'member' };
  const { user } = await auth.client.createUser(ctx, { ...request, scopes: [], ...overrides });
  if (user === undefined) throw new Error('no user');
  return user;
}

async function update(id: string, change: object, ctx = owner()) {
  const nothing = { email: undefined, password: undefined, role: undefined, is_active: undefined };
  const request = { ...nothing, scopes: [], ...change, id, mask: Object.keys(change) };
  const { user } = await auth.client.updateUser(ctx, request);
  return user;
}

async function logIn(username: string, password = PASSWORD) {
  const { tokens } = await auth.client.createToken(anonymous(), {
    username,
    password,
    workspace_id: undefined,
  });
  if (tokens === undefined) throw new Error('no tokens');
  return tokens;
}

const refusal = (required: string) => ({
  kind: 'permission_denied',
  details: { required_scope: required },
});
const ROLE_REFUSED = { kind: 'permission_denied', message: expect.stringContaining('role above') };

describe('CreateUser', () => {
  it('creates a user who can log in, without returning the password', async () => {
    const user = await create({ email: 'ada@example.com', scopes: ['webhooks:read', 'webhooks:read'] });
    expect(user).toMatchObject({ email: 'ada@example.com', role: 'member', is_active: true });
    expect(user.scopes).toEqual(['webhooks:read']);
    expect(JSON.stringify(user)).not.toContain('argon2');
    expect(await logIn(user.username)).toMatchObject({ access: expect.any(String) });
  });

  it('accepts a username once per installation, in any case and under concurrency', async () => {
    const attempts = ['same-name', 'SAME-name', 'Same-Name'].map(async (username) =>
      create({ username }).catch((err: unknown) => err),
    );
    const refused = (await Promise.all(attempts)).filter((outcome) => outcome instanceof Error);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ code: 'conflict', details: { reason: 'duplicate_username' } });
    workspaceId = (await makeWorkspace(auth)).workspace.id;
    await expect(create({ username: 'same-NAME' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['a bad username', { username: 'with space' }, 'username'],
    ['a short password', { password: 'eleven char' }, 'password'],
    ['a password of more than 1,024 bytes', { password: 'é'.repeat(513) }, 'password'],
    ['an unknown role', { role: 'king' }, 'role'],
    ['an unknown scope', { scopes: ['contacts:read', 'all'] }, 'scopes[1]'],
    ['a malformed email address', { email: 'no-address' }, 'email'],
  ])('refuses %s', async (_name, overrides, field) => {
    await expect(create(overrides)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('returns permission_denied for a role or scope above the caller', async () => {
    await expect(create({ role: 'owner' }, admin())).rejects.toMatchObject(refusal('admin:gdpr'));
    await expect(create({ scopes: ['admin:gdpr'] }, admin())).rejects.toMatchObject(refusal('admin:gdpr'));
    await expect(create({ role: 'owner' }, caller('admin', SCOPES))).rejects.toMatchObject(ROLE_REFUSED);
    expect(await create({ role: 'admin' }, admin())).toMatchObject({ role: 'admin' });
  });

  it('ranks an API key as the highest role that includes only scopes of the key', async () => {
    expect(await create({ role: 'owner' }, apiKey(SCOPES))).toMatchObject({ role: 'owner' });
    const viewerKey = apiKey(['admin:keys', 'contacts:read', 'campaigns:read']);
    expect(await create({ role: 'viewer' }, viewerKey)).toMatchObject({ role: 'viewer' });
    await expect(create({ role: 'member' }, viewerKey)).rejects.toMatchObject(refusal('contacts:write'));
    await expect(create({ role: 'viewer' }, apiKey(['admin:keys']))).rejects.toMatchObject(
      refusal('contacts:read'),
    );
  });
});

describe('ListUsers and GetUser', () => {
  it('return users of the workspace only', async () => {
    await create();
    await create();
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { users, meta } = await auth.client.listUsers(owner(), { page: { page_size: 1, cursor } });
      seen.push(...users.map((user) => user.id));
      cursor = meta?.next_cursor;
    }
    expect(new Set(seen).size).toBe(3);
    expect(seen).toContain(ownerId);
    workspaceId = (await makeWorkspace(auth)).workspace.id;
    await expect(auth.client.getUser(owner(), { id: ownerId })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(auth.client.deleteUser(owner(), { id: ownerId })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('UpdateUser', () => {
  it('changes only the fields of the mask and clears an email', async () => {
    const { id } = await create({ email: 'ada@example.com', scopes: ['webhooks:read'] });
    expect(await update(id, { role: 'viewer' })).toMatchObject({ role: 'viewer', email: 'ada@example.com' });
    await update(id, { email: undefined });
    const { user } = await auth.client.getUser(owner(), { id });
    expect(user).toMatchObject({ role: 'viewer', scopes: ['webhooks:read'] });
    expect(user?.email).toBeUndefined();
  });

  it('refuses a change of a user above the caller and a role above the caller', async () => {
    const { id } = await create();
    await expect(update(ownerId, { email: 'x@example.com' }, admin())).rejects.toMatchObject(
      refusal('admin:gdpr'),
    );
    const rich = caller('admin', SCOPES);
    await expect(update(ownerId, { email: 'x@example.com' }, rich)).rejects.toMatchObject(ROLE_REFUSED);
    await expect(auth.client.deleteUser(rich, { id: ownerId })).rejects.toMatchObject(ROLE_REFUSED);
    await expect(update(id, { role: 'owner' }, rich)).rejects.toMatchObject(ROLE_REFUSED);
    const poor = apiKey(['admin:keys']);
    await expect(update(id, { is_active: false }, poor)).rejects.toMatchObject(refusal('contacts:read'));
  });

  it.each([
    ['a new password', { password: OTHER_PASSWORD }, OTHER_PASSWORD],
    ['a new role', { role: 'viewer' }, PASSWORD],
  ])('ends all tokens on %s and allows a log-in right after', async (_name, change, password) => {
    const { id, username } = await create();
    const { refresh, access } = await logIn(username);
    auth.clock.set(Date.now());
    await update(id, change);
    // A log-in takes longer than the millisecond in which tokens of the previous password end.
    auth.clock.advance(1);
    await expect(auth.client.refreshToken(anonymous(), { refresh })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    const next = await logIn(username, password);
    const { tokens_valid_from } = await auth.client.resolveUser(anonymous(), { user_id: id });
    const validFromMs = tokens_valid_from?.getTime() ?? 0;
    expect(Math.round((decodeJwt(access).iat ?? 0) * 1000)).toBeLessThan(validFromMs);
    expect(Math.round((decodeJwt(next.access).iat ?? 0) * 1000)).toBeGreaterThanOrEqual(validFromMs);
  });

  it('ends the tokens and the log-in on a deactivation', async () => {
    const { id, username } = await create();
    const { refresh } = await logIn(username);
    await update(id, { is_active: false });
    const refused = { kind: 'unauthenticated' };
    await expect(auth.client.refreshToken(anonymous(), { refresh })).rejects.toMatchObject(refused);
    await expect(auth.client.resolveUser(anonymous(), { user_id: id })).rejects.toMatchObject(refused);
    await expect(logIn(username)).rejects.toMatchObject(refused);
  });

  it('keeps the tokens on a new email', async () => {
    const { id, username } = await create();
    const { refresh } = await logIn(username);
    await update(id, { email: 'new@example.com' });
    expect(await auth.client.refreshToken(anonymous(), { refresh })).toHaveProperty('tokens');
  });

  it('leaves no refresh token of concurrent log-ins', async () => {
    // The change may end before the first log-in begins; the test then tries again with another user.
    const given = await eventually(async () => {
      const { id, username } = await create();
      const logIns = Array.from({ length: 4 }, async () => logIn(username).catch(() => undefined));
      await Promise.all([...logIns, update(id, { password: OTHER_PASSWORD })]);
      const tokens = (await Promise.all(logIns)).filter((one) => one !== undefined);
      expect(tokens.length).toBeGreaterThan(0);
      return tokens;
    });
    for (const { refresh } of given) {
      const used = auth.client.refreshToken(anonymous(), { refresh });
      await expect(used).rejects.toMatchObject({ kind: 'unauthenticated' });
    }
  });
});

describe('DeleteUser', () => {
  it('ends the tokens and frees the username', async () => {
    const { id, username } = await create();
    const { refresh } = await logIn(username);
    await auth.client.deleteUser(owner(), { id });
    const refused = { kind: 'unauthenticated' };
    await expect(auth.client.refreshToken(anonymous(), { refresh })).rejects.toMatchObject(refused);
    await expect(auth.client.deleteUser(owner(), { id })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await create({ username })).toMatchObject({ username });
  });
});

describe('the last active owner', () => {
  const lastOwner = { code: 'conflict', details: { reason: 'last_owner' } };

  it('cannot be deleted, deactivated or given another role', async () => {
    const inactive = await create({ role: 'owner' });
    await update(inactive.id, { is_active: false });
    await expect(auth.client.deleteUser(owner(), { id: ownerId })).rejects.toMatchObject(lastOwner);
    await expect(update(ownerId, { is_active: false })).rejects.toMatchObject(lastOwner);
    await expect(update(ownerId, { role: 'admin' })).rejects.toMatchObject(lastOwner);
    expect(await update(ownerId, { email: 'o@example.com' })).toMatchObject({ role: 'owner' });
  });

  it('stays under concurrent deletions and role changes', async () => {
    const owners = [ownerId, (await create({ role: 'owner' })).id, (await create({ role: 'owner' })).id];
    const leave = async (id: string, index: number) =>
      index === 1 ? update(id, { role: 'viewer' }) : auth.client.deleteUser(owner(), { id });
    const outcomes = await Promise.all(
      owners.map(async (id, index) => leave(id, index).catch((err: unknown) => err)),
    );
    const refused = outcomes.filter((outcome) => outcome instanceof Error);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject(lastOwner);
  });
});
