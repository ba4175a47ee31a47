import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeWorkspace, PASSWORD, startAuth, type AuthUnderTest } from './auth-harness.ts';
import { anonymous, mailSettings, tokenIn } from './letters.ts';

const sink = await sharedByTests(async () =>
  startMailSink({ hasStartTls: false, credentials: { username: 'system', password: 'p@ss/word' } }),
);
const OIDC = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
const unique = await sharedByTests(async () => startAuth({ ...mailSettings(sink), ...OIDC }));
const shared = await sharedByTests(startAuth);
const DUPLICATE = { code: 'conflict', field: 'email', details: { reason: 'duplicate_email' } };

let counter = 0;
const newAddress = (): string => `person-${(counter += 1)}@example.com`;

async function owner(auth = unique): Promise<CallContext> {
  const { workspace } = await makeWorkspace(auth);
  const principal = { type: 'user', id: 'usr_caller', role: 'owner' } as const;
  return testCall(workspace.id, { principal, scopes: new Set(SCOPES) });
}

async function create(auth: AuthUnderTest, ctx: CallContext, email?: string): Promise<string> {
  counter += 1;
  const names = { username: `user-${counter}`, password: PASSWORD, email };
  const { user } = await auth.client.createUser(ctx, { ...names, role: 'member', scopes: [] });
  return user?.id ?? '';
}

const update = async (ctx: CallContext, id: string, change: { email?: string; is_active?: boolean }) =>
  unique.client.updateUser(ctx, { id, scopes: [], ...change, mask: Object.keys(change) });

describe('the email of an active user, while an identity provider is configured', () => {
  it('is unique over all workspaces, without regard to case, when users are created or changed', async () => {
    const [first, second] = [await owner(), await owner()];
    const address = newAddress();
    const id = await create(unique, first, address);
    await expect(create(unique, second, address.toUpperCase())).rejects.toMatchObject(DUPLICATE);
    await expect(create(unique, first, address)).rejects.toMatchObject(DUPLICATE);
    const other = await create(unique, second, newAddress());
    await expect(update(second, other, { email: address })).rejects.toMatchObject(DUPLICATE);
    await update(first, id, { email: address.toUpperCase() });
    await create(unique, second);
    await create(unique, second);
  });

  it('is free while its user is inactive, and then keeps the user from being reactivated', async () => {
    const ctx = await owner();
    const address = newAddress();
    const first = await create(unique, ctx, address);
    await update(ctx, first, { is_active: false });
    const second = await create(unique, ctx, address);
    await expect(update(ctx, first, { is_active: true })).rejects.toMatchObject(DUPLICATE);
    await unique.client.deleteUser(ctx, { id: second });
    await update(ctx, first, { is_active: true });
  });

  it('keeps an invitation from being accepted, which stays pending', async () => {
    const [first, second] = [await owner(), await owner()];
    const email = newAddress();
    const { invitation } = await unique.client.createInvitation(first, { email, role: 'member', scopes: [] });
    const token = await tokenIn(sink, email, '/invite');
    await create(unique, second, email);
    counter += 1;
    const acceptance = { token, username: `user-${counter}`, password: PASSWORD };
    await expect(unique.client.acceptInvitation(anonymous(), acceptance)).rejects.toMatchObject(DUPLICATE);
    const { invitation: open } = await unique.client.getInvitation(first, { id: invitation?.id ?? '' });
    expect(open?.status).toBe('pending');
  });

  it('is unique among concurrent requests', async () => {
    const contexts = [await owner(), await owner(), await owner()];
    const address = newAddress();
    const outcomes = await Promise.allSettled(contexts.map(async (ctx) => create(unique, ctx, address)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(DUPLICATE);
  });

  it('does not keep users from changes that shared it before', async () => {
    const [first, second] = [await owner(), await owner()];
    const address = newAddress();
    await create(unique, first, address);
    const id = await create(unique, second, newAddress());
    const stored = unique.connection.collection<{ _id: string }>('users');
    const legacy = { email: address, email_key: address, unique_email: null };
    await stored.updateOne({ _id: id }, { $set: legacy });
    const request = { id, role: 'viewer', scopes: [], mask: ['role'] };
    expect(await unique.client.updateUser(second, request)).toMatchObject({ user: { role: 'viewer' } });
  });
});

describe('the email of a user, without an identity provider', () => {
  it('may be that of another user', async () => {
    const address = newAddress();
    await create(shared, await owner(shared), address);
    await create(shared, await owner(shared), address);
  });
});
