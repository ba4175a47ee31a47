import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from './gateway-harness.ts';

const CONTACTS = '/api/v1/contacts/';
const UNKNOWN_PATH = '/api/v1/unknown/';
const UNKNOWN_CONTACT = '/api/v1/contacts/ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y3/';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway.stop());

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
}

const tooLarge = 'x'.repeat(1_048_577);
/** Each request fails the check of its status and every later check that applies to it. */
const ATTEMPTS: readonly (readonly [number, Attempt])[] = [
  [404, { method: 'PUT', path: UNKNOWN_PATH, type: 'text/plain', body: '{' }],
  [405, { method: 'PUT', path: CONTACTS, type: 'text/plain', body: '{' }],
  [403, { method: 'POST', path: CONTACTS, type: 'text/plain', body: tooLarge }],
];
const ATTEMPTS_WITH_SCOPE: readonly (readonly [number, Attempt])[] = [
  [413, { method: 'POST', path: CONTACTS, type: 'text/plain', body: tooLarge }],
  [415, { method: 'POST', path: CONTACTS, type: 'text/plain', body: '{' }],
  [400, { method: 'POST', path: CONTACTS, type: 'application/json', body: '{', idempotencyKey: '' }],
  [400, { method: 'PATCH', path: UNKNOWN_CONTACT, type: 'application/json', body: '{"tags":1}' }],
  [404, { method: 'PATCH', path: UNKNOWN_CONTACT, type: 'application/json', body: '{}' }],
];

async function attempt(credential: string, { method, path, type, body, idempotencyKey }: Attempt) {
  const headers = {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const init = { method, headers, credential, ...(body === undefined ? {} : { body }) };
  return (await gateway.call(path, init)).status;
}

const title = ([status, { method, path }]: readonly [number, Attempt]) => [method, path, status] as const;

describe('the order of checks', () => {
  it('checks the credential before everything else', async () => {
    for (const [, request] of [...ATTEMPTS, ...ATTEMPTS_WITH_SCOPE])
      expect(await attempt('otk_invalid', request)).toBe(401);
  });

  it('checks the rate limits before the path, the method, the scope and the body', async () => {
    const key = gateway.key('exhausted', [], 1);
    await attempt(key, { method: 'GET', path: CONTACTS });
    for (const [, request] of [...ATTEMPTS, ...ATTEMPTS_WITH_SCOPE])
      expect(await attempt(key, request)).toBe(429);
  });

  it.each(ATTEMPTS.map((one) => [...title(one), one[1]] as const))(
    'returns, without the scope, for %s %s the status %i',
    async (...[, , status, request]) => {
      expect(await attempt(gateway.key(`none${status}`, []), request)).toBe(status);
    },
  );

  it.each(ATTEMPTS_WITH_SCOPE.map((one) => [...title(one), one[1]] as const))(
    'returns, with the scope, for %s %s the status %i',
    async (...[, , status, request]) => {
      expect(await attempt(gateway.key('writer', ['contacts:write']), request)).toBe(status);
    },
  );

  it('reports a malformed Idempotency-Key before an invalid body', async () => {
    const response = await gateway.call(CONTACTS, {
      method: 'POST',
      credential: gateway.key('writer', ['contacts:write']),
      headers: { 'content-type': 'application/json', 'idempotency-key': '' },
      body: '{"email":1}',
    });
    expect(await response.json()).toMatchObject({ error: { field: 'Idempotency-Key' } });
  });
});
