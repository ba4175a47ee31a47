import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeMember, makeWorkspace, PASSWORD, startAuth } from './auth-harness.ts';

const GRACE_MS = 10_000;
const DAY_MS = 86_400_000;
const auth = await sharedByTests(startAuth);
let username: string;

beforeAll(async () => {
  username = (await makeWorkspace(auth)).user.username;
});

const anonymous = () =>
  testCall('', { principal: { type: 'anonymous', id: '', role: '' }, scopes: new Set() });

async function logIn(name = username, password = PASSWORD, workspaceId?: string) {
  const { tokens } = await auth.client.createToken(anonymous(), {
    username: name,
    password,
    workspace_id: workspaceId,
  });
  if (tokens === undefined) throw new Error('no tokens');
  return tokens;
}

async function refresh(token: string) {
  const { tokens } = await auth.client.refreshToken(anonymous(), { refresh: token });
  if (tokens === undefined) throw new Error('no tokens');
  return tokens;
}

const REFUSED = { kind: 'unauthenticated' };

describe('a concurrent refresh and revocation', () => {
  const ROUNDS = 20;

  it('leave no valid token of the family', async () => {
    const member = await makeMember(auth, (await makeWorkspace(auth)).workspace.id);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refresh: token } = await logIn(member.username);
      const revoking = auth.client.revokeToken(anonymous(), { refresh: token });
      const [refreshed] = await Promise.allSettled([refresh(token), revoking]);
      if (refreshed.status === 'fulfilled')
        await expect(refresh(refreshed.value.refresh)).rejects.toMatchObject(REFUSED);
      else expect(refreshed.reason).toMatchObject(REFUSED);
    }
  });
});

describe('CreateToken', () => {
  it('signs an access token that the published keys verify', async () => {
    const workspace = await makeWorkspace(auth);
    const member = await makeMember(auth, workspace.workspace.id);
    const { access } = await logIn(member.username);
    const { jwks_json } = await auth.client.getJwks(anonymous(), {});
    const { payload } = await jwtVerify(access, createLocalJWKSet(JSON.parse(jwks_json)), {
      issuer: 'outreach',
      audience: 'outreach-api',
    });
    expect(decodeProtectedHeader(access)).toMatchObject({
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    expect(payload).toMatchObject({
      sub: member.id,
      ws: workspace.workspace.id,
      role: 'member',
      scope: 'contacts:read contacts:write campaigns:read campaigns:write webhooks:read',
      jti: expect.any(String),
    });
    expect((payload.exp ?? 0) - Math.floor(payload.iat ?? 0)).toBe(900);
  });

  it('accepts the username in any case', async () => {
    expect(await logIn(username.toUpperCase())).toMatchObject({ access: expect.any(String) });
  });

  it('returns the same error for a wrong password, an unknown user and another workspace', async () => {
    const wrong = await logIn(username, 'not the password').catch((err: unknown) => err);
    const unknown = await logIn('unknown-user', PASSWORD).catch((err: unknown) => err);
    const elsewhere = await logIn(username, PASSWORD, 'ws_other').catch((err: unknown) => err);
    expect(wrong).toMatchObject(REFUSED);
    expect(unknown).toEqual(wrong);
    expect(elsewhere).toEqual(wrong);
  });

  it('publishes two keys without private fields', async () => {
    const { jwks_json } = await auth.client.getJwks(anonymous(), {});
    const { keys } = JSON.parse(jwks_json);
    expect(keys).toHaveLength(2);
    expect(jwks_json).not.toContain('"d"');
  });
});

describe('RefreshToken', () => {
  it('returns a new token that works', async () => {
    const first = await logIn();
    const second = await refresh(first.refresh);
    expect(second.refresh).not.toBe(first.refresh);
    expect(await refresh(second.refresh)).toMatchObject({ access: expect.any(String) });
  });

  it('ends the family when a rotated token is used after the grace time', async () => {
    const first = await logIn();
    const second = await refresh(first.refresh);
    auth.clock.advance(GRACE_MS + 1);
    await expect(refresh(first.refresh)).rejects.toMatchObject(REFUSED);
    await expect(refresh(second.refresh)).rejects.toMatchObject(REFUSED);
  });

  it('ends the family also when the rotated token is older than the idle time', async () => {
    const first = await logIn();
    let last = await refresh(first.refresh);
    for (let days = 0; days < 8; days += 4) {
      auth.clock.advance(4 * DAY_MS);
      last = await refresh(last.refresh);
    }
    await expect(refresh(first.refresh)).rejects.toMatchObject(REFUSED);
    await expect(refresh(last.refresh)).rejects.toMatchObject(REFUSED);
  });

  it('returns a sibling within the grace time', async () => {
    const first = await logIn();
    const [left, right] = await Promise.all([refresh(first.refresh), refresh(first.refresh)]);
    expect(left.refresh).not.toBe(right.refresh);
  });

  it('ends the family when a sibling of a refreshed token is used', async () => {
    const first = await logIn();
    const one = await refresh(first.refresh);
    const other = await refresh(first.refresh);
    const next = await refresh(one.refresh);
    await expect(refresh(other.refresh)).rejects.toMatchObject(REFUSED);
    await expect(refresh(next.refresh)).rejects.toMatchObject(REFUSED);
  });

  it('ends the family when a grandparent is used within the grace time', async () => {
    const first = await logIn();
    const second = await refresh(first.refresh);
    const third = await refresh(second.refresh);
    await expect(refresh(first.refresh)).rejects.toMatchObject(REFUSED);
    await expect(refresh(third.refresh)).rejects.toMatchObject(REFUSED);
  });

  it('refuses a token after seven idle days', async () => {
    const { refresh: token } = await logIn();
    auth.clock.advance(7 * DAY_MS);
    await expect(refresh(token)).rejects.toMatchObject(REFUSED);
  });

  it('refuses a token thirty days after the log-in despite refreshes', async () => {
    let { refresh: token } = await logIn();
    for (let days = 0; days < 30; days += 6) {
      token = (await refresh(token)).refresh;
      auth.clock.advance(6 * DAY_MS);
    }
    await expect(refresh(token)).rejects.toMatchObject(REFUSED);
  });

  it('refuses an unknown token', async () => {
    await expect(refresh('otr_unknown')).rejects.toMatchObject(REFUSED);
  });
});

describe('RevokeToken', () => {
  it('ends the family and accepts unknown tokens without an error', async () => {
    const { refresh: token } = await logIn();
    const child = await refresh(token);
    await auth.client.revokeToken(anonymous(), { refresh: token });
    await expect(refresh(child.refresh)).rejects.toMatchObject(REFUSED);
    expect(await auth.client.revokeToken(anonymous(), { refresh: 'otr_unknown' })).toEqual({});
  });
});
