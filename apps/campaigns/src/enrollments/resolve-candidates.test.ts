import { describe, expect, it } from '@jest/globals';
import { createFakeClock, testCall } from '@outreach/testing';
import type { CandidateQuery } from './ports.ts';
import { createResolveCandidates } from './resolve-candidates.ts';

const QUERY: CandidateQuery = {
  contactIds: ['ct_1'],
  filter: { segment_ids: [], icp_tier: [], grade: [] },
};

function setUp() {
  const clock = createFakeClock();
  let requests = 0;
  const candidates = {
    resolve: async () => {
      requests += 1;
      return new Map();
    },
  };
  return { clock, resolve: createResolveCandidates(candidates, clock), requests: () => requests };
}

describe('createResolveCandidates', () => {
  it('calls the contacts service once per call and returns the first reply again', async () => {
    const { clock, resolve, requests } = setUp();
    const ctx = testCall('ws_1');
    const first = await resolve(ctx, QUERY);
    clock.advance(1_000);
    expect(await resolve(ctx, QUERY)).toBe(first);
    expect(requests()).toBe(1);
  });

  it('calls the contacts service again for another call', async () => {
    const { resolve, requests } = setUp();
    await resolve(testCall('ws_1'), QUERY);
    await resolve(testCall('ws_1'), QUERY);
    expect(requests()).toBe(2);
  });

  it('returns a conflict if the filter of the campaign has changed within the call', async () => {
    const { resolve, requests } = setUp();
    const ctx = testCall('ws_1');
    await resolve(ctx, QUERY);
    const changed = { ...QUERY, filter: { ...QUERY.filter, grade: ['A'] } };
    await expect(resolve(ctx, changed)).rejects.toMatchObject({ kind: 'conflict' });
    expect(requests()).toBe(1);
  });
});
