/** @alone It measures time. */
import { expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { givenCampaign } from './src/given-campaign.ts';
import { watchEvents } from './src/published-events.ts';
import { isLong, seededRandom } from './src/random.ts';

jest.setTimeout(1_500_000);

const BULKS = isLong ? 50 : 3;
const ROWS = 1_000;
const DEATHS = isLong ? 20 : 2;
const WAIT = { timeoutMs: 300_000, pollMs: 20 };
const POLL_MS = 200;

const random = seededRandom('launch');
const faults = await sharedByTests(async () => startFaultStack({ workspaceCount: 1 }));
const [key = ''] = faults.keys;
const [workspaceId] = faults.workspaceIds;
const { baseUrl, natsUrl } = faults.stack;

it('a launch enrolls each contact once, with one event, when campaigns and contacts are killed', async () => {
  const enrolled = await watchEvents(natsUrl, { type: 'enrollment.enrolled', workspaceId });
  try {
    for (let bulk = 0; bulk < BULKS; bulk += 1) {
      const contacts = Array.from({ length: ROWS }, (_, at) => ({ email: `c${bulk}-${at}@example.com` }));
      const { status } = await request(baseUrl, {
        route: '/api/v1/contacts/bulk/',
        method: 'POST',
        key,
        body: { contacts },
      });
      expect(status).toBe(200);
    }
    const route = `/api/v1/campaigns/${await givenCampaign({ baseUrl, key })}/`;
    expect((await request(baseUrl, { route: `${route}launch/`, method: 'POST', key })).status).toBe(200);
    const total = BULKS * ROWS;
    for (let death = 1; death <= DEATHS; death += 1) {
      const reached = Math.floor(((death - 1 + random()) / DEATHS) * (total / 2));
      await eventually(() => expect(enrolled.idsOf.size).toBeGreaterThan(reached), WAIT);
      faults.stack.kill(death % 2 === 0 ? 'contacts' : 'campaigns', 'SIGKILL');
    }
    await eventually(() => expect(enrolled.idsOf.size).toBe(total), WAIT);
    const expected = { pending: 0, active: total, paused: 0, completed: 0, stopped: 0 };
    await eventually(
      async () => {
        const { status, body } = await request(baseUrl, { route, method: 'GET', key });
        expect([status, body?.enrollment_counts]).toEqual([200, expected]);
      },
      { ...WAIT, pollMs: POLL_MS },
    );
    expect([...enrolled.idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  } finally {
    await enrolled.stop();
  }
});
