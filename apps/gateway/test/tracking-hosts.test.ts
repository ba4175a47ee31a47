import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { AppError } from '@outreach/errors';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { loadConfig } from '../src/config.ts';
import { startGateway, TRACKING_KEY, GATEWAY_ENVIRONMENT } from './gateway-harness.ts';
import { rawExchange } from './raw-exchange.ts';

const tokens = createTrackingTokens([Buffer.from(TRACKING_KEY, 'base64')]);
const IDS = { workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0', send_id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA1' };
const PIXEL = `/t/o/${tokens.sign({ kind: 'open', ...IDS, url: null })}.gif`;
const PAGE = `/u/${tokens.sign({ kind: 'unsubscribe', ...IDS, url: null })}`;

let verified = new Set<string>();
let asked: string[] = [];
let failure: AppError | undefined;

const gateway = await sharedByTests(async () =>
  startGateway({
    env: { PUBLIC_BASE_URL: 'https://api.outreach.example', TRACKING_HOST: 'track.outreach.example' },
    handlers: {
      campaigns: {
        findVerifiedDomain: async (_ctx, { domain }) => {
          asked.push(domain);
          if (failure !== undefined) throw failure;
          return Promise.resolve({ is_verified: verified.has(domain) });
        },
      },
    },
  }),
);

beforeEach(() => {
  verified = new Set(['go.shop.com']);
  asked = [];
  failure = undefined;
});

/** The status of a request to a host. */
async function statusOf(host: string, path: string, method = 'GET'): Promise<number> {
  const answer = await rawExchange(
    gateway.baseUrl,
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  return Number(answer.split(' ', 2)[1]);
}

describe('a host of links', () => {
  it.each(['go.shop.com', 'GO.shop.com:443', 'go.shop.com.', 'track.outreach.example'])(
    '%s has the links, and nothing else',
    async (host) => {
      expect(await statusOf(host, PIXEL)).toBe(200);
      expect(await statusOf(host, PAGE)).toBe(200);
      for (const path of ['/', '/healthz', '/docs', '/openapi.json', '/api/v1/contacts/', '/t/', '/t/x/y'])
        expect(await statusOf(host, path)).toBe(404);
      expect(await statusOf(host, '/api/v1/contacts/', 'OPTIONS')).toBe(404);
      expect(await statusOf(host, '/api/v1/contacts/', 'POST')).toBe(404);
    },
  );

  it('is asked for once a second, and not by links', async () => {
    verified.add('once.shop.com');
    expect(await statusOf('once.shop.com', PIXEL)).toBe(200);
    expect(asked).toEqual([]);
    await Promise.all([1, 2, 3].map(async () => statusOf('once.shop.com', '/healthz')));
    expect(asked).toEqual(['once.shop.com']);
  });

  it('stays one while campaigns cannot be reached', async () => {
    verified.add('stays.shop.com');
    expect(await statusOf('stays.shop.com', '/healthz')).toBe(404);
    failure = new AppError('unavailable', 'Away.');
    await eventually(async () => {
      expect(await statusOf('stays.shop.com', '/healthz')).toBe(404);
      expect(asked.length).toBeGreaterThan(1);
    });
    expect(await statusOf('stays.shop.com', PIXEL)).toBe(200);
  });

  it('is one of the API again when the domain is no longer verified', async () => {
    verified.add('left.shop.com');
    expect(await statusOf('left.shop.com', '/healthz')).toBe(404);
    verified.delete('left.shop.com');
    await eventually(async () => expect(await statusOf('left.shop.com', '/healthz')).toBe(200));
  });
});

describe('another host', () => {
  it.each([
    'api.outreach.example',
    'api.outreach.example:443',
    '127.0.0.1:8080',
    '[::1]',
    'localhost',
    'gateway',
  ])('%s is one of the API without a question to campaigns', async (host) => {
    expect(await statusOf(host, '/healthz')).toBe(200);
    expect(await statusOf(host, '/api/v1/contacts/')).toBe(401);
    expect(asked).toEqual([]);
  });

  it('is one of the API if it is unknown, also while campaigns cannot be reached', async () => {
    expect(await statusOf('api.shop.com', '/healthz')).toBe(200);
    failure = new AppError('unavailable', 'Away.');
    expect(await statusOf('api2.shop.com', '/healthz')).toBe(200);
  });
});

describe('the question of a proxy for a certificate', () => {
  const ask = async (domain: string): Promise<number | undefined> =>
    gateway.app.operatorPaths?.['/internal/tls/ask']?.(new URLSearchParams({ domain }));

  it('is answered at once after a change', async () => {
    expect(await ask('go.shop.com')).toBe(200);
    expect(await ask('GO.shop.com')).toBe(200);
    verified.delete('go.shop.com');
    expect(await ask('go.shop.com')).toBe(404);
  });

  it.each(['', 'localhost', '192.0.2.1', 'api.outreach.example', 'track.outreach.example'])(
    'is refused for %j',
    async (domain) => {
      expect(await ask(domain)).toBe(404);
    },
  );

  it('is unavailable while campaigns cannot be reached', async () => {
    failure = new AppError('unavailable', 'Away.');
    expect(await ask('go.shop.com')).toBe(503);
  });
});

describe('the configuration of a gateway', () => {
  it('refuses a host of links that is the host of the API', () => {
    const changes = { PUBLIC_BASE_URL: 'https://Mail.example.com', TRACKING_HOST: 'mail.example.com' };
    expect(() => loadConfig({ ...GATEWAY_ENVIRONMENT, ...changes })).toThrow(
      'TRACKING_HOST: must not be the host of PUBLIC_BASE_URL',
    );
  });
});
