import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { generateSync } from 'otplib';
import { makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';

const auth = await sharedByTests(startAuth);
const { client, clock } = auth;

const STEP_MS = 30_000;
const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor((clock.now() + steps * STEP_MS) / 1_000) });
const MISSING = { kind: 'unauthenticated', details: { second_factor: 'totp' } };

interface Owner {
  readonly username: string;
  readonly id: string;
  readonly ctx: CallContext;
}

async function owner(): Promise<Owner> {
  const { workspace, user } = await makeWorkspace(auth);
  const principal = { type: 'user', id: user.id, role: 'owner' } as const;
  return { ...user, ctx: testCall(workspace.id, { principal, scopes: new Set(SCOPES) }) };
}

const logIn = async (username: string, code?: string, password = PASSWORD) =>
  client.createToken(
    testCall('', { principal: { type: 'anonymous', id: '', role: '' }, scopes: new Set() }),
    {
      username,
      password,
      workspace_id: undefined,
      code,
    },
  );

/** Turns the second factor on, one step after the last used code. */
async function enable({
  ctx,
}: Owner): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const { secret } = await client.createTotp(ctx, {});
  const { recovery_codes: codes } = await client.confirmTotp(ctx, { code: codeOf(secret) });
  clock.advance(STEP_MS);
  return { secret, codes };
}

async function actionsOf({ ctx }: Owner): Promise<readonly string[]> {
  const { entries } = await client.listAuditEntries(ctx, { page: { page_size: 500, cursor: '' } });
  return entries.map(({ action }) => action);
}

describe('a second factor', () => {
  it('changes nothing until it is confirmed, and then each log-in needs a code', async () => {
    const user = await owner();
    const first = await client.createTotp(user.ctx, {});
    const { secret, otpauth_url } = await client.createTotp(user.ctx, {});
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect(await logIn(user.username)).toMatchObject({ tokens: {} });
    await expect(client.confirmTotp(user.ctx, { code: codeOf(first.secret) })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    const { recovery_codes: codes } = await client.confirmTotp(user.ctx, { code: codeOf(secret) });
    expect(new Set(codes).size).toBe(10);
    await expect(logIn(user.username)).rejects.toMatchObject(MISSING);
    clock.advance(STEP_MS);
    expect(await logIn(user.username, codeOf(secret))).toMatchObject({ tokens: {} });
    expect(await actionsOf(user)).toContain('user.totp_enabled');
  });

  it('refuses a replayed code, also of the confirmation, and the wrong code is a failed log-in', async () => {
    const user = await owner();
    const { secret } = await enable(user);
    await expect(logIn(user.username, codeOf(secret, -1))).rejects.toMatchObject(MISSING);
    const code = codeOf(secret);
    const attempts = await Promise.allSettled([1, 2, 3].map(async () => logIn(user.username, code)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(logIn(user.username, '000000')).rejects.toMatchObject(MISSING);
    const failures = (await actionsOf(user)).filter((action) => action === 'login.failed');
    expect(failures).toHaveLength(4);
  });

  it('asks for no code after a wrong password, and a missing code is no failed log-in', async () => {
    const user = await owner();
    const { secret } = await enable(user);
    const wrong = await logIn(user.username, codeOf(secret), 'a wrong password').catch(
      (thrown: unknown) => thrown,
    );
    expect(wrong).toMatchObject({ kind: 'unauthenticated', details: {} });
    await expect(logIn(user.username)).rejects.toMatchObject(MISSING);
    expect((await actionsOf(user)).filter((action) => action === 'login.failed')).toHaveLength(1);
    // The wrong password has not used the code up.
    expect(await logIn(user.username, codeOf(secret))).toMatchObject({ tokens: {} });
  });

  it('has recovery codes, each of which works once', async () => {
    const user = await owner();
    const { codes } = await enable(user);
    const [code = '', other = ''] = codes;
    expect(await logIn(user.username, code)).toMatchObject({ tokens: {} });
    await expect(logIn(user.username, code)).rejects.toMatchObject(MISSING);
    expect(await logIn(user.username, other.toUpperCase())).toMatchObject({ tokens: {} });
  });

  it('stores the secret sealed, and the recovery codes as digests', async () => {
    const user = await owner();
    const { secret, codes } = await enable(user);
    const stored = await auth.connection
      .collection<{ _id: string }>('second_factors')
      .findOne({ _id: user.id });
    const text = JSON.stringify(stored);
    for (const plain of [secret, ...codes]) expect(text).not.toContain(plain);
  });

  it('cannot be made again while it is on, nor confirmed without a secret', async () => {
    const user = await owner();
    await expect(client.confirmTotp(user.ctx, { code: '123456' })).rejects.toMatchObject({
      details: { reason: 'totp_not_started' },
    });
    const { secret } = await enable(user);
    const enabled = { details: { reason: 'totp_enabled' } };
    await expect(client.createTotp(user.ctx, {})).rejects.toMatchObject(enabled);
    await expect(client.confirmTotp(user.ctx, { code: codeOf(secret) })).rejects.toMatchObject(enabled);
  });

  it('is ended by its user with a code', async () => {
    const user = await owner();
    const { secret } = await enable(user);
    await expect(client.deleteTotp(user.ctx, { code: '000000' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    await client.deleteTotp(user.ctx, { code: codeOf(secret) });
    expect(await logIn(user.username)).toMatchObject({ tokens: {} });
    await expect(client.deleteTotp(user.ctx, { code: codeOf(secret) })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await actionsOf(user)).toContain('user.totp_disabled');
  });

  it('is ended by an owner of the workspace alone', async () => {
    const [user, stranger] = [await owner(), await owner()];
    await enable(user);
    const reset = async (ctx: CallContext) => client.resetTotp(ctx, { user_id: user.id });
    await expect(reset(stranger.ctx)).rejects.toMatchObject({ kind: 'not_found' });
    const admin = { ...user.ctx, principal: { type: 'user', id: newId('usr'), role: 'admin' } as const };
    await expect(reset(admin)).rejects.toMatchObject({ kind: 'permission_denied' });
    await reset(user.ctx);
    expect(await logIn(user.username)).toMatchObject({ tokens: {} });
    await expect(reset(user.ctx)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('belongs to users, not to keys', async () => {
    const { ctx, id } = await owner();
    const key = { ...ctx, principal: { type: 'api_key', id: newId('key'), role: '' } as const };
    const refused = { kind: 'permission_denied' };
    await expect(client.createTotp(key, {})).rejects.toMatchObject(refused);
    await expect(client.confirmTotp(key, { code: '123456' })).rejects.toMatchObject(refused);
    await expect(client.deleteTotp(key, { code: '123456' })).rejects.toMatchObject(refused);
    await expect(client.resetTotp(key, { user_id: id })).rejects.toMatchObject(refused);
  });

  it('is deleted with its user', async () => {
    const user = await owner();
    const { user: member } = await client.createUser(user.ctx, {
      username: `factor-${user.id}`,
      password: PASSWORD,
      role: 'member',
      scopes: [],
    });
    const principal = { type: 'user', id: member?.id ?? '', role: 'member' } as const;
    await client.createTotp({ ...user.ctx, principal }, {});
    await client.deleteUser(user.ctx, { id: member?.id ?? '' });
    const left = await auth.connection
      .collection<{ _id: string }>('second_factors')
      .findOne({ _id: principal.id });
    expect(left).toBeNull();
  });
});
