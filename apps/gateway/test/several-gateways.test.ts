import { describe, expect, it } from '@jest/globals';
import { metrics } from '@outreach/service-kit';
import { freePort } from '@outreach/testing';
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
});
