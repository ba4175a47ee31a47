import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { generateKeyPair } from 'jose';
import { digestOf, LIMITS, makeKey, WORKSPACE } from './fake-backends.ts';
import { startGateway, USER_ID, type Gateway } from './gateway-harness.ts';

const STATUS = '/api/v1/auth/rate-limit-status/';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway.stop());

const statusOf = async (credential: string) => (await gateway.call(STATUS, { credential })).status;
const callsOf = (name: string) => gateway.world.calls.filter((call) => call === name).length;

describe('access tokens', () => {
  it('are accepted when auth signed them for this API', async () => {
    expect(await statusOf(await gateway.token())).toBe(200);
  });

  it.each([
    ['of another audience', { audience: 'contacts' }],
    ['of another issuer', { issuer: 'another' }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['with an unknown key id', { header: { kid: 'unknown' } }],
    ['without a workspace', { payload: { ws: undefined } }],
    ['of another workspace', { payload: { ws: 'ws_other' } }],
    ['of an unknown user', { payload: { sub: 'usr_unknown' } }],
    ['expired', { payload: { exp: 1 } }],
    ['without an end', { payload: { exp: undefined } }],
  ])('are refused with 401 if they are %s', async (_name, claims) => {
    expect(await statusOf(await gateway.token(claims))).toBe(401);
  });

  it('are refused with 401 if another key signed them', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    expect(await statusOf(await gateway.token({ key: privateKey }))).toBe(401);
  });

  it('are refused with 401 with alg none, and with HS256 and the public key as the secret', async () => {
    const [, payload = ''] = (await gateway.token()).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'test-1' })).toString(
      'base64url',
    );
    expect(await statusOf(`${header}.${payload}.`)).toBe(401);
    const secret = Buffer.from(gateway.world.jwksJson);
    expect(await statusOf(await gateway.token({ header: { alg: 'HS256' }, key: secret }))).toBe(401);
  });

  it('are refused with 401 after a change of the user, once the change is known', async () => {
    const token = await gateway.token({ payload: { jti: 'jti_old' } });
    expect(await statusOf(token)).toBe(200);
    const user = gateway.world.users.get(USER_ID);
    if (user === undefined) throw new Error('no user');
    gateway.world.users.set(USER_ID, { ...user, tokens_valid_from: new Date(gateway.time.ms + 1_000) });
    expect(await statusOf(token)).toBe(200);
    gateway.app.authenticator.invalidate([{ type: 'user', id: USER_ID }]);
    expect(await statusOf(token)).toBe(401);
    gateway.world.users.set(USER_ID, user);
    gateway.app.authenticator.invalidateAll();
  });

  it('have the scopes of the credential status and not the scopes in the token', async () => {
    const token = await gateway.token({ payload: { scope: 'contacts:read', role: 'viewer' } });
    expect((await gateway.call('/api/v1/api-keys/', { credential: token })).status).toBe(200);
  });
});

describe('API keys', () => {
  it('are refused with 401 without a call to auth if their checksum is wrong', async () => {
    const before = gateway.world.calls.length;
    const key = makeKey('typo');
    expect(await statusOf(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBe(401);
    expect(gateway.world.calls.length).toBe(before);
  });

  it('are refused with 401 if they are unknown', async () => {
    expect(await statusOf(makeKey('unknown'))).toBe(401);
  });

  it('are resolved once for concurrent requests, and again after a minute', async () => {
    const key = gateway.key('shared');
    const before = callsOf('auth.resolveApiKey');
    await Promise.all(Array.from({ length: 20 }, async () => statusOf(key)));
    expect(callsOf('auth.resolveApiKey') - before).toBe(1);
    gateway.time.ms += 60_000;
    await statusOf(key);
    expect(callsOf('auth.resolveApiKey') - before).toBe(2);
  });

  it('are refused with 401 as soon as the event of their revocation arrives', async () => {
    const key = gateway.key('revoked');
    expect(await statusOf(key)).toBe(200);
    gateway.world.keys.delete(digestOf(key));
    expect(await statusOf(key)).toBe(200);
    gateway.app.authenticator.invalidate([{ type: 'api_key', id: 'key_revoked' }]);
    expect(await statusOf(key)).toBe(401);
  });

  it('are refused with 401 four seconds after their revocation if its event is lost', async () => {
    const key = gateway.key('silent');
    expect(await statusOf(key)).toBe(200);
    gateway.world.keys.delete(digestOf(key));
    gateway.world.changes.push({ type: 'api_key', id: 'key_silent', change_id: 'chg_silent' });
    expect(await statusOf(key)).toBe(200);
    gateway.time.ms += 4_000;
    expect(await statusOf(key)).toBe(401);
  });

  it('are refused with 401 once they expire, also from the cache', async () => {
    const key = makeKey('ending');
    gateway.world.keys.set(digestOf(key), {
      key_id: 'key_ending',
      workspace_id: WORKSPACE,
      scopes: [],
      workspace_limits: LIMITS,
      rate_limit_per_minute: 600,
      expires_at: new Date(gateway.time.ms + 1_000),
    });
    expect(await statusOf(key)).toBe(200);
    gateway.time.ms += 1_000;
    expect(await statusOf(key)).toBe(401);
  });
});

describe('the Authorization header', () => {
  it.each(['', 'Basic abc', 'Bearer', 'Bearer a b', 'otk_x'])(
    'is refused with 401 and WWW-Authenticate if it is %p',
    async (value) => {
      const response = await gateway.call(STATUS, { headers: { authorization: value } });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );
});

describe('a gateway without auth', () => {
  it('answers new credentials with 503 and Retry-After, and accepts cached credentials', async () => {
    const other = await startGateway();
    const key = other.key('known');
    expect((await other.call(STATUS, { credential: key })).status).toBe(200);
    Object.assign(other.backends.auth, {
      resolveApiKey: async () => {
        throw new AppError('unavailable', 'A part of the service is not reachable; try again.');
      },
    });
    expect((await other.call(STATUS, { credential: key })).status).toBe(200);
    const response = await other.call(STATUS, { credential: other.key('new') });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ error: { code: 'internal_error' } });
    await other.stop();
  });
});
