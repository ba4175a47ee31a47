import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_ROUTES, gatewayDocument, type GatewayRoute } from '../src/routes/index.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawBody, rawExchange } from './raw-exchange.ts';
import {
  errorOf,
  pathOf,
  routeRequests,
  routes,
  scoped,
  secured,
  withBody,
  withId,
} from './route-requests.ts';

let gateway: Gateway;
const { credentialOf, freshKey, send } = routeRequests(() => gateway);

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway.stop());

/** Their fakes reply with values of the test or of the request. */
const OWN_REPLIES: ReadonlySet<string> = new Set([
  'acceptInvitation',
  'checkSuppressions',
  'completeOidcLogIn',
  'createToken',
  'getJwks',
  'getRateLimitStatus',
  'getWorkspace',
  'previewFieldMapping',
  'refreshToken',
]);

/** The schema of JSON that is written as a stream, else the shape itself. */
function jsonShapeOf(shape: GatewayRoute['responses'][number] | undefined) {
  return shape !== undefined && shape !== null && 'contentType' in shape ? (shape.schema ?? shape) : shape;
}

/** A route that only redirects has no body. */
const isRedirect = ({ responses }: (typeof ALL_ROUTES)[number]): boolean =>
  Object.keys(responses).every((status) => status === '302' || Number(status) >= 400);

describe('every route', () => {
  it.each(routes)('%s accepts its example and returns its documented response', async (_name, route) => {
    const response = await send(route);
    const shape = jsonShapeOf(route.responses[response.status]);
    expect(isRedirect(route) ? [302] : [200, 201, 204]).toContain(response.status);
    expect(shape).not.toBeUndefined();
    const text = await response.text();
    if (shape === null) expect(text).toBe('');
    else if (shape !== undefined && 'parse' in shape)
      expect(() => shape.parse(JSON.parse(text))).not.toThrow();
    if (route.isUndocumented === true || OWN_REPLIES.has(route.operationId)) return;
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body = isJson ? JSON.parse(text) : text;
    expect(text === '' ? undefined : body).toEqual(route.example.responses[response.status]);
  });

  it.each(routes)('%s has responses in its example that match their schemas', (_name, route) => {
    for (const [status, example] of Object.entries(route.example.responses)) {
      const shape = jsonShapeOf(route.responses[Number(status)]);
      if (shape !== null && shape !== undefined && 'parse' in shape)
        expect(() => shape.parse(example)).not.toThrow();
    }
  });

  it.each(routes)('%s takes an Idempotency-Key only if it is a POST', (_name, { method, idempotent }) => {
    expect(idempotent === true && method !== 'post').toBe(false);
  });

  it.each(routes)('%s returns 405 with Allow for another method', async (_name, route) => {
    const isPut = ALL_ROUTES.some(({ path, method }) => path === route.path && method === 'put');
    const method = isPut ? 'DELETE' : 'PUT';
    const response = await gateway.call(pathOf(route), { method, credential: freshKey() });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')?.split(', ')).toContain(route.method.toUpperCase());
    expect((await errorOf(response)).code).toBe('not_found');
  });

  it.each(routes)('%s returns 204 with Allow for OPTIONS without a credential', async (_name, route) => {
    const response = await gateway.call(pathOf(route), { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toContain('OPTIONS');
  });

  it.each(routes.filter(([, route]) => route.method === 'get' && !isRedirect(route)))(
    '%s returns the response to GET without a body for HEAD',
    async (_name, route) => {
      const head = await send(route, { init: { method: 'HEAD' } });
      expect([head.status, await head.text()]).toEqual([200, '']);
      // The size of streamed JSON is not known when it begins.
      const isStreamed = jsonShapeOf(route.responses[200]) !== route.responses[200];
      expect(Number(head.headers.get('content-length')) > 0).toBe(!isStreamed);
    },
  );
});

describe('POSTs', () => {
  it('accept an Idempotency-Key if they change something', () => {
    const posts = routes.filter(([, route]) => route.method === 'post');
    const without = posts.filter(([, route]) => route.idempotent !== true).map(([, route]) => route.path);
    expect(without.toSorted()).toEqual([
      '/api/v1/auth/invitations/accept/',
      '/api/v1/auth/password/forgot/',
      '/api/v1/auth/password/reset/',
      '/api/v1/auth/token/',
      '/api/v1/auth/token/refresh/',
      '/api/v1/auth/token/revoke/',
      '/api/v1/contacts/search/',
      '/api/v1/field-mappings/preview/',
      '/api/v1/sequences/{sequence_id}/preview/',
      '/api/v1/suppressions/check/',
      '/console/session/',
      '/console/session/refresh/',
      '/platforms/{platform}/results/',
    ]);
  });
});

describe('routes with a scope', () => {
  it.each(secured)('%s returns 401 without a credential', async (_name, route) => {
    const response = await send(route, { credential: undefined });
    expect(response.status).toBe(401);
    expect((await errorOf(response)).code).toBe('authentication_required');
    expect(response.headers.get('ratelimit-policy')).toBe('"address";q=600;w=60');
  });

  it.each(scoped)('%s returns 403 with the missing scope', async (_name, route) => {
    const response = await send(route, { credential: freshKey([]) });
    expect(response.status).toBe(403);
    const error = await errorOf(response);
    expect([error.code, error['required_scope']]).toEqual(['forbidden', route.scope[0]]);
    expect(error.message).toContain(route.scope[0]);
  });

  it.each(scoped)('%s accepts each of its scopes alone', async (_name, route) => {
    for (const scope of route.scope)
      expect((await send(route, { credential: freshKey([scope]) })).ok).toBe(true);
  });
});

describe('routes with a body', () => {
  it.each(withBody)('%s returns 400 for malformed JSON', async (_name, route) => {
    const response = await send(route, { init: { body: '{"a":' } });
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'validation_error']);
  });

  it.each(withBody)('%s returns 400 for an array instead of an object', async (_name, route) => {
    expect((await send(route, { init: { body: '[]' } })).status).toBe(400);
  });

  it.each(withBody)('%s returns 415 for another Content-Type', async (_name, route) => {
    const response = await send(route, { init: { body: 'a=b', headers: { 'content-type': 'text/plain' } } });
    expect([response.status, (await errorOf(response)).code]).toEqual([415, 'validation_error']);
  });

  it.each(withBody)('%s returns 415 for a Content-Encoding', async (_name, route) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await send(route, { init: { body: '{}', headers } })).status).toBe(415);
  });

  it.each(withBody)('%s returns 413 beyond its size limit, by default 1 MiB', async (_name, route) => {
    const answer = await rawExchange(
      gateway.baseUrl,
      [
        `${route.method.toUpperCase()} ${pathOf(route)} HTTP/1.1`,
        'Host: x',
        ...(route.scope === 'public' ? [] : [`Authorization: Bearer ${await credentialOf(route)}`]),
        'Content-Type: application/json',
        `Content-Length: ${(route.bodyBytesMax ?? 1_048_576) + 1}`,
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(rawBody(answer)).toMatchObject({ error: { code: 'validation_error' } });
  });

  it('returns 413 for a body that is too long and declares no length', async () => {
    const [, route] = withBody[0] ?? [];
    if (route === undefined) throw new Error('No route has a body.');
    const body = new Blob([JSON.stringify({ filler: 'x'.repeat(route.bodyBytesMax ?? 1_048_576) })]).stream();
    const headers = { 'content-type': 'application/json' };
    const response = await send(route, { init: { body, headers, duplex: 'half' } });
    expect([response.status, (await errorOf(response)).code]).toEqual([413, 'validation_error']);
  });
});

describe('routes with an id', () => {
  const idsOf = (route: GatewayRoute, id: string) =>
    Object.fromEntries(Object.keys(route.example.params ?? {}).map((name) => [name, id]));
  const answerTo = async (route: GatewayRoute, id: string) => {
    const response = await send(route, { path: pathOf(route, idsOf(route, id)) });
    return [id, response.status, await response.text()];
  };
  let unknown = '';
  beforeAll(async () => {
    const path = '/api/v1/contacts/ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y3/';
    unknown = await (await gateway.call(path, { credential: freshKey() })).text();
  });

  it.each(withId)('%s returns the same 404 for a malformed id as for an unknown id', async (_name, route) => {
    expect(await answerTo(route, 'nonsense')).toEqual(['nonsense', 404, unknown]);
  });

  it.each([
    '%ff',
    '%',
    'ct_01j9z3k8q4n5r6s7t8v9w0x1y2',
    'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y%00',
    'x'.repeat(2_000),
  ])('return the same 404 for the id %p', async (id) => {
    const ofContact = withId.filter(([, { path }]) => path === '/api/v1/contacts/{contact_id}/');
    expect(ofContact.length).toBeGreaterThan(0);
    for (const [, route] of ofContact) expect(await answerTo(route, id)).toEqual([id, 404, unknown]);
  });
});

describe('the document', () => {
  it('lists every documented route with its statuses', () => {
    const paths = JSON.parse(JSON.stringify(gatewayDocument()['paths']));
    for (const route of ALL_ROUTES.filter(({ isUndocumented }) => isUndocumented !== true)) {
      const found = paths[route.path][route.method];
      expect(found.operationId).toBe(route.operationId);
      expect(Object.keys(found.responses)).toEqual(expect.arrayContaining(Object.keys(route.responses)));
      if (route.scope !== 'public')
        expect(Object.keys(found.responses)).toEqual(expect.arrayContaining(['401', '429', '500']));
    }
  });

  it('has unique operation ids and no broken reference', () => {
    const document = gatewayDocument();
    const ids = ALL_ROUTES.map((route) => route.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(document);
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, reference = '']) => reference),
    );
    for (const reference of references) {
      let found: unknown = document;
      for (const part of reference.split('/')) found = (found as Record<string, unknown>)[part];
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
  });
});
