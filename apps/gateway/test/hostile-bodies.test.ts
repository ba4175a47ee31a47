import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { objectFields, readOnlyFields, scalarFields, withField } from './body-fields.ts';
import type { GatewayRoute } from '../src/routes/index.ts';
import { CREDENTIAL_CHECKS } from './fake-backends.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawBody, rawExchange } from './raw-exchange.ts';
import { barePathOf, errorOf, jsonInit, pathOf, routeRequests, routes, withBody } from './route-requests.ts';

/** The body timeout of the gateway that receives incomplete bodies. */
const SHORT_TIMEOUT_MS = 100;
const OPERATORS = [{ $ne: 1 }, { $gt: '' }, { $where: 'sleep(1000)' }, { 'a.b': 1 }, {}];
/** As text, because `__proto__` in an object literal sets the prototype. */
const HOSTILE_FIELDS = '"__proto__":{"is_admin":true},"$where":"1","$set":{"a":1},"a.b":"1"';
/** Unknown in the body itself; in a map with names of the customer it is an ordinary name. */
const CONSTRUCTOR_FIELD = '"constructor":{"prototype":{"is_admin":true}}';

let gateway: Gateway;
let shortTimeout: Gateway;
const { send } = routeRequests(() => gateway);
/** The requests to the backends, without their contexts. */
let requests: unknown[] = [];

beforeAll(async () => {
  gateway = await startGateway();
  shortTimeout = await startGateway({ options: { bodyTimeoutMs: SHORT_TIMEOUT_MS } });
  for (const service of Object.values(gateway.backends)) listenIn(service);
});
afterAll(async () => {
  await gateway.stop();
  await shortTimeout.stop();
});
beforeEach(() => {
  requests = [];
});

function listenIn(service: object): void {
  for (const [name, method] of Object.entries(service))
    Reflect.set(service, name, async (ctx: unknown, request: unknown) => {
      if (!CREDENTIAL_CHECKS.has(name)) requests.push({ name, request });
      return method(ctx, request);
    });
}

async function askedWith(route: GatewayRoute, body: string): Promise<[number, unknown]> {
  requests = [];
  const response = await send(route, { init: jsonInit(route, body) });
  return [response.status, requests];
}

const nested = (depth: number) => `{"unknown":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const exampleOf = (route: GatewayRoute) => route.example.body ?? {};

/** The fields of a body are those that the document describes. */
const described = withBody.filter(([, { isUndocumented }]) => isUndocumented !== true);

describe.each(described)('%s', (_name, route) => {
  const example = JSON.stringify(exampleOf(route));

  it('returns 400 with the field for an object instead of a scalar', async () => {
    const paths = scalarFields(route);
    expect(paths.length).toBeGreaterThan(0);
    for (const [index, path] of paths.entries()) {
      for (const operator of OPERATORS)
        expect(route.body?.safeParse(withField(exampleOf(route), path, operator)).success).toBe(false);
      const operator = OPERATORS[index % OPERATORS.length];
      const body = JSON.stringify(withField(exampleOf(route), path, operator));
      const response = await send(route, { init: jsonInit(route, body) });
      const { field } = await errorOf(response);
      expect([body, response.status, String(field).split(/[.[]/)[0]]).toEqual([body, 400, path[0]]);
    }
    expect(requests).toEqual([]);
  });

  it('sends the same request to its backend when its objects have hostile fields', async () => {
    const paths = objectFields(route);
    expect(paths).toContainEqual([]);
    for (const path of paths) {
      const plain = JSON.stringify(
        path.length === 0 ? exampleOf(route) : withField(exampleOf(route), path, {}),
      );
      const marked =
        path.length === 0 ? { ...exampleOf(route), MARK: 1 } : withField(exampleOf(route), path, { MARK: 1 });
      const hostile = path.length === 0 ? `${HOSTILE_FIELDS},${CONSTRUCTOR_FIELD}` : HOSTILE_FIELDS;
      // A function, because `$w` in a replacement text is a pattern.
      const body = JSON.stringify(marked).replace('"MARK":1', () => hostile);
      expect([path, await askedWith(route, body)]).toEqual([path, await askedWith(route, plain)]);
    }
    expect(Reflect.get({}, 'is_admin')).toBeUndefined();
  });

  it('sends the same request to its backend when the body has read-only fields', async () => {
    const names = readOnlyFields(route);
    expect(names).toContain('created_at');
    const foreign = Object.fromEntries(names.map((name) => [name, 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y9']));
    const body = JSON.stringify({ ...exampleOf(route), ...foreign });
    expect(await askedWith(route, body)).toEqual(await askedWith(route, example));
  });

  it('returns 400 for a body with more than 32 levels', async () => {
    expect(await askedWith(route, nested(33))).toEqual([400, []]);
  });

  it('returns 400 for NUL and lone surrogates anywhere', async () => {
    for (const text of ['\\u0000', '\\ud800', '\\udfff'])
      expect(await askedWith(route, `{"unknown":["${text}"]}`)).toEqual([400, []]);
  });
});

describe('a body', () => {
  it('of a million brackets returns 400', async () => {
    const [, route] = withBody[0] ?? [];
    if (route === undefined) throw new Error('No route has a body.');
    expect(await askedWith(route, nested(500_000))).toEqual([400, []]);
  });

  it('that does not arrive returns 408 on every route, and the connection is closed', async () => {
    const exchanges = withBody.map(async ([name, route]) => {
      const secret = route.isForUsers === true ? await shortTimeout.token() : shortTimeout.key('slow');
      const credential = route.scope === 'public' ? '' : `Authorization: Bearer ${secret}\r\n`;
      const head = `${route.method.toUpperCase()} ${pathOf(route)} HTTP/1.1\r\nHost: x\r\n${credential}`;
      const answer = await rawExchange(
        shortTimeout.baseUrl,
        `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
      );
      const [status, error] = [answer.slice(0, 13), rawBody(answer)];
      expect([name, status, error]).toEqual([name, 'HTTP/1.1 408 ', error]);
      expect(answer).toMatch(/\r\nX-RateLimit-Limit: /);
      expect(error).toMatchObject({ error: { code: 'validation_error' } });
    });
    await Promise.all(exchanges);
  });
});

describe.each(routes.filter(([, route]) => route.query !== undefined))('%s', (_name, route) => {
  const names = Object.keys(route.query?.shape ?? {});

  it('reads no operator from its query: in a name it is unknown, in a value it is text', async () => {
    await send(route, { path: barePathOf(route) });
    const plain = requests;
    // A public route calls no backend without its query.
    if (route.scope !== 'public') expect(plain).not.toEqual([]);
    for (const name of names) {
      requests = [];
      const search = [`${name}[$ne]=1`, `${name}[]=1`, `${name}.$gt=1`, `$where=1`].map((part) =>
        encodeURI(part),
      );
      await send(route, { path: `${barePathOf(route)}?${search.join('&')}` });
      expect([name, requests]).toEqual([name, plain]);
      requests = [];
      await send(route, { path: `${barePathOf(route)}?${name}=${encodeURIComponent('{"$gt":""}')}` });
      for (const request of requests) expect(JSON.stringify(request)).not.toContain('{"$gt"');
    }
  });
});
