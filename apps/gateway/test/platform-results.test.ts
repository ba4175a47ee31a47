import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { campaignErrors } from '@outreach/contracts-campaigns';
import type { RecordPlatformResultsRequest } from '@outreach/contracts-campaigns/gen/platforms.ts';
import { createMemoryRateLimiter } from '../src/rate-limits/memory-rate-limiter.ts';
import { START_MS, startGateway, type Gateway } from './gateway-harness.ts';
import { errorOf } from './route-requests.ts';

const PATH = '/platforms/platform_2/results/';
const MIB = 1_048_576;
const SIGNATURE = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': '1769851800',
  'webhook-signature': 'v1,c2lnbmF0dXJl',
};

let gateway: Gateway;
let requests: RecordPlatformResultsRequest[];

beforeEach(async () => {
  requests = [];
  const time = { ms: START_MS };
  const clocks = { now: () => time.ms, monotonic: () => time.ms };
  gateway = await startGateway({
    time,
    options: { limiter: createMemoryRateLimiter({ clocks, failureRingCountMax: 1_000 }) },
    handlers: {
      campaigns: {
        recordPlatformResults: async (_ctx, request) => {
          requests.push(request);
          if (request.webhook_id !== 'msg_1') throw campaignErrors.invalidSignature.make();
          return Promise.resolve({ results: [{ id: '1', send_id: 'snd_1', status: 'recorded' }] });
        },
      },
    },
  });
});
afterEach(async () => gateway.stop());

async function post(body: string, headers: Record<string, string> = SIGNATURE, path = PATH) {
  return gateway.call(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

describe('the callback of platforms', () => {
  it('passes the bytes of the body and the signature on', async () => {
    const body = '{ "results":[\n{"id":"1" , "text":"\\u00e9 é"}] }';
    const response = await post(body);
    expect([response.status, await response.json()]).toEqual([
      200,
      { results: [{ id: '1', send_id: 'snd_1', status: 'recorded' }] },
    ]);
    const [request] = requests;
    expect(Buffer.from(request?.body ?? []).toString()).toBe(body);
    expect(request).toMatchObject({
      platform: 'platform_2',
      webhook_id: 'msg_1',
      webhook_timestamp: '1769851800',
      webhook_signature: 'v1,c2lnbmF0dXJl',
    });
  });

  it.each(['native', 'platform_5', 'platform_1%20'])('returns 404 for the platform %s', async (name) => {
    expect((await post('{}', SIGNATURE, `/platforms/${name}/results/`)).status).toBe(404);
    expect(requests).toEqual([]);
  });

  it('returns 401 for a wrong signature, and 429 without a call after 600 of them', async () => {
    const wrong = { ...SIGNATURE, 'webhook-id': 'msg_2' };
    const first = await post('{}', wrong);
    expect([first.status, (await errorOf(first)).code]).toEqual([401, 'authentication_required']);
    expect(first.headers.get('ratelimit-policy')).toBe('"address";q=600;w=60');
    for (let sent = 1; sent < 600; sent += 100)
      await Promise.all(Array.from({ length: Math.min(100, 600 - sent) }, async () => post('{}', wrong)));
    expect(requests).toHaveLength(600);
    const refused = await post('{}');
    expect([refused.status, (await errorOf(refused))['limit_name']]).toEqual([429, 'address']);
    expect(requests).toHaveLength(600);
  });

  it('counts results with a valid signature in no limit', async () => {
    await Promise.all(Array.from({ length: 3 }, async () => post('{}')));
    const response = await post('{}');
    expect(response.headers.get('ratelimit')).toContain('"address";r=600');
  });

  it('accepts 2 MiB and returns 413 for a larger body', async () => {
    const accepted = await post('1'.repeat(2 * MIB));
    expect([accepted.status, await accepted.json()]).toEqual([200, expect.anything()]);
    const refused = await post('1'.repeat(2 * MIB + 1));
    expect([refused.status, (await errorOf(refused)).code]).toEqual([413, 'validation_error']);
    expect(requests).toHaveLength(1);
  });

  it('returns 415 for a body that is not JSON', async () => {
    const headers = { ...SIGNATURE, 'content-type': 'text/plain' };
    expect((await post('{}', headers)).status).toBe(415);
  });

  it('has no signature without the headers', async () => {
    expect((await post('{}', {})).status).toBe(401);
    expect(requests[0]).toMatchObject({ webhook_id: '', webhook_timestamp: '', webhook_signature: '' });
  });
});
