import { describe, expect, it } from '@jest/globals';
import { metrics } from '@outreach/service-kit/metrics';
import { freePort } from '@outreach/testing';
import { createRedisProcess } from '@outreach/testing/servers';
import { startGateway } from './gateway-harness.ts';

describe('several gateways', () => {
  it('refuse to start with separate rate limits in memory', async () => {
    await expect(startGateway({ env: { REPLICAS: '3' } })).rejects.toThrow(
      /REPLICAS: .*RATE_LIMIT_SPLIT=true/,
    );
  });

  it('each have a share of every limit with RATE_LIMIT_SPLIT=true', async () => {
    const gateway = await startGateway({ env: { REPLICAS: '3', RATE_LIMIT_SPLIT: 'true' } });
    const response = await gateway.call('/api/v1/contacts/', { credential: gateway.key('one', [], 100) });
    expect(response.headers.get('x-ratelimit-limit')).toBe('34');
    await gateway.stop();
  });

  it('count their share without Redis, and set a gauge', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    const gateway = await startGateway({ env: { REPLICAS: '3', REDIS_URL: url } });
    const credential = gateway.key('two', ['contacts:read'], 30);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await gateway.call('/api/v1/contacts/', { credential })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(await metrics.registry.metrics()).toMatch(/^ratelimit_degraded 1$/m);
    await gateway.stop();
  });

  it('admit concurrent requests of a key up to its limit together, and refuse the rest alike', async () => {
    const redis = await createRedisProcess();
    await redis.start();
    const env = { REPLICAS: '3', REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '10000' };
    const gateways = await Promise.all([1, 2, 3].map(async () => startGateway({ env })));
    try {
      const keys = gateways.map((gateway) => gateway.key('shared', ['contacts:read'], 30));
      const responses = await Promise.all(
        Array.from({ length: 48 }, async (_, index) => {
          const credential = keys[index % keys.length] ?? '';
          return gateways[index % gateways.length]?.call('/api/v1/contacts/', { credential });
        }),
      );
      expect(responses.filter((response) => response?.status === 200)).toHaveLength(30);
      const refused = responses.filter((response) => response?.status === 429);
      expect(refused).toHaveLength(18);
      for (const response of refused)
        expect(await response?.json()).toMatchObject({
          error: { code: 'rate_limited', limit: 30, limit_name: 'credential' },
        });
    } finally {
      await Promise.all(gateways.map(async (gateway) => gateway.stop()));
      await redis.dispose();
    }
  });
});
