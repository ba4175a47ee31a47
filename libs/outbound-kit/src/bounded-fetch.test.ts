import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { createBoundedFetch, FetchFailed, isUnreached } from './bounded-fetch.ts';

const LIMIT_BYTES = 262_144;
const TIMEOUT_MS = 30_000;
/** For answers that never end. */
const SHORT_TIMEOUT_MS = 100;
const paths: string[] = [];

const ANSWERS: Readonly<Record<string, (res: ServerResponse) => void>> = {
  '/small': (res) => res.setHeader('content-type', 'application/json').end('{"a":1}'),
  '/limit': (res) => res.end('x'.repeat(LIMIT_BYTES)),
  '/large': (res) => res.end('x'.repeat(LIMIT_BYTES + 1)),
  '/endless': (res) => void res.write('{'),
  '/silent': () => undefined,
  '/moved': (res) => res.writeHead(302, { location: '/small' }).end(),
};

let server: Server;
let origin: string;
const dispatcher = new Agent();
const get = async (path: string, timeoutMs = TIMEOUT_MS) =>
  createBoundedFetch(dispatcher)(`${origin}${path}`, {
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(timeoutMs),
  });

beforeAll(async () => {
  server = createServer((req, res) => {
    paths.push(req.url ?? '');
    ANSWERS[req.url ?? '']?.(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  server.close();
});

describe('a request to an authorization server', () => {
  it('returns the answer with its type', async () => {
    const response = await get('/small');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('reads an answer up to its limit', async () => {
    expect(await (await get('/limit')).text()).toHaveLength(LIMIT_BYTES);
  });

  it.each([
    ['is larger than the limit', '/large'],
    ['does not end in time', '/endless'],
    ['does not begin in time', '/silent'],
  ])('fails if the answer %s', async (_name, path) => {
    const thrown = await get(path, SHORT_TIMEOUT_MS).catch((err: unknown) => err);
    expect(thrown).toBeInstanceOf(FetchFailed);
    expect(isUnreached(new Error('wrapped', { cause: thrown }))).toBe(true);
  });

  it('follows no redirect', async () => {
    paths.splice(0);
    expect((await get('/moved')).status).toBe(302);
    expect(paths).toEqual(['/moved']);
  });
});
