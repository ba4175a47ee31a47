import { expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGateway } from './gateway-harness.ts';

const gateway = await sharedByTests(startGateway);

it.each(['2026-01-31', '2026-01-31T09:30Z', '2026-01-31T09:30:00,5+01:00'])(
  'the period of an analysis can begin at the ISO 8601 time %s, as other filters can',
  async (from) => {
    const query = new URLSearchParams({ from }).toString();
    const response = await gateway.call(`/api/v1/analytics/summary/?${query}`, {
      credential: gateway.key('periods'),
    });
    const begin = new Date(from.replace(',', '.')).toISOString();
    expect([response.status, await response.json()]).toMatchObject([200, { from: begin }]);
  },
);

it('the period of an analysis does not begin at a day that no calendar has', async () => {
  const response = await gateway.call('/api/v1/analytics/summary/?from=2026-02-30', {
    credential: gateway.key('periods'),
  });
  expect([response.status, await response.json()]).toMatchObject([400, { error: { field: 'from' } }]);
});
