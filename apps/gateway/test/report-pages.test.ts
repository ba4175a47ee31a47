import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPORT_TOKEN } from './analytics-replies.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway.stop());

describe('GET /reports/{token}', () => {
  it('is a page without a credential, which no one stores, indexes or frames', async () => {
    const response = await gateway.call(`/reports/${REPORT_TOKEN}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(await response.text()).toContain('<h1>Spring</h1>');
  });

  it.each(['unknown', '..%2f..%2f', '%00', '%ff', 'x'.repeat(2_000)])(
    'is a page that says so for the unknown token %p',
    async (token) => {
      const response = await gateway.call(`/reports/${token}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toMatch(/does not exist/);
    },
  );
});
