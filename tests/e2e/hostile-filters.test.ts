import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { filter, hostileSearches, many } from './hostile-searches.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const SEARCH = '/api/v1/contacts/search/';

const running = await sharedByTests(useSharedStack);

describe('a hostile search', () => {
  // `isolation.deep.test.ts` measures the time of the refusals.
  it.each(hostileSearches)('is refused with %s', async (_name, body) => {
    const answer = await running.call('POST', SEARCH, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
  });

  it('is refused with one character or value over the limit, and accepted at the limit', async () => {
    const statusOf = async (op: string, value: unknown): Promise<number> =>
      (await running.call('POST', SEARCH, { body: { filters: [filter('title', op, value)] } })).status;
    expect(await statusOf('contains', '🦄'.repeat(4_096))).toBe(200);
    expect(await statusOf('contains', '🦄'.repeat(4_097))).toBe(400);
    expect(await statusOf('in', many(1_000, 'x'))).toBe(200);
    expect(await statusOf('in', many(1_001, 'x'))).toBe(400);
  });

  it('matches a pattern that backtracks as plain text', async () => {
    await running.call('POST', '/api/v1/contacts/', { body: { email: 'aaaa@hostile.example' } });
    const body = { filters: [filter('email', 'contains', '(a+)+$'), filter('title', 'ne', '.*')] };
    const answer = await running.call('POST', SEARCH, { body });
    expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { total_count: 0 } } });
  });
});
