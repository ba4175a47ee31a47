import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawExchange } from './raw-exchange.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(2_000);
const PAGE =
  '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script src="/console/assets/main-abc.js"></script>';

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-console-'));
let gateway: Gateway;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'dist', 'assets'), { recursive: true });
  const write = (name: string, content: string | Buffer): void =>
    writeFileSync(path.join(folder, name), content);
  write('secret.json', '{}');
  write('dist/index.html', PAGE);
  write('dist/.sources', 'hash');
  write('dist/assets/main-abc.js', SCRIPT);
  write('dist/assets/main-abc.js.br', brotliCompressSync(SCRIPT));
  gateway = await startGateway({ env: { CONSOLE_DIR: path.join(folder, 'dist') } });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.call(address, { headers });

describe('the page of the console', () => {
  it('has a policy with a nonce of its own in each response', async () => {
    const responses = [await get('/console/'), await get('/console/')];
    const nonces: string[] = [];
    for (const response of responses) {
      const policy = response.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /style-src 'self' 'nonce-([^']{20,})'/.exec(policy) ?? [];
      expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'");
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|nonce)/);
      expect(await response.text()).toContain(`nonce="${nonce}"`);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
  });

  it('is revalidated, and is not rendered in frames of other sites', async () => {
    const { headers } = await get('/console/');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each(['/console/campaigns', '/console/campaigns/cmp_1?tab=log', '/console/.sources', '/console/index'])(
    'answers %s, which is no file',
    async (address) => {
      const response = await get(address);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    },
  );

  it('is where /console leads to', async () => {
    const response = await gateway.call('/console', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/console/']);
  });
});

describe('a file of the console', () => {
  it('is stored for ever, because its name has a hash', async () => {
    const response = await get('/console/assets/main-abc.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(SCRIPT);
  });

  it('is sent as it was compressed by the build to a client that accepts brotli', async () => {
    const response = await get('/console/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(Number(response.headers.get('content-length'))).toBe(brotliCompressSync(SCRIPT).length);
    expect(await response.text()).toBe(SCRIPT);
  });

  it('is sent without brotli to another client', async () => {
    const response = await get('/console/assets/main-abc.js', { 'accept-encoding': 'identity' });
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('has the same headers and no body for HEAD', async () => {
    const init = { method: 'HEAD', headers: { 'accept-encoding': 'br' } };
    const response = await gateway.call('/console/assets/main-abc.js', init);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('returns 404 if it does not exist', async () => {
    const response = await get('/console/assets/main-old.js');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([
    '/console/assets/../../secret.json',
    '/console/../secret.json',
    '/console/assets/%2e%2e/%2e%2e/secret.json',
    '/console/assets//../../secret.json',
  ])('is never one outside of the build: %s', async (address) => {
    const head = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const text = await rawExchange(gateway.baseUrl, head);
    expect(text).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(text).not.toContain('\r\n\r\n{}');
  });

  it('returns 405 with Allow for another method', async () => {
    const response = await gateway.call('/console/campaigns', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a gateway without a build of the console', () => {
  it('returns 503 with a sentence about the build', async () => {
    const other = await startGateway({ env: { CONSOLE_DIR: path.join(folder, 'absent') } });
    const response = await other.call('/console/campaigns');
    expect([response.status, await response.text()]).toEqual([
      503,
      'The console is not built; run npm run console:build and start the gateway again.',
    ]);
    await other.stop();
  });
});
