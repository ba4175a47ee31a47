import { describe, expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import fc from 'fast-check';
import { ALL_ROUTES, gatewayDocument, type GatewayRoute } from '../src/routes/index.ts';
import { startGateway } from './gateway-harness.ts';

const routes = ALL_ROUTES.filter(({ isUndocumented }) => isUndocumented !== true).map(
  (route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const,
);
const document = JSON.parse(JSON.stringify(gatewayDocument()));

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    'true',
    'null',
    '2026-01-31T09:30:00Z',
    'a@b.example',
    '%00',
    '\u0000',
    '\ud800',
  ),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const json = fc.oneof(scalar, fc.jsonValue({ maxDepth: 3 }), fc.array(scalar, { maxLength: 3 }));

/** The example with some fields replaced by random values. */
function bodyOf(route: GatewayRoute) {
  const names = [
    ...Object.keys(route.example.body ?? {}),
    'tags',
    'company',
    'custom_fields',
    '__proto__',
    '$where',
    'a.b',
  ];
  const changes = fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 3 });
  return changes.map((changed) => JSON.stringify({ ...route.example.body, ...changed }));
}

function pathOf(route: GatewayRoute, id: string | undefined, query: string): string {
  const ids = route.example.params ?? {};
  const path = route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(id ?? ids[name] ?? ''),
  );
  return query === '' ? path : `${path}?${query}`;
}

/** The client resolves dot segments before it sends a URL. */
function isSegment(text: string): boolean {
  return text !== '.' && text !== '..';
}

/** Sends generated requests to every route and checks the statuses of the responses. */
export async function describeGeneratedRequests(runsPerRoute: number): Promise<void> {
  const gateway = await sharedByTests(startGateway);
  describe('generated requests', () => {
    it.each(routes)('get a documented status from %s and never an internal error', async (_name, route) => {
      const known = Object.keys(route.query?.shape ?? { unknown: 1 });
      const documented = new Set(Object.keys(document.paths[route.path][route.method].responses));
      const request = fc.record({
        body: bodyOf(route),
        id: fc.option(fc.string({ minLength: 1, maxLength: 40 }).filter(isSegment), { nil: undefined }),
        query: fc.array(
          fc.tuple(
            fc.constantFrom(...known),
            fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('1', 'true')),
          ),
          { maxLength: 3 },
        ),
        scopes: fc.constantFrom(undefined, []),
        key: fc.option(
          fc.string({ maxLength: 10 }).filter((text) => /^[\x20-\x7e]*$/.test(text)),
          { nil: undefined },
        ),
      });
      let count = 0;
      const property = fc.asyncProperty(request, async ({ body, id, query, scopes, key }) => {
        count += 1;
        const credential = gateway.key(`g${count}${route.operationId}`.slice(0, 33), scopes);
        const headers = {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        };
        const search = query.map((pair) => pair.map((part) => encodeURIComponent(part)).join('=')).join('&');
        const init = route.method === 'get' ? { headers } : { headers, body };
        const response = await gateway.call(pathOf(route, id, search), {
          method: route.method.toUpperCase(),
          credential,
          ...init,
        });
        const text = await response.text();
        expect(documented).toContain(String(response.status));
        expect([response.status < 500, text]).toEqual([true, text]);
        const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
        if (response.status >= 400 && response.status !== 401 && !isPage) {
          expect(JSON.parse(text)).toEqual({
            error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
          });
        }
      });
      await fc.assert(property, { numRuns: runsPerRoute });
    });
  });
}
