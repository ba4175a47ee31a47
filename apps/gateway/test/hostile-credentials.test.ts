import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { generateKeyPair } from 'jose';
import { CREDENTIAL_CHECKS, makeKey } from './fake-backends.ts';
import type { GatewayRoute } from '../src/routes/index.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { errorOf, initOf, pathOf, routeRequests, scoped, secured } from './route-requests.ts';

let gateway: Gateway;
let hostile: readonly (readonly [string, string])[];
let addressCount = 0;

beforeAll(async () => {
  gateway = await startGateway({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  hostile = await hostileCredentials();
});
afterAll(async () => gateway.stop());

const { send, freshKey } = routeRequests(() => gateway);

/** Every kind of invalid credential. */
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
    ['an unknown key', key],
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

/** Every attempt has its own client address, so that it stays under the limit of failures. */
async function statusWith(route: GatewayRoute, authorization: string | undefined): Promise<[number, string]> {
  addressCount += 1;
  const headers = new Headers(initOf(route).headers);
  headers.set('x-forwarded-for', `10.1.${addressCount >> 8}.${addressCount & 255}`);
  if (authorization !== undefined) headers.set('authorization', authorization);
  const response = await gateway.call(pathOf(route), { ...initOf(route), headers });
  const { code } = await errorOf(response);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  return [response.status, code];
}

/** The status and code for a credential on a route, which calls no backend for the resource. */
async function refusalOf(route: GatewayRoute, authorization: string | undefined) {
  const before = gateway.world.calls.filter((call) => !isLookUp(call)).length;
  const refusal = await statusWith(route, authorization);
  expect(gateway.world.calls.filter((call) => !isLookUp(call))).toHaveLength(before);
  return refusal;
}

const REFUSED = [401, 'authentication_required'];
/** One route of each way to declare its scope, and one with a body. */
const kinds = [
  secured.find(([, { scope }]) => scope === 'any-credential'),
  scoped.find(([, { method }]) => method === 'get'),
  scoped.find(([, { method }]) => method === 'post'),
].filter((one) => one !== undefined);

describe.each(kinds)('%s', (_name, route) => {
  it('returns 401 for every invalid credential, without a call for the resource', async () => {
    for (const [kind, credential] of hostile)
      expect([kind, ...(await refusalOf(route, `Bearer ${credential}`))]).toEqual([kind, ...REFUSED]);
    for (const scheme of ['Basic', 'Token', 'bearer:'])
      expect(await refusalOf(route, `${scheme} ${freshKey()}`)).toEqual(REFUSED);
  });
});

describe('every route with a scope', () => {
  it.each(secured)('%s returns 401 without a credential and with an invalid one', async (name, route) => {
    expect(await refusalOf(route, undefined)).toEqual(REFUSED);
    const position = secured.findIndex(([other]) => other === name) % hostile.length;
    const [kind, credential] = hostile[position] ?? [];
    expect([kind, ...(await refusalOf(route, `Bearer ${credential}`))]).toEqual([kind, ...REFUSED]);
  });

  it.each(scoped)('%s returns 403 for a credential with all scopes but its own', async (_name, route) => {
    const others = SCOPES.filter((scope) => !route.scope.includes(scope));
    const response = await send(route, { credential: freshKey(others) });
    const error = await errorOf(response);
    expect([response.status, error.code, error['required_scope']]).toEqual([
      403,
      'forbidden',
      route.scope[0],
    ]);
  });
});

/** The calls that check a credential. */
function isLookUp(call: string): boolean {
  const [, method = ''] = call.split('.');
  return CREDENTIAL_CHECKS.has(method) || method === 'getJwks';
}
