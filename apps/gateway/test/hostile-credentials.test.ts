import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { generateKeyPair } from 'jose';
import { makeKey } from './fake-backends.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { errorOf, initOf, pathOf, rowRequests, scoped, secured, type Row } from './route-requests.ts';

let gateway: Gateway;
let hostile: readonly (readonly [string, string])[];
let addressCount = 0;

beforeAll(async () => {
  gateway = await startGateway({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  hostile = await hostileCredentials();
});
afterAll(async () => gateway.stop());

const { send, freshKey } = rowRequests(() => gateway);

/** Every kind of credential that must open nothing. */
async function hostileCredentials(): Promise<[string, string][]> {
  const { token, time, world } = gateway;
  const valid = await token();
  const [header = '', payload = '', signature = ''] = valid.split('.');
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const [jwk = {}] = (JSON.parse(world.jwksJson) as { keys: { x?: string }[] }).keys;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hs256 = async (secret: Uint8Array) => token({ header: { alg: 'HS256' }, key: secret });
  const key = makeKey('hostile');
  return [
    ['garbage', 'garbage'],
    ['three dots', '...'],
    ['an empty object', encode({})],
    ['a key that nobody has', key],
    ['a key with a typo', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['a key of another prefix', key.replace('otk_', 'otr_')],
    ['an expired token', await token({ payload: { exp: Math.floor(time.ms / 1000) } })],
    ['a token of another audience', await token({ audience: 'contacts' })],
    ['a token of another issuer', await token({ issuer: 'outreach2' })],
    ['a token of another type', await token({ header: { typ: 'JWT' } })],
    ['a token with an unknown kid', await token({ header: { kid: '../test-1' } })],
    ['a token without kid', await token({ header: { kid: undefined } })],
    ['a token of another key', await token({ key: privateKey })],
    ['alg none', `${encode({ alg: 'none', typ: 'at+jwt', kid: 'test-1' })}.${payload}.`],
    [
      'alg NONE with a signature',
      `${encode({ alg: 'NONE', typ: 'at+jwt', kid: 'test-1' })}.${payload}.${signature}`,
    ],
    ['HS256 with the public key set', await hs256(Buffer.from(world.jwksJson))],
    ['HS256 with the public key', await hs256(Buffer.from(JSON.stringify(jwk)))],
    ['HS256 with its bytes', await hs256(Buffer.from(jwk.x ?? '', 'base64url'))],
    ['a key of its own in the header', await token({ header: { jwk }, key: privateKey })],
    ['a changed payload', `${header}.${encode({ ...decode(payload), ws: 'ws_other' })}.${signature}`],
    ['a cut signature', valid.slice(0, -4)],
    ['a token of a user that is gone', await token({ payload: { sub: 'usr_gone' } })],
  ];
}

function decode(part: string): object {
  return Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
}

/** Every attempt comes from an address of its own, so that the limit of failures is never near. */
async function statusWith(row: Row, authorization: string | undefined): Promise<[number, string]> {
  addressCount += 1;
  const headers = new Headers(initOf(row).headers);
  headers.set('x-forwarded-for', `10.1.${addressCount >> 8}.${addressCount & 255}`);
  if (authorization !== undefined) headers.set('authorization', authorization);
  const response = await gateway.call(pathOf(row), { ...initOf(row), headers });
  const { code } = await errorOf(response);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  return [response.status, code];
}

describe.each(secured)('%s', (_name, row) => {
  it('answers 401 to every credential that is none, and asks no backend for the resource', async () => {
    const before = gateway.world.calls.filter((call) => !isLookUp(call)).length;
    expect(await statusWith(row, undefined)).toEqual([401, 'authentication_required']);
    for (const [what, credential] of hostile)
      expect([what, ...(await statusWith(row, `Bearer ${credential}`))]).toEqual([
        what,
        401,
        'authentication_required',
      ]);
    for (const scheme of ['Basic', 'Token', 'bearer:'])
      expect(await statusWith(row, `${scheme} ${freshKey()}`)).toEqual([401, 'authentication_required']);
    expect(gateway.world.calls.filter((call) => !isLookUp(call))).toHaveLength(before);
  });
});

describe.each(scoped)('%s', (_name, row) => {
  it('answers 403 with required_scope to all scopes but its own', async () => {
    const others = SCOPES.filter((scope) => !row.scope.includes(scope));
    for (const scopes of [[], others, ...others.map((scope) => [scope])]) {
      const response = await send(row, { credential: freshKey(scopes) });
      const error = await errorOf(response);
      expect([scopes, response.status, error.code, error['required_scope']]).toEqual([
        scopes,
        403,
        'forbidden',
        row.scope[0],
      ]);
    }
  });
});

/** What the gateway asks to know a credential. */
function isLookUp(call: string): boolean {
  return ['auth.resolveApiKey', 'auth.resolveUser', 'auth.getJwks'].includes(call);
}
