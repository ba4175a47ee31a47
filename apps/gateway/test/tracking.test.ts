import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTrackingTokens, type TrackingLink } from '@outreach/contracts-campaigns';
import { AppError } from '@outreach/errors';
import type { Backends } from '../src/clients/backends.ts';
import type { Hit } from '../src/tracking/index.ts';
import { startGateway, TRACKING_KEY, type Gateway } from './gateway-harness.ts';

const tokens = createTrackingTokens([Buffer.from(TRACKING_KEY, 'base64')]);
const IDS = { workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0', send_id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA1' };
const OPEN: TrackingLink = { kind: 'open', ...IDS, url: null };
const CLICK: TrackingLink = { kind: 'click', ...IDS, url: 'https://example.com/a?b=1#c' };
const UNSUBSCRIBE: TrackingLink = { kind: 'unsubscribe', ...IDS, url: null };

const TINY_CHUNKS = '1\r\n \r\n'.repeat(10_000);
/** Time in which the buffers of the system become full. */
const FILL_MS = 500;
const DISCARD_MS = 1_000;
/** Without rests, the gateway reads several times as much. */
const DISCARDED_BYTES_MAX = 2_000_000;

let gateway: Gateway;
let hits: Hit[] = [];
let unsubscribed: string[] = [];
let isStoring = true;
/** The error with which campaigns answers. */
let failure: AppError | undefined;

beforeAll(async () => {
  const broker = {
    hits: { add: (hit: Hit) => void hits.push(hit) },
    unsubscribes: {
      store: async (hit: Hit) => {
        if (isStoring) hits.push(hit);
        return Promise.resolve(isStoring);
      },
    },
  };
  const unsubscribe: Backends['campaigns']['unsubscribe'] = async ({ workspaceId }, { send_id: id }) => {
    if (failure !== undefined) throw failure;
    unsubscribed.push(`${workspaceId} ${id}`);
    return Promise.resolve({});
  };
  const handlers = { campaigns: { unsubscribe } };
  const env = { TRUSTED_PROXIES: '127.0.0.0/8' };
  gateway = await startGateway({ env, handlers, options: { trackingBroker: broker } });
});
beforeEach(() => {
  unsubscribed = [];
  isStoring = true;
  failure = undefined;
});
afterAll(async () => gateway.stop());

const get = async (path: string, init: RequestInit = {}): Promise<Response> => {
  hits = [];
  return fetch(`${gateway.baseUrl}${path}`, { redirect: 'manual', ...init });
};
const pathOf = (link: TrackingLink): string => {
  const token = tokens.sign(link);
  return { open: `/t/o/${token}.gif`, click: `/t/c/${token}`, unsubscribe: `/u/${token}` }[link.kind];
};

describe('the open pixel', () => {
  it('is an image that is not cached, and a hit', async () => {
    const response = await get(pathOf(OPEN), { headers: { 'user-agent': 'Mail/1' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe('GIF89a');
    expect(hits).toEqual([{ ...OPEN, method: 'GET', user_agent: 'Mail/1', address: expect.any(String) }]);
  });

  it('is reported with its method for HEAD', async () => {
    expect((await get(pathOf(OPEN), { method: 'HEAD' })).status).toBe(200);
    expect(hits).toMatchObject([{ method: 'HEAD' }]);
  });
});

describe('a tracked link', () => {
  it('leads to the signed address only', async () => {
    const response = await get(`${pathOf(CLICK)}?url=https://evil.example`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(CLICK.url);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(hits).toMatchObject([{ kind: 'click', url: CLICK.url }]);
  });

  it.each([
    ['a changed token', (token: string) => `${token.slice(0, -2)}AA`],
    ['a cut token', (token: string) => token.slice(0, 20)],
    ['another text', () => 'x'],
  ])('has a page for %s, and no hit', async (_, change) => {
    const response = await get(`/t/c/${change(tokens.sign(CLICK))}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(hits).toEqual([]);
  });

  it('refuses the token of another kind', async () => {
    expect((await get(`/t/c/${tokens.sign(OPEN)}`)).status).toBe(404);
    expect((await get(`/u/${tokens.sign(CLICK)}`)).status).toBe(404);
  });

  it('allows no other method', async () => {
    const response = await get(pathOf(CLICK), { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(hits).toEqual([]);
  });
});

describe('the unsubscribe page', () => {
  it('changes nothing until its form is sent', async () => {
    const response = await get(pathOf(UNSUBSCRIBE));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<form method="post"><button type="submit">');
    expect(hits).toEqual([]);
  });

  it.each([
    ['its form', ''],
    ['a one-click request', 'List-Unsubscribe=One-Click'],
  ])('unsubscribes by %s', async (_, body) => {
    const response = await get(pathOf(UNSUBSCRIBE), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('You are unsubscribed');
    expect(unsubscribed).toEqual([`${IDS.workspace_id} ${IDS.send_id}`]);
    expect(hits).toEqual([]);
  });

  it.each(['unavailable', 'deadline'] as const)(
    'unsubscribes over the broker if the call of campaigns is %s',
    async (kind) => {
      failure = new AppError(kind, 'Away.');
      expect((await get(pathOf(UNSUBSCRIBE), { method: 'POST' })).status).toBe(200);
      expect(hits).toMatchObject([{ kind: 'unsubscribe', method: 'POST', send_id: IDS.send_id }]);
    },
  );

  it.each([
    ['unavailable', false],
    ['internal', true],
  ] as const)('asks to try again if campaigns is %s and nothing else took the request', async (kind, can) => {
    failure = new AppError(kind, 'Away.');
    isStoring = can;
    const response = await get(pathOf(UNSUBSCRIBE), { method: 'POST' });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(hits).toEqual([]);
  });
});

describe('a flood', () => {
  /** Requests one link again and again; every fetch has an answer. */
  const flood = async (paths: readonly string[], address: string): Promise<Response[]> => {
    hits = [];
    const headers = { 'x-forwarded-for': address };
    return Promise.all(
      paths.map(async (path) => fetch(`${gateway.baseUrl}${path}`, { headers, redirect: 'manual' })),
    );
  };
  const sendAt = (index: number) => `snd_01J9Z3NDEKTSV4RRFFQ69G${String(index).padStart(4, '0')}`;

  it('of one token is answered, and recorded 60 times a minute', async () => {
    const path = pathOf({ ...CLICK, send_id: sendAt(9_000) });
    const first = await flood(Array<string>(50).fill(path), '203.0.113.1');
    const stored = hits.length;
    const second = await flood(Array<string>(50).fill(path), '203.0.113.2');
    expect([...first, ...second].map(({ status }) => status)).toEqual(Array(100).fill(302));
    expect(stored + hits.length).toBe(60);
  });

  it('of one address is answered, and recorded 600 times a minute, but its unsubscribe counts', async () => {
    const open = (index: number): string => pathOf({ ...OPEN, send_id: sendAt(index) });
    const answers = await flood(
      Array.from({ length: 620 }, (_, index) => open(index)),
      '203.0.113.3',
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(hits).toHaveLength(600);
    await flood([open(700)], '203.0.113.4');
    expect(hits).toHaveLength(1);
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    expect((await get(pathOf(UNSUBSCRIBE), { method: 'POST', headers })).status).toBe(200);
    expect(unsubscribed).toHaveLength(1);
  });
});

describe('the request id', () => {
  it.each([
    ['of the header', 'my-id.1', 'my-id.1'],
    ['that the gateway makes', 'not valid!', undefined],
  ])('is the one %s', async (_, sent, expected) => {
    for (const path of [pathOf(OPEN), pathOf(CLICK), pathOf(UNSUBSCRIBE), '/t/c/x']) {
      const response = await get(path, { headers: { 'x-request-id': sent } });
      expect(response.headers.get('x-request-id')).toEqual(expected ?? expect.stringMatching(/^req_/));
    }
  });
});

describe('another path', () => {
  it.each(['/t/o/x', '/t/o/%2e.gif', '/t/c/', '/u/', '/u/a/b'])(
    '%s has the page of an invalid link',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('This link is not valid');
    },
  );

  it.each(['/t/x/y', '/t/', '/u'])('%s is one of the API', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'authentication_required' } });
  });
});

describe('a body of a link', () => {
  it.each([pathOf(UNSUBSCRIBE), pathOf(CLICK), '/u/unknown'])(
    'is read slowly if its chunks are tiny: %s',
    async (path) => {
      const { hostname, port } = new URL(gateway.baseUrl);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.resume().write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const send = (): void => {
        while (socket.write(TINY_CHUNKS));
      };
      socket.on('drain', send);
      send();
      const takenBytes = (): number => socket.bytesWritten - socket.writableLength;
      await wait(FILL_MS);
      const heldBytes = takenBytes();
      await wait(DISCARD_MS);
      const readBytes = takenBytes() - heldBytes;
      // Without the reset, the gateway would read the buffered rest before it sees the end.
      socket.resetAndDestroy();
      expect(readBytes).toBeLessThan(DISCARDED_BYTES_MAX);
    },
  );
});
