import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { REPORT_TOKEN } from './analytics-replies.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      campaigns: {
        createReport: async (_ctx, request) => ({
          report: { ...request, id: newId('rpt'), url: '', created_at: new Date() },
        }),
      },
    },
  });
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

describe('POST /reports/', () => {
  const create = async (body: object) =>
    gateway.call('/api/v1/reports/', {
      method: 'POST',
      credential: gateway.key('reports'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Spring', ...body }),
    });

  it.each([[null], ['cmp_1'], [[null]], [['cmp_1']]])('refuses %j as `campaign_ids`', async (campaignIds) => {
    const response = await create({ campaign_ids: campaignIds });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'validation_error', field: expect.stringMatching(/^campaign_ids(\[0\])?$/) },
    });
  });

  it('answers an empty list for a report without campaigns', async () => {
    const response = await create({});
    expect([response.status, await response.json()]).toMatchObject([201, { campaign_ids: [] }]);
  });
});
