import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_ROUTES, gatewayDocument } from '../src/routes/index.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { errorOf, pathOf, rowRequests, rows, scoped, secured, withBody, withId } from './route-requests.ts';

let gateway: Gateway;
const { freshKey, send } = rowRequests(() => gateway);

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway.stop());

describe('every row', () => {
  it.each(rows)('%s: its example passes and is answered as documented', async (_name, row) => {
    const response = await send(row);
    const shape = row.responses[response.status];
    expect([200, 201, 204]).toContain(response.status);
    expect(shape).not.toBeUndefined();
    const text = await response.text();
    if (shape === null) expect(text).toBe('');
    else if (shape !== undefined && 'parse' in shape)
      expect(() => shape.parse(JSON.parse(text))).not.toThrow();
  });

  it.each(rows)('%s: the answers of its example fit their schemas', (_name, row) => {
    for (const [status, example] of Object.entries(row.example.responses)) {
      const shape = row.responses[Number(status)];
      if (shape !== null && shape !== undefined && 'parse' in shape)
        expect(() => shape.parse(example)).not.toThrow();
    }
  });

  it.each(rows)('%s: another method answers 405 with Allow', async (_name, row) => {
    const isPut = ALL_ROUTES.some(({ path, method }) => path === row.path && method === 'put');
    const method = isPut ? 'DELETE' : 'PUT';
    const response = await gateway.call(pathOf(row), { method, credential: freshKey() });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')?.split(', ')).toContain(row.method.toUpperCase());
    expect((await errorOf(response)).code).toBe('not_found');
  });

  it.each(rows)('%s: OPTIONS answers 204 with Allow and needs no credential', async (_name, row) => {
    const response = await gateway.call(pathOf(row), { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toContain('OPTIONS');
  });

  it.each(rows.filter(([, row]) => row.method === 'get'))(
    '%s: HEAD answers as GET without a body',
    async (_name, row) => {
      const head = await send(row, { init: { method: 'HEAD' } });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    },
  );
});

/** Their fakes reply with values of the test or of the request. */
const OWN_REPLIES: ReadonlySet<string> = new Set([
  'checkSuppressions',
  'createToken',
  'getJwks',
  'getRateLimitStatus',
  'getWorkspace',
  'previewFieldMapping',
  'refreshToken',
]);

describe('the example of a route', () => {
  const documented = rows.filter(([, { operationId, isUndocumented }]) => {
    return isUndocumented !== true && !OWN_REPLIES.has(operationId);
  });

  it.each(documented)('%s returns exactly its example from the reply of its backend', async (_name, row) => {
    const response = await send(row);
    const text = await response.text();
    const example = row.example.responses[response.status];
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(example);
  });
});

describe('POSTs', () => {
  it('take an Idempotency-Key, all that change something (decisions §4)', () => {
    const posts = rows.filter(([, row]) => row.method === 'post');
    const without = posts.filter(([, row]) => row.idempotent !== true).map(([, row]) => row.path);
    expect(without.toSorted()).toEqual([
      '/api/v1/auth/token/',
      '/api/v1/auth/token/refresh/',
      '/api/v1/auth/token/revoke/',
      '/api/v1/contacts/search/',
      '/api/v1/field-mappings/preview/',
      '/api/v1/suppressions/check/',
    ]);
  });
});

describe('rows that want a credential', () => {
  it.each(secured)('%s: none answers 401', async (_name, row) => {
    const response = await send(row, { credential: undefined });
    expect(response.status).toBe(401);
    expect((await errorOf(response)).code).toBe('authentication_required');
    expect(response.headers.get('ratelimit-policy')).toBe('"address";q=600;w=60');
  });

  it.each(scoped)('%s: a missing scope answers 403 and names it', async (_name, row) => {
    const response = await send(row, { credential: freshKey([]) });
    expect(response.status).toBe(403);
    const error = await errorOf(response);
    expect([error.code, error['required_scope']]).toEqual(['forbidden', row.scope[0]]);
    expect(error.message).toContain(row.scope[0]);
  });

  it.each(scoped)('%s: each of its scopes alone is enough', async (_name, row) => {
    for (const scope of row.scope) expect((await send(row, { credential: freshKey([scope]) })).ok).toBe(true);
  });
});

describe('rows with a body', () => {
  it.each(withBody)('%s: malformed JSON answers 400', async (_name, row) => {
    const response = await send(row, { init: { body: '{"a":' } });
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'validation_error']);
  });

  it.each(withBody)('%s: a list in the place of the object answers 400', async (_name, row) => {
    expect((await send(row, { init: { body: '[]' } })).status).toBe(400);
  });

  it.each(withBody)('%s: another Content-Type answers 415', async (_name, row) => {
    const response = await send(row, { init: { body: 'a=b', headers: { 'content-type': 'text/plain' } } });
    expect([response.status, (await errorOf(response)).code]).toEqual([415, 'validation_error']);
  });

  it.each(withBody)('%s: a Content-Encoding answers 415', async (_name, row) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await send(row, { init: { body: '{}', headers } })).status).toBe(415);
  });

  it.each(withBody)('%s: more than its bound, 1 MiB where it names none, answers 413', async (_name, row) => {
    const body = JSON.stringify({ filler: 'x'.repeat(row.bodyBytesMax ?? 1_048_576) });
    const response = await send(row, { init: { body, headers: { 'content-type': 'application/json' } } });
    expect([response.status, (await errorOf(response)).code]).toEqual([413, 'validation_error']);
  });
});

describe('rows with an id', () => {
  it.each(withId)('%s: a malformed id answers 404, byte by byte like an unknown one', async (_name, row) => {
    const unknown = await gateway.call('/api/v1/contacts/ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y3/', {
      credential: freshKey(),
    });
    const expected = await unknown.text();
    for (const bad of [
      'nonsense',
      '%ff',
      '%',
      'ct_01j9z3k8q4n5r6s7t8v9w0x1y2',
      'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y%00',
      'x'.repeat(2_000),
    ]) {
      const ids = Object.fromEntries(Object.keys(row.example.params ?? {}).map((name) => [name, bad]));
      const response = await send(row, { path: pathOf(row, ids) });
      expect([bad, response.status, await response.text()]).toEqual([bad, 404, expected]);
    }
  });
});

describe('the document', () => {
  it('lists every documented row with its statuses, each with a schema or without a body', () => {
    const paths = JSON.parse(JSON.stringify(gatewayDocument()['paths']));
    for (const row of ALL_ROUTES.filter(({ isUndocumented }) => isUndocumented !== true)) {
      const found = paths[row.path][row.method];
      expect(found.operationId).toBe(row.operationId);
      expect(Object.keys(found.responses)).toEqual(expect.arrayContaining(Object.keys(row.responses)));
      if (row.scope !== 'public')
        expect(Object.keys(found.responses)).toEqual(expect.arrayContaining(['401', '429', '500']));
    }
  });

  it('has unique operation ids and no reference that leads nowhere', () => {
    const document = gatewayDocument();
    const ids = ALL_ROUTES.map((row) => row.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(document);
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      let found: unknown = document;
      for (const part of reference.split('/')) found = (found as Record<string, unknown>)[part];
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
  });
});
