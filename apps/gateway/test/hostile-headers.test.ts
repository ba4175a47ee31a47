import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayRoute } from '../src/routes/index.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawExchange } from './raw-exchange.ts';
import { barePathOf, errorOf, initOf, pathOf, routeRequests, routes, withId } from './route-requests.ts';

const INJECTED = 'x-injected';
/** Encodings of a line break that a careless copy into a header decodes. */
const BREAKS = ['%0d%0a', '%0D%0A', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '%c0%8d%c0%8a', '%250d%250a'];
/** Line breaks that Node's parser refuses, but a proxy may forward. */
const RAW_BREAKS = ['\r', '\n', '\r\n ', '\0', '\r\r\n'];

let gateway: Gateway;
const { freshKey } = routeRequests(() => gateway);

beforeAll(async () => {
  gateway = await startGateway({ env: { CORS_ORIGINS: 'https://app.example.com' } });
});
afterAll(async () => gateway.stop());

async function sendHeaders(
  route: GatewayRoute,
  path: string,
  more: Record<string, string>,
): Promise<Response> {
  const headers = new Headers(initOf(route).headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return gateway.call(path, { ...initOf(route), headers, credential: freshKey() });
}

/** The response contains no header of the request, neither its name nor its value. */
function expectNothingInjected(response: Response): void {
  expect(response.headers.get(INJECTED)).toBeNull();
  for (const [name, value] of response.headers)
    expect([name, value]).toEqual([name, expect.not.stringMatching(/x-injected|[\r\n]/i)]);
}

async function expectNothingCopied(route: GatewayRoute, lineBreak: string): Promise<void> {
  const hostile = `a${lineBreak}${INJECTED}:%20yes`;
  const query = Object.keys(route.query?.shape ?? { unknown: 1 }).map((name) => `${name}=${hostile}`);
  const headers = {
    'x-request-id': hostile,
    'idempotency-key': hostile,
    origin: `https://app.example.com${hostile}`,
    traceparent: hostile,
    'accept-encoding': hostile,
  };
  expectNothingInjected(await sendHeaders(route, `${barePathOf(route)}?${query.join('&')}`, headers));
  expectNothingInjected(await sendHeaders(route, `${barePathOf(route)}${hostile}/`, {}));
}

/** Each encoding in turn, so that all are sent, and one of them to each route. */
const inTurn = (name: string): string =>
  BREAKS[routes.findIndex(([other]) => other === name) % BREAKS.length] ?? '';
/** One route without a body and one with a body. */
const samples = ['get', 'post'].flatMap((method) => {
  const found = withId.find(([, route]) => route.method === method);
  return found === undefined ? [] : [found];
});

describe('every route', () => {
  it.each(routes)(
    '%s copies nothing of the request into the headers of the response',
    async (name, route) => {
      await expectNothingCopied(route, inTurn(name));
    },
  );

  it.each(withId)('%s returns 404 for an id with an encoded slash or a dot segment', async (_name, route) => {
    await expectNotFound(route, '..%2f..%2f');
  });
});

describe.each(samples)('%s', (_name, route) => {
  it('copies no encoding of a line break into the headers of the response', async () => {
    for (const lineBreak of BREAKS) await expectNothingCopied(route, lineBreak);
  });

  it('never splits the response to a request with raw line breaks in a header', async () => {
    const method = route.method.toUpperCase();
    for (const lineBreak of RAW_BREAKS)
      for (const name of ['X-Request-Id', 'Idempotency-Key', 'Authorization']) {
        const head = `${method} ${pathOf(route)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
        const answer = await rawExchange(
          gateway.baseUrl,
          `${head}${name}: a${lineBreak}X-Injected: yes\r\n\r\n`,
        );
        expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
        expect(answer.toLowerCase()).not.toContain(INJECTED);
      }
  });

  it('returns 404 for an id with a line break, an encoded slash or a dot segment', async () => {
    for (const bad of ['%0d%0a', '..%2f..%2f', '%2e%2e', '%00', '%5c', '%2f'])
      await expectNotFound(route, bad);
  });
});

async function expectNotFound(route: GatewayRoute, bad: string): Promise<void> {
  const ids = Object.fromEntries(Object.keys(route.example.params ?? {}).map((name) => [name, `a${bad}b`]));
  const response = await sendHeaders(route, pathOf(route, ids), {});
  expect([bad, response.status, (await errorOf(response)).code]).toEqual([bad, 404, 'not_found']);
}
