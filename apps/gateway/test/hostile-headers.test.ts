import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawExchange } from './raw-exchange.ts';
import {
  barePathOf,
  errorOf,
  initOf,
  pathOf,
  rowRequests,
  rows,
  withId,
  type Row,
} from './route-requests.ts';

const INJECTED = 'x-injected';
/** Ways to write a line break that a careless echo would undo. */
const BREAKS = ['%0d%0a', '%0D%0A', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '%c0%8d%c0%8a', '%250d%250a'];
/** Node's own parser ends these; a proxy in front may not. */
const RAW_BREAKS = ['\r', '\n', '\r\n ', '\0', '\r\r\n'];

let gateway: Gateway;
const { freshKey } = rowRequests(() => gateway);

beforeAll(async () => {
  gateway = await startGateway({ env: { CORS_ORIGINS: 'https://app.example.com' } });
});
afterAll(async () => gateway.stop());

async function sendHeaders(row: Row, path: string, more: Record<string, string>): Promise<Response> {
  const headers = new Headers(initOf(row).headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return gateway.call(path, { ...initOf(row), headers, credential: freshKey() });
}

/** No header that a request brought stands on its answer, by name or by value. */
function expectNothingInjected(response: Response): void {
  expect(response.headers.get(INJECTED)).toBeNull();
  for (const [name, value] of response.headers)
    expect([name, value]).toEqual([name, expect.not.stringMatching(/x-injected|[\r\n]/i)]);
}

describe.each(rows)('%s', (_name, row) => {
  it('puts nothing of headers, path or query into the headers of its answer', async () => {
    for (const lineBreak of BREAKS) {
      const hostile = `a${lineBreak}${INJECTED}:%20yes`;
      const query = Object.keys(row.query?.shape ?? { unknown: 1 }).map((name) => `${name}=${hostile}`);
      const headers = {
        'x-request-id': hostile,
        'idempotency-key': hostile,
        origin: `https://app.example.com${hostile}`,
        traceparent: hostile,
        'accept-encoding': hostile,
      };
      expectNothingInjected(await sendHeaders(row, `${barePathOf(row)}?${query.join('&')}`, headers));
      expectNothingInjected(await sendHeaders(row, `${barePathOf(row)}${hostile}/`, {}));
    }
  });

  it('answers 400 in the one shape, or as usual, to raw line breaks in a header, and never splits its answer', async () => {
    const method = row.method.toUpperCase();
    for (const lineBreak of RAW_BREAKS)
      for (const name of ['X-Request-Id', 'Idempotency-Key', 'Authorization']) {
        const head = `${method} ${pathOf(row)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
        const answer = await rawExchange(
          gateway.baseUrl,
          `${head}${name}: a${lineBreak}X-Injected: yes\r\n\r\n`,
        );
        expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
        expect(answer.toLowerCase()).not.toContain(INJECTED);
      }
  });
});

describe.each(withId)('%s', (_name, row) => {
  it('answers 404 to an id with a line break, an encoded slash or a dot segment', async () => {
    for (const bad of ['%0d%0a', '..%2f..%2f', '%2e%2e', '%00', '%5c', '%2f']) {
      const ids = Object.fromEntries(Object.keys(row.example.params ?? {}).map((name) => [name, `a${bad}b`]));
      const response = await sendHeaders(row, pathOf(row, ids), {});
      expect([bad, response.status, (await errorOf(response)).code]).toEqual([bad, 404, 'not_found']);
    }
  });
});
